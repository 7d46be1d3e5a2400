/** Abbreviations that a note explains itself: "hypertension artérielle (HTA)", "HTA (hypertension artérielle)". */

import { foldTerm } from '../../text/normalize.js';
import type { Note } from '../../text/note.js';
import type { Mention } from '../mentions/mention.js';

const ABBREVIATION = /^\p{Lu}[\p{Lu}\p{N}]{1,6}$/u;

/**
 * The abbreviations with the mention of their long form, the longest where several end there.
 * @param mentions those that may be long forms
 */
export function definedAbbreviations<T extends Mention>(note: Note, mentions: readonly T[]): Map<string, T> {
  const defined = new Map<string, T>();
  for (const mention of mentions) {
    const long = note.text.slice(mention.start, mention.end);
    for (const short of inBracketsBeside(note, mention)) {
      if (!ABBREVIATION.test(short) || !isShortFor(short, long)) continue;
      const known = defined.get(short);
      if (known === undefined || mention.to - mention.from > known.to - known.from) defined.set(short, mention);
    }
  }
  return defined;
}

/** The word in brackets behind a mention, and the one before the brackets that it stands in. */
function inBracketsBeside({ text, tokens }: Note, { from, to }: Mention): string[] {
  const wordAt = (at: number): string => text.slice(tokens[at]?.start ?? 0, tokens[at]?.end ?? 0);
  const behind = wordAt(to) === '(' && wordAt(to + 2) === ')' ? wordAt(to + 1) : '';
  const before = wordAt(from - 1) === '(' && wordAt(to) === ')' ? wordAt(from - 2) : '';
  return [behind, before];
}

/** Whether the letters of an abbreviation stand in a phrase of two words or more in their order, the first one first. */
function isShortFor(short: string, long: string): boolean {
  const letters = foldTerm(short);
  const phrase = foldTerm(long);
  if (phrase[0] !== letters[0] || !/\s|-/.test(phrase)) return false;
  let at = 0;
  for (const letter of phrase) if (letter === letters[at]) at++;
  return at === letters.length;
}
