/** What the tokens of a note do where a term is found without some of its words, or with words between: see `lookup/relaxed.ts`. */

import type { Language } from '../../domain/language.js';
import { mapInSlices } from '../../slices.js';
import { isArticle, isTie } from '../../text/loose-key.js';
import type { Sentence } from '../../text/note.js';
import type { Token } from '../../text/token.js';
import { REFINEMENT } from '../../text/words.js';
import type { AnnotatedNote } from './annotated-note.js';

/** The class of words that may make another concept of it: when, how deep, of which kind. */
const QUALIFIER = 'QUALIFIER';
/** Words that no term begins with but in these very letters: "a typical pain" is no atypical pain. */
const OPENING = ['DETERMINER', 'FUNCTION', 'LINK'];
/** How far back a tie is looked for: no phrase has more between, and a line of nothing but articles costs linear time. */
const FARTHEST_TIE = 8;
/** What makes a number an ordinal. */
const ORDINAL = /^(?:st|nd|rd|th|er|ère|e|è|ème|ième)$/;
/** What a token does for relaxed variants. */
export const REFINES = 1;
export const COUNTS = 2;
export const NEVER_FIRST = 3;
export const QUALIFIES = 4;

/** What each token of a note does for relaxed variants: it refines what stands around it, says whose it is or how many, begins none, or qualifies. */
export async function relaxedRoles({
  tokens,
  sentences,
  classes,
}: Pick<AnnotatedNote, 'tokens' | 'sentences' | 'classes'>): Promise<Uint8Array> {
  const found = new Uint8Array(tokens.length);
  await mapInSlices(sentences, (sentence) => {
    for (let at = sentence.from; at < sentence.to; at++) {
      const refining = classes.longest(REFINEMENT, at);
      if (refining !== undefined) found.fill(REFINES, at, at + refining.length);
      if (found[at] !== REFINES) found[at] = roleOf(at, sentence);
    }
  });
  return found;

  function roleOf(at: number, { from, language }: Sentence): number {
    const isOf = (name: string) => classes.is(name, at);
    if (isCounted(tokens, at, isOf) && isBehindTie(tokens, at, from, found, language)) return COUNTS;
    if (OPENING.some(isOf)) return NEVER_FIRST;
    return isOf(QUALIFIER) ? QUALIFIES : 0;
  }
}

/** Whether a token is left out of what stands around it. */
export function isLeftOut(relaxed: Uint8Array, at: number): boolean {
  return relaxed[at] === REFINES || relaxed[at] === COUNTS;
}

/**
 * Whether a token says whose something is, how many, or which: "of his fingers", "of two ribs", "of the 5th toe".
 * @param isOf whether it is a word of a class
 */
function isCounted(tokens: readonly Token[], at: number, isOf: (name: string) => boolean): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  const isOrdinal = before?.kind === 'number' && before.end === token?.start && ORDINAL.test(token.lower);
  return isOrdinal || token?.kind === 'number' || isOf('NUMBER') || isOf('DETERMINER');
}

/** Whether a tie, and nothing but words that are left out, stands before a token: "of his left". */
function isBehindTie(
  tokens: readonly Token[],
  at: number,
  begin: number,
  relaxed: Uint8Array,
  language: Language,
): boolean {
  if (isTie(tokens[at], language)) return false;
  const first = Math.max(begin, at - FARTHEST_TIE);
  let before = at - 1;
  while (before >= first && (isLeftOut(relaxed, before) || isArticle(tokens[before], language))) before--;
  return before >= first && isTie(tokens[before], language);
}
