/** Sentences with one span in brackets, as the reader of values and doses answers them. */

import type { Quantity } from '../../server/domain/readings.js';
import { type Reading, readSpan } from '../../server/readings/readings.js';
import { readNote } from '../../server/text/note.js';
import { shippedLexicon } from '../support/annotated.js';

/** Reads a sentence with its span in brackets; " ¶ " is a line end. */
export function reading(tag: string, sentence: string): Reading {
  const source = sentence.replaceAll(' ¶ ', '\n');
  const [start, end] = [source.indexOf('⟦'), source.indexOf('⟧') - 1];
  const text = source.replace(/[⟦⟧]/g, '');
  const lexicon = shippedLexicon();
  const found = readSpan(readNote(text, 'auto', lexicon.vocabulary), lexicon, [{ start, end, semantic_tag: tag }], 0);
  for (const located of locatedOf(found))
    if (text.slice(located.start, located.end) !== located.text)
      throw new Error(`${located.text} does not stand there`);
  return found;
}

function locatedOf({ values = [], dosage }: Reading): readonly { text: string; start: number; end: number }[] {
  const parts = [dosage?.dose, dosage?.route, dosage?.frequency, dosage?.duration];
  return [...values, ...parts.filter((part) => part !== null && part !== undefined)];
}

/** "< 5 mg/L", "25..30 %", "138 mm[Hg] systolic". */
export function shown({ comparator, value, high, unit, component }: Quantity): string {
  const number = high === null ? `${value}` : `${value}..${high}`;
  return [comparator, number, unit, component].filter((part) => part !== null).join(' ');
}

/** The values behind a span, "; " between; "" for none. */
export function values(tag: string, sentence: string): string {
  return (reading(tag, sentence).values ?? []).map(shown).join('; ');
}

/** The dosage of a span: dose, route, frequency, duration with " | " between; "" for none. */
export function dosage(sentence: string, tag = 'substance'): string {
  const found = reading(tag, sentence).dosage;
  if (found === undefined) return '';
  const { dose, route, frequency, duration } = found;
  const often = frequency?.times === null ? '' : `${frequency?.times}/${frequency?.period}${frequency?.period_unit}`;
  const need = frequency?.as_needed ? ' as needed' : '';
  return [
    dose && shown(dose),
    route && (route.code ?? route.text),
    frequency && `${often}${need}`.trim(),
    duration && shown(duration),
  ]
    .map((part) => part ?? '-')
    .join(' | ');
}
