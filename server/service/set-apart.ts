/** Words beside a span that are an idea of their own: "BMI 38.4" behind "obesity", the echo before "LVEF 55%", the tests of "FBC CRP HbA1c". */

import type { Window } from '../detection/windows.js';
import { CONDITIONS, OBSERVABLE } from '../domain.js';
import { MEASURES } from '../ranking/amount-sense.js';
import type { KnownWords } from '../ranking/known-words.js';
import { isMeasured } from '../text/amount.js';
import type { Note } from '../text/note.js';
import { amountSaid } from './amount-said.js';

type Span = Window & Pick<KnownWords, 'exact'>;

const PROCEDURE = 'procedure';
/** What the tokens of a note belong to. */
const NOTHING = 0;
const FINDING = 1;
const TEST = 2;
const READING = 3;

/**
 * Tells of a span which tokens beside it are an idea of their own.
 * @param spans those of the note, none over another
 */
export function setApart(note: Note, spans: readonly Span[]): (span: Span) => (at: number) => boolean {
  const kinds = new Uint8Array(note.tokens.length);
  for (const span of spans) kinds.fill(kindOf(note, span), span.from, span.to);
  return (span) => {
    const kind = kinds[span.from] ?? NOTHING;
    const isVital = kind === READING && isInShort(span);
    return (at) => {
      const other = kinds[at] ?? NOTHING;
      if (other === READING || (kind === TEST && other === TEST)) return true;
      return kind === READING && (other !== NOTHING || (isVital && at < span.from));
    };
  };
}

/** A reading is observed, with its value behind it; a test is an abbreviation of what is measured or done. */
function kindOf(note: Note, span: Span): number {
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
