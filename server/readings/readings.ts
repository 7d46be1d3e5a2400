/** Values and doses of the spans of a note. */

import type { Range } from '../domain/range.js';
import type { Dosage, Quantity } from '../domain/readings.js';
import { CONDITIONS, MEASURES, OBSERVABLE, SUBSTANCES } from '../domain/semantic-tags.js';
import type { Lexicon } from '../lexicon/compile.js';
import type { Note } from '../text/note.js';
import { readDosage } from './dosage.js';
import { isPart, Line } from './line.js';
import { isMeasureByName, type Measured } from './subject.js';
import { readValues } from './values.js';

/** A span in the order of the note, with the kind of its first candidate. */
export interface ReadSpan extends Range {
  /** Null where the span has no candidate: then what stands behind it must be sure by itself. */
  readonly semantic_tag: string | null;
}

/** What stands behind a span; a member is absent where nothing was read. */
export interface Reading {
  readonly values?: readonly Quantity[];
  readonly dosage?: Dosage;
}

const SCORE_TAGS = new Set(['assessment scale', 'staging scale', 'tumor staging']);
const SUBSTANCE = 'substance';
const NOTHING: Reading = {};
/** Units that a medicine is given in and hardly anything else is told in. */
const DOSE_UNIT = /^(?:mg|ug|g|\[IU\]|M\[IU\]|\{[a-z]+\})(?:\/(?:kg|m2|h|min|d)\b.*)?$/;

/** Reads what stands behind a span, up to the next one; time grows with the tokens of its line at most. */
export function readSpan(note: Note, lexicon: Lexicon, spans: readonly ReadSpan[], at: number): Reading {
  const span = spans[at];
  return span === undefined ? NOTHING : readOf(note, lexicon, span, limitsOf(note, lexicon, spans, at));
}

function readOf(note: Note, lexicon: Lexicon, span: ReadSpan, limits: Range): Reading {
  const tag = span.semantic_tag;
  const isMedicine = tag !== null && SUBSTANCES.has(tag);
  const line = Line.around(note, lexicon, span, limits);
  const kind = !isMedicine && isMeasureByName(line) ? 'observable' : kindOf(tag);
  const values = kind === null ? [] : readValues(line, kind);
  const dosage = isMedicine || tag === null || values.some(isAmount) ? readDosage(line) : null;
  if (dosage !== null && (values.length > 0 ? isGiven(dosage, values, tag) : isMedicine || isSureDosage(dosage)))
    return { dosage };
  return values.length > 0 ? { values } : NOTHING;
}

/** Where the span before ends, and where the next one begins that is no part of a dosage, as "eye drops" is. */
function limitsOf(note: Note, lexicon: Lexicon, spans: readonly ReadSpan[], at: number): Range {
  let next = at + 1;
  while (next < spans.length && (isPart(note, lexicon, spans[next] as Range) || isOtherName(note, spans, next))) next++;
  return { start: spans[at - 1]?.end ?? 0, end: spans[next]?.start ?? note.text.length };
}

/** Whether a medicine is another name of the one right before it: "Ramipril (Tritace) 5 mg", "insulin Humalog 8 units". */
function isOtherName(note: Note, spans: readonly ReadSpan[], at: number): boolean {
  const [one, other] = [spans[at - 1], spans[at]];
  if (![one, other].every((span) => SUBSTANCES.has(span?.semantic_tag ?? ''))) return false;
  return /^[ ]\(?$/.test(note.text.slice(one?.end, other?.start));
}

function kindOf(tag: string | null): Measured | null {
  if (tag === null) return 'unnamed';
  if (tag === OBSERVABLE || SCORE_TAGS.has(tag)) return 'observable';
  if (MEASURES.has(tag)) return 'procedure';
  if (CONDITIONS.has(tag)) return 'finding';
  return tag === SUBSTANCE ? 'substance' : null;
}

function isDose({ unit }: Quantity): boolean {
  return unit !== null && DOSE_UNIT.test(unit);
}

/** Whether a dosage says by itself that a medicine is taken: "22 mg", "125 three times a day". */
function isSureDosage({ dose, frequency }: Dosage): boolean {
  if (dose === null) return false;
  return isDose(dose) || (dose.unit === null && frequency !== null && frequency.times !== null);
}

/** Whether a value is an amount that may be given: "1 mg", not "3.8 g/24h". */
function isAmount(value: Quantity): boolean {
  return isDose(value) && !value.unit?.includes('/');
}

/** Whether what looks like a value is given: "B12 1 mg IM monthly", although B12 alone is a test. */
function isGiven({ route, frequency }: Dosage, values: readonly Quantity[], tag: string | null): boolean {
  return (route !== null || frequency !== null) && values.some(tag === null ? isDose : isAmount);
}
