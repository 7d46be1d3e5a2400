/** How much is said behind a window, by its section too. */

import type { Window } from '../detection/windows.js';
import { type Amount, amountBehind } from '../text/amount.js';
import { type Note, sectionAt } from '../text/note.js';

const MEDICATIONS = 'medications';

/** How much is said behind a window; in a list of medications a number alone is no measurement. */
export function amountSaid(note: Note, { sentence, to }: Window): Amount {
  const amount = amountBehind(note, to);
  return amount === 'number' && sectionAt(note, sentence) === MEDICATIONS ? null : amount;
}
