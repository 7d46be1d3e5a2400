/** The members of a request that its schema does not have: they are ignored, and named to the client that sent them. */

import { z } from 'zod';

/** Only such names are repeated: any other may be text of a note. */
const PLAIN = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const MOST_NAMED = 10;

/**
 * The value of `X-Unknown-Members`: JSON Pointers of the first 10 that have plain names, and how many others there are
 * (`/colour, /concepts/0/note, 3 others`); undefined where there are none.
 */
export function unknownMembers(schema: z.ZodType, body: unknown): string | undefined {
  const named: string[] = [];
  let others = 0;
  for (const { pointer, name } of unknown(schema, body, '')) {
    if (named.length < MOST_NAMED && PLAIN.test(name)) named.push(`${pointer}/${name}`);
    else others++;
  }
  if (others > 0) named.push(`${others} ${others === 1 ? 'other' : 'others'}`);
  return named.length > 0 ? named.join(', ') : undefined;
}

/** Strict objects are passed over: what they do not have is an error. */
function* unknown(
  schema: z.ZodType,
  value: unknown,
  pointer: string,
): Generator<{ readonly pointer: string; readonly name: string }> {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* unknown(schema.element as z.ZodType, item, `${pointer}/${index}`);
  }
  if (!(schema instanceof z.ZodObject) || schema.def.catchall || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return;
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(shape, name)) yield* unknown(shape[name] as z.ZodType, member, `${pointer}/${name}`);
    else yield { pointer, name };
  }
}
