/** Requests made from the JSON Schemas of the API document: such as they allow, and such as they do not. */

import fc from 'fast-check';

/** The part of JSON Schema that the request bodies of the document use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly not?: Schema;
  readonly const?: unknown;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const LONGEST = 200;
const MOST_ITEMS = 4;
const SENTENCES = [
  'Denies chest pain.',
  'Pas de fièvre.',
  'Mother has type 2 diabetes.',
  'Asthma 🙂, no rash.\n',
  'Œdème',
];

/** A schema of the document with those that it refers to in their places. */
export function resolved<T>(schema: T, schemas: Readonly<Record<string, Schema>>): T {
  if (Array.isArray(schema)) return schema.map((each) => resolved(each, schemas)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...own } = schema as Schema;
  const whole = $ref === undefined ? own : { ...schemas[$ref.split('/').at(-1) ?? ''], ...own };
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, resolved(value, schemas)])) as T;
}

/** Values that a schema allows. */
export function allowed(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(allowed));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => allowed({ ...schema, type })));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return allowedObject(schema);
    case 'array':
      return fc.array(allowed(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: MOST_ITEMS });
    case 'string':
      return allowedString(schema);
    case 'integer':
      return fc.oneof(fc.constant(Math.max(1, schema.minimum ?? 0)), fc.integer(range(schema)));
    case 'number':
      return fc.double({ ...range(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`No values are made for the schema ${JSON.stringify(schema)}.`);
  }
}

/** Allowed objects of which one member is not, with the name of that member. */
export function refused(schema: Schema): fc.Arbitrary<{ readonly body: object; readonly member: string }> {
  const members = Object.entries(schema.properties ?? {});
  return fc
    .tuple(allowedObject(schema), fc.constantFrom(...members))
    .chain(([body, [member, property]]) =>
      notAllowed(property).map((value) => ({ body: { ...body, [member]: value }, member })),
    );
}

function allowedObject(schema: Schema): fc.Arbitrary<object> {
  const members = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, allowed(property)]);
  const requiredKeys = [...(schema.required ?? [])];
  return fc
    .record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys })
    .filter((value) => keepsRules(value, schema));
}

/** Whether an object is none that `not` or `dependentRequired` exclude. */
function keepsRules(value: Readonly<Record<string, unknown>>, { not, dependentRequired = {} }: Schema): boolean {
  const isExcluded = (rule: Schema): boolean =>
    rule.anyOf?.some(isExcluded) ??
    (rule.required?.every((name) => name in value) === true &&
      Object.entries(rule.properties ?? {}).every(([name, property]) =>
        (property.enum ?? [property.const]).includes(value[name] as string),
      ));
  if (not && isExcluded(not)) return false;
  return Object.entries(dependentRequired).every(
    ([name, others]) => !(name in value) || others.every((other) => other in value),
  );
}

function allowedString({ pattern, format, minLength = 0, maxLength = LONGEST }: Schema): fc.Arbitrary<string> {
  if (format === 'date')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
      .map((date) => date.toISOString().slice(0, 10));
  const bounds = { minLength, maxLength: Math.min(maxLength, LONGEST) };
  const any = fc.string({ ...bounds, unit: 'binary' });
  if (pattern === undefined) return any;
  const expected = new RegExp(pattern, 'u');
  const some = pattern.includes('Patient') ? fc.stringMatching(expected) : fc.oneof(any, fc.constantFrom(...SENTENCES));
  return some.filter((value) => expected.test(value) && value.length <= maxLength);
}

/** Values of another type, or past a bound. */
function notAllowed({
  type,
  enum: values,
  anyOf,
  maxLength,
  maximum,
  minimum,
  minItems,
}: Schema): fc.Arbitrary<unknown> {
  const types = anyOf?.map((each) => each.type) ?? [type].flat();
  const others = ['text', 12.5, true, null, [1], { a: 1 }].filter((value) => !types.includes(typeOf(value)));
  const past: unknown[] = [];
  if (values) past.push('none of these');
  if (maxLength !== undefined) past.push('a'.repeat(maxLength + 1));
  if (maximum !== undefined) past.push(maximum + 1);
  if (minimum !== undefined) past.push(minimum - 1);
  if (minItems !== undefined) past.push([]);
  return fc.constantFrom(...others, ...past);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function range({ minimum = 0, maximum = 1_000 }: Schema): { min: number; max: number } {
  return { min: minimum, max: maximum };
}
