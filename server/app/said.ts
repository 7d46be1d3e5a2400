/** What the words of a note say of a span beyond its axes: that it is over, was stopped, came back, was not found, is an allergy. Rows of the class STATUS tell. */

import { LANGUAGES } from '../domain/language.js';
import type { Range } from '../domain/range.js';
import type { Lexicon } from '../lexicon/compile.js';
import { type Note, sentenceAt, tokensIn } from '../text/note.js';
import { type Token, tokenize } from '../text/token.js';

const CLASS = 'STATUS';
/** The value of words behind which what somebody is allergic to is named. */
const ALLERGIC_TO = 'allergy to';
/** Tokens before a span that may hold these words. */
const MOST_BEFORE = 40;
const ENDS = new Set(['.', ';', ':', '!', '?']);

/** Values of the class STATUS. */
export interface Said {
  /** By the words that decided an axis. */
  readonly byTriggers: readonly string[];
  /** By the words of the span. */
  readonly bySpan: readonly string[];
  /** Whether the sentence says before the span what the patient is allergic to. */
  readonly isAllergicTo: boolean;
}

/**
 * What is said of a span.
 * @param triggers the words that decided its axes
 */
export function saidOf(
  note: Note,
  lexicon: Lexicon,
  span: Range & { readonly span: string },
  triggers: readonly string[],
): Said {
  const valuesOf = (tokens: readonly Token[]) => [...new Set(tokens.flatMap((_, at) => statuses(lexicon, tokens, at)))];
  const { from } = tokensIn(note, span);
  return {
    byTriggers: [...new Set(triggers.flatMap((words) => valuesOf(tokenize(words))))],
    bySpan: valuesOf(tokenize(span.span)),
    isAllergicTo: isBehindAllergicTo(note, lexicon, span, from),
  };
}

function statuses(lexicon: Lexicon, tokens: readonly Token[], at: number): readonly string[] {
  return LANGUAGES.flatMap((language) =>
    lexicon.readings[language]
      .matchesAt(tokens, at)
      .flatMap((match) => (match.class === CLASS ? (match.value ?? []) : [])),
  );
}

function isBehindAllergicTo(note: Note, lexicon: Lexicon, span: Range, from: number): boolean {
  const first = Math.max(note.sentences[sentenceAt(note, span.start)]?.from ?? 0, from - MOST_BEFORE);
  for (let at = from - 1; at >= first; at--) {
    const token = note.tokens[at];
    if (token === undefined || ENDS.has(token.norm) || note.tokens[at + 1]?.breaks !== 0) return false;
    if (statuses(lexicon, note.tokens.slice(at, from), 0).includes(ALLERGIC_TO)) return true;
  }
  return false;
}
