/** Lists of what was done: "s/p appendectomy, hysterectomy", not "s/p appendectomy, fever". */

import { type Clause, NOTHING } from './clause.js';

/** How names of operations end, in both languages. */
const ENDING =
  /(?:ectom(?:y|ies?)|plast(?:y|ies?)|[ao]stom(?:y|ies?)|otom(?:y|ies?)|rr?aph(?:y|ies?)|pex(?:y|ies?)|desis)$/;
/** Words of an item that are looked at. */
const ITEM_TOKENS = 4;

/** Whether the item that begins at a token names an operation, by its word or the end of it, and has no number, as a date, of its own. */
export function namesOperation(clause: Clause, at: number): boolean {
  const limit = Math.min(clause.to, at + ITEM_TOKENS);
  let found = false;
  for (let i = at; i < limit && !clause.endsItemAt(i) && clause.coordinator(i) === NOTHING; i++) {
    const { kind, norm } = clause.token(i);
    if (kind === 'number') return false;
    found ||= ENDING.test(norm) || clause.isOf('OPERATION', i);
  }
  return found;
}
