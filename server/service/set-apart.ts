/** Words beside a span that are an idea of their own: "BMI 38.4" behind "obesity", the echo before "LVEF 55%", the tests of "FBC CRP HbA1c", what a test found ("ECG fast AF"), a score ("low mood PHQ9 12"), a drug with its dose, "NYHA II" (class APART). */

import type { Window } from '../detection/windows.js';
import { CONDITIONS, OBSERVABLE } from '../domain.js';
import { MEASURES } from '../ranking/amount-sense.js';
import type { KnownWords } from '../ranking/known-words.js';
import { amountBehind, isMeasured } from '../text/amount.js';
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
const PICTURE = 5;
const DOSED = 6;
const DONE = 7;
const SIGN = 8;
/** At least three capitals, or letters with a figure: "PHQ9". */
const SCORE = /^(?=.{3})\p{Lu}+\d*$/u;
/**
 * What the value of a row says: a picture of the body, or a curve, which stands apart from what it shows behind it only ("CXR cardiomegaly");
 * what is seen or heard at a place, which stands behind it ("rash trunk", "petechiae shins").
 */
const KIND_OF_VALUE: Readonly<Record<string, number>> = { shows: PICTURE, sign: SIGN };

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
    if (kind === SIGN) return (at) => at >= span.to;
    const isVital = kind === READING && isInShort(span);
    return (at) => {
      const other = kinds[at] ?? NOTHING;
      const isBehind = at >= span.to;
      // "Low mood PHQ9 12", "microalbuminuria ACR 8.4"
      if (kind === FINDING && isBehind && other !== FINDING && isScore(note, at, other === TEST)) return true;
      switch (other) {
        case READING:
        case COMPLETE:
        case DOSED:
          return true;
        case TEST:
        case PICTURE:
          return (
            kind === TEST ||
            kind === PICTURE ||
            kind === READING ||
            (kind === FINDING && !isBehind && other === PICTURE)
          );
        case FINDING:
          // "T2DM metformin 500 mg", "ECG fast AF"
          return kind === READING || kind === DOSED || (kind === PICTURE && isBehind);
        case DONE:
          return kind === READING || kind === DOSED;
        default:
          return isVital && !isBehind;
      }
    };
  };
}

/** A reading is observed, with its value behind it; a test is an abbreviation of what is measured or done. */
function kindOf(note: Note, vocabulary: Pick<Vocabulary, 'words'>, span: Span): number {
  const words = vocabulary.words[languageOf(note, span)];
  const row = words.whole(APART, note.tokens, span.from, span.to);
  if (row !== undefined) return KIND_OF_VALUE[row.value ?? ''] ?? COMPLETE;
  const isObserved = span.exact.some(({ semantic_tag }) => semantic_tag === OBSERVABLE);
  if (isObserved && isMeasured(amountSaid(note, span))) return READING;
  if (isInShort(span) && span.exact.every(({ semantic_tag }) => MEASURES.has(semantic_tag))) return TEST;
  if (span.exact.some(({ semantic_tag }) => CONDITIONS.has(semantic_tag))) return FINDING;
  if (span.exact.some(({ semantic_tag }) => semantic_tag === PROCEDURE)) return DONE;
  return amountSaid(note, span) === 'dose' ? DOSED : NOTHING;
}

/**
 * Whether a token is the letters of what the number behind them measures.
 * @param isTest whether it is known for the letters of a test: "A1c"
 */
function isScore(note: Note, at: number, isTest: boolean): boolean {
  const token = note.tokens[at];
  const letters = note.text.slice(token?.start, token?.end);
  const next = note.tokens[at + 1];
  // "LSD de 31 mm" is where it lies.
  const isTold = next?.kind === 'number' || next?.norm === ':' || next?.norm === '=';
  return isTold && (isTest || SCORE.test(letters)) && isMeasured(amountBehind(note, at + 1));
}

function isInShort({ exact }: Span): boolean {
  return exact.length > 0 && exact.every(({ kind }) => kind === 'abbreviation');
}
