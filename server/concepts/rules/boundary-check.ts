/** Checks the words beside the chosen spans of a note. */

import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { TermMention } from '../lookup/term-mention.js';
import type { Mention, TokenRange } from '../mentions/mention.js';
import { LONGEST_TERM } from '../mentions/ngrams.js';
import { apartness } from './apart.js';
import { evidenceOf } from './apply.js';
import { Boundary } from './beside.js';
import { BOUNDARY } from './boundary.js';
import type { Evidence } from './evidence.js';

/**
 * Gives what the words beside a span say of it.
 * @param known all mentions that the terminology or the lexicon knows
 * @param chosen the spans of the note, none over another
 */
export function boundaryCheck(
  note: AnnotatedNote,
  known: readonly TermMention[],
  chosen: readonly TermMention[],
): (span: TermMention) => readonly Evidence[] {
  const isInside = insideOf(known.filter(({ exact, clinical }) => exact.length === 0 && clinical !== null));
  const apart = apartness(note, chosen);
  return (span) => {
    const boundary = new Boundary(note, span, isInside(span), (at) => apart(span, at));
    return [...evidenceOf(BOUNDARY, boundary, null), ...boundary.cleared];
  };
}

/**
 * Tells whether a mention is a part of one of these phrases, and not its head: the creatinine of a "creatinine clearance". Heads stand last
 * in English and first in French: "hypothyroïdie fruste" is a hypothyroidism.
 */
function insideOf(phrases: readonly TokenRange[]): (mention: Mention) => boolean {
  const longest = new Map<number, number>();
  for (const { from, to } of phrases) longest.set(from, Math.max(to, longest.get(from) ?? 0));
  return ({ from, to, language }) => {
    for (let at = Math.max(0, to - LONGEST_TERM); at <= from; at++) {
      const end = longest.get(at) ?? 0;
      if (language === 'fr' ? at < from && end >= to : end > to) return true;
    }
    return false;
  };
}
