/** What the query string of a batch says of all its notes. */

import { AppError } from '../../errors.js';
import { sharedMembersSchema } from '../schemas.js';
import { validate } from '../validate.js';
import type { Members } from './note.js';

/** The members that are no strings in a body: they stand in the query as JSON. */
const JSON_MEMBERS = ['as_of', 'only', 'explain'];

/** @throws AppError VALIDATION_ERROR for a member that is unknown, comes twice or has no value that a note may have */
export function sharedMembers(query: string): Members {
  const given = [...new URLSearchParams(query)];
  const members = Object.fromEntries(given.map(([name, value]) => [name, memberOf(name, value)]));
  if (Object.keys(members).length < given.length) {
    throw new AppError('VALIDATION_ERROR', {
      message: MESSAGE,
      details: [{ pointer: '', rule: 'must not hold a member twice' }],
    });
  }
  try {
    validate(sharedMembersSchema, members);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, { message: MESSAGE, ...(error.details && { details: error.details }) });
  }
  return members;
}

const MESSAGE = 'The query string does not match the schema; see details.';

/** What is no JSON stays as it is, for the schema to refuse. */
function memberOf(name: string, value: string): unknown {
  if (!JSON_MEMBERS.includes(name)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
