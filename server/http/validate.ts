/** Turns a parsed body into a request, or into an error that says where and why, never what. */

import type { z } from 'zod';
import { UNENCODABLE } from '../domain/unencodable.js';
import { AppError, type ErrorDetail } from '../errors.js';

const MAX_DETAILS = 20;

/** @throws AppError VALIDATION_ERROR, with a JSON Pointer and a rule for each of the first 20 faults */
export function validate<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const details = result.error.issues
    .slice(0, MAX_DETAILS)
    .map((issue) => ({ pointer: pointer(issue.path), rule: issue.message }));
  throw new AppError('VALIDATION_ERROR', { details });
}

/** RFC 6901. */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * The checks on the text itself, after the schema.
 * @throws AppError INVALID_INPUT: under 2 code points after trimming; NUL or a lone surrogate, which Postgres cannot store
 */
export function checkInput(text: string, spans: readonly string[] = []): void {
  const trimmed = text.trim();
  const long = trimmed.length > 2 || (trimmed.length === 2 && (trimmed.codePointAt(0) as number) <= 0xffff);
  const details: ErrorDetail[] = [];
  if (!long) details.push({ pointer: '/text', rule: 'must have at least 2 characters after trimming' });
  const rule = 'must not hold U+0000 or a lone surrogate';
  if (UNENCODABLE.test(text)) details.push({ pointer: '/text', rule });
  spans.forEach((span, index) => {
    if (details.length < MAX_DETAILS && UNENCODABLE.test(span))
      details.push({ pointer: `/concepts/${index}/span`, rule });
  });
  if (details.length > 0) throw new AppError('INVALID_INPUT', { details });
}
