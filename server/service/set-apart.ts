/** Words beside a span that are an idea of their own: "BMI 38.4" behind "obesity", the echo before "LVEF 55%", the tests of "FBC CRP HbA1c", "NYHA II" (class APART). */

import type { Window } from '../detection/windows.js';
import { CONDITIONS, OBSERVABLE } from '../domain.js';
import { MEASURES } from '../ranking/amount-sense.js';
import type { KnownWords } from '../ranking/known-words.js';
import { isMeasured } from '../text/amount.js';
import type { Note } from '../text/note.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { APART } from '../text/words.js';
import { amountSaid } from './amount-said.js';
import { languageOf } from './worded.js';

type Span = Window & Pick<KnownWords, 'exact'>;

const PROCEDURE = 'procedure';
/** What the tokens of a note belong to. */
const NOTHING = 0;
const FINDING = 1;
const TEST = 2;
const READING = 3;
const COMPLETE = 4;

/**
 * Tells of a span which tokens beside it are an idea of their own.
 * @param spans those of the note, none over another
 */
export function setApart(
  note: Note,
  vocabulary: Pick<Vocabulary, 'words'>,
  spans: readonly Span[],
): (span: Span) => (at: number) => boolean {
  const kinds = new Uint8Array(note.tokens.length);
  for (const span of spans) kinds.fill(kindOf(note, vocabulary, span), span.from, span.to);
  return (span) => {
    const kind = kinds[span.from] ?? NOTHING;
    if (kind === COMPLETE) return () => true;
    const isVital = kind === READING && isInShort(span);
    return (at) => {
      const other = kinds[at] ?? NOTHING;
      if (other === READING || other === COMPLETE || (kind === TEST && other === TEST)) return true;
      return kind === READING && (other !== NOTHING || (isVital && at < span.from));
    };
  };
}

/** A reading is observed, with its value behind it; a test is an abbreviation of what is measured or done. */
function kindOf(note: Note, vocabulary: Pick<Vocabulary, 'words'>, span: Span): number {
  const words = vocabulary.words[languageOf(note, span)];
  if (words.whole(APART, note.tokens, span.from, span.to) !== undefined) return COMPLETE;
  const isObserved = span.exact.some(({ semantic_tag }) => semantic_tag === OBSERVABLE);
  if (isObserved && isMeasured(amountSaid(note, span))) return READING;
  if (isInShort(span) && span.exact.every(({ semantic_tag }) => MEASURES.has(semantic_tag))) return TEST;
  return isFinding(span) ? FINDING : NOTHING;
}

function isFinding({ exact }: Span): boolean {
  return exact.some(({ semantic_tag }) => CONDITIONS.has(semantic_tag) || semantic_tag === PROCEDURE);
}

function isInShort({ exact }: Span): boolean {
  return exact.length > 0 && exact.every(({ kind }) => kind === 'abbreviation');
}
