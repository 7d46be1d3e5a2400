/** One line of a batch as a note, or an error that says what is wrong with it, never what it holds. */

import type { ExtractRequest } from '../../app/extract.js';
import { AppError } from '../../errors.js';
import type { HttpLimits } from '../context.js';
import { isDeeperThan, MAX_DEPTH } from '../json-depth.js';
import { batchNoteSchema, noteIdSchema } from '../schemas.js';
import { checkInput, validate } from '../validate.js';
import type { Line } from './lines.js';

export type NoteId = string | number;
export type Members = Readonly<Record<string, unknown>>;

/** @throws AppError PAYLOAD_TOO_LARGE, VALIDATION_ERROR */
export function membersOf({ bytes }: Line): Members {
  if (bytes === null) throw new AppError('PAYLOAD_TOO_LARGE', { message: 'The line is longer than the limit.' });
  const text = decoded(bytes);
  if (isDeeperThan(bytes, MAX_DEPTH)) throw broken(`must not nest deeper than ${MAX_DEPTH}`);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw broken('must be a JSON object');
  return value as Members;
}

/** The id of a line, null where it has none that can be echoed. */
export function idOf({ id }: Members): NoteId | null {
  return noteIdSchema.safeParse(id).data ?? null;
}

/**
 * What reads the request of a line. A member that the line lacks is that of `shared`.
 * @throws AppError VALIDATION_ERROR, INVALID_INPUT
 */
export function requestReader(
  limits: Pick<HttpLimits, 'MAX_TEXT'>,
  shared: Members,
): (members: Members) => ExtractRequest {
  const schema = batchNoteSchema(limits);
  return (members) => {
    const { id, ...request } = validate(schema, { ...shared, ...members });
    checkInput(request.text);
    return request;
  };
}

/** A byte order mark is left out. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw broken('must be UTF-8');
  }
}

/** The error of the parser holds the text, so it stops here. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken('must be a JSON object');
  }
}

function broken(rule: string): AppError {
  return new AppError('VALIDATION_ERROR', {
    message: 'The line does not match the schema; see details.',
    details: [{ pointer: '', rule }],
  });
}
