/** Mentions that no term has the words of: those of phrases that terms do not explain whole, which are looked for by their vectors. */

import { BODY_STRUCTURE } from '../../domain/semantic-tags.js';
import { mapInSlices } from '../../slices.js';
import type { Token } from '../../text/token.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { TermWords } from '../annotate/term-words.js';
import { placeOf, type TokenRange } from '../mentions/mention.js';
import { phrases, runsOfPhrase } from '../mentions/phrases.js';
import { spell } from './spelled.js';
import { isTerm, type TermMention, unknownMention } from './term-mention.js';

/**
 * @param terms the terms of the note, none over another
 * @param known all mentions that the terminology or the lexicon knows
 */
export async function denseMentions(
  note: AnnotatedNote,
  terms: readonly TermMention[],
  known: readonly TermMention[],
  termWords: TermWords,
): Promise<TermMention[]> {
  const explained = new Uint8Array(note.tokens.length);
  const named = new Uint8Array(note.tokens.length);
  for (const { from, to, exact } of terms) {
    explained.fill(1, from, to);
    if (exact.some(({ semantic_tag }) => semantic_tag !== BODY_STRUCTURE)) named.fill(1, from, to);
  }
  const knownAt = new Map(known.map((mention) => [placeOf(mention), mention]));
  const found = await mapInSlices(phrases(note), (phrase) => {
    const isTouched = isAny(explained, phrase);
    return runsOfPhrase(note, phrase)
      .filter((run) => !(run.content === 1 && isTouched) && !explained.subarray(run.from, run.to).every(Boolean))
      .filter((run) => !isTerm(knownAt.get(placeOf(run))) && mayHaveSign(note, run, named, termWords))
      .map((run): TermMention => {
        const spelled = spell(note, run);
        const strange = termWords.lacksWordOf(spelled.words);
        return unknownMention(run, { ...spelled, strange }, knownAt.get(placeOf(run))?.refused);
      });
  });
  return found.flat();
}

/**
 * Whether a run has no number sign, or one that may be a fracture: "# distal radius", and neither "# DM # HTN" nor "MRN #". With
 * one word beside it the sign is a fracture only where that is a term ("hip #").
 * @param named the tokens of terms that name more than a part of the body
 */
function mayHaveSign(note: AnnotatedNote, run: TokenRange, named: Uint8Array, termWords: TermWords): boolean {
  const { from, to } = run;
  const tokens = note.tokens.slice(from, to);
  const signs = tokens.flatMap(({ norm }, i) => (norm === '#' ? [from + i] : []));
  if (signs.length === 0) return true;
  const isAtEnd = signs[0] === from || signs[0] === to - 1;
  const isKnown = ({ kind, norm }: Token) => kind !== 'word' || norm === '#' || termWords.has(norm);
  if (signs.length > 1 || !isAtEnd || to - from < 3 || !tokens.every(isKnown)) return false;
  return !isAny(named, run);
}

function isAny(marked: Uint8Array, { from, to }: TokenRange): boolean {
  return marked.subarray(from, to).some(Boolean);
}
