/** The second set of values and doses, in the format of its writer: values and doses without their place in the note. */

import { z } from 'zod';
import type { Dosage, Frequency, Quantity } from '../../server/domain/readings.js';
import type { Lexicon } from '../../server/lexicon/compile.js';
import { type Reading, readSpan } from '../../server/readings/readings.js';
import { readNote } from '../../server/text/note.js';

const amount = z.object({
  value: z.number().optional(),
  low: z.number().optional(),
  high: z.number().optional(),
  comparator: z.string().nullable().optional(),
  unit: z.string().nullable().optional(),
  /** The greatest number of a score, which no answer has. */
  of: z.number().optional(),
});
const frequency = z.object({ times: z.number(), per: z.number(), unit: z.string() });

/** What is expected: a value, a pressure, a dosage, or nothing. */
export const secondCase = z.object({
  language: z.enum(['en', 'fr']),
  text: z.string(),
  span: z.string(),
  start: z.int(),
  end: z.int(),
  expect: amount.extend({
    systolic: z.number().optional(),
    diastolic: z.number().optional(),
    dose: amount.nullable().optional(),
    route: z.string().nullable().optional(),
    frequency: frequency.nullable().optional(),
    prn: z.boolean().optional(),
    duration: amount.nullable().optional(),
  }),
});
export type SecondCase = z.infer<typeof secondCase>;
type Amount = z.infer<typeof amount>;

const ROUTES: Readonly<Record<string, string>> = {
  '10547007': 'otic',
  '26643006': 'oral',
  '34206005': 'subcutaneous',
  '37161004': 'rectal',
  '37839007': 'sublingual',
  '447694001': 'inhaled',
  '45890007': 'transdermal',
  '46713006': 'nasal',
  '47625008': 'intravenous',
  '54485002': 'ophthalmic',
  '6064005': 'topical',
  '78421000': 'intramuscular',
};
const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, wk: 168 };
const DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, wk: 7 };

/** Whether all that is expected of a sentence is read, and nothing else. */
export function isRight({ language, text, start, end, expect }: SecondCase, lexicon: Lexicon): boolean {
  const semantic_tag = 'dose' in expect ? 'substance' : 'observable entity';
  const read = readSpan(readNote(text, language, lexicon.vocabulary), lexicon, [{ start, end, semantic_tag }], 0);
  if (Object.keys(expect).length === 0) return read.values === undefined && read.dosage === undefined;
  return 'dose' in expect ? isDosage(expect, read) : isValue(expect, read);
}

function isValue(expect: SecondCase['expect'], { values = [], dosage }: Reading): boolean {
  if (dosage !== undefined) return false;
  const [first, second] = values;
  const pressure = [first, second].map((part) => (part?.unit === 'cm[Hg]' ? part.value * 10 : part?.value));
  if (expect.systolic !== undefined) return pressure[0] === expect.systolic && pressure[1] === expect.diastolic;
  const unit = expect.of === undefined ? (expect.unit ?? null) : null;
  return values.length === 1 && first !== undefined && isAmount({ ...expect, unit }, first);
}

function isDosage(expect: SecondCase['expect'], { values, dosage }: Reading): boolean {
  const { dose = null, route = null, frequency: often = null, duration = null }: Partial<Dosage> = dosage ?? {};
  return (
    values === undefined &&
    (expect.dose ? dose !== null && isAmount(expect.dose, dose) : dose === null) &&
    (expect.route ?? null) === (route === null ? null : (ROUTES[route.code ?? ''] ?? route.text)) &&
    isFrequency(expect.frequency ?? null, often) &&
    (expect.prn ?? false) === (often?.as_needed ?? false) &&
    (expect.duration ? duration !== null && daysOf(expect.duration) === daysOf(duration) : duration === null)
  );
}

function isAmount({ value, low, high, comparator, unit }: Amount, read: Quantity): boolean {
  const isNumber =
    low === undefined ? read.value === value && read.high === null : read.value === low && read.high === high;
  return isNumber && (comparator ?? null) === read.comparator && plain(unit ?? null) === plain(read.unit);
}

/** Units of what is counted are one; what a unit counts is left out. */
function plain(unit: string | null): string | null {
  if (unit === null || /^(?:\{.*\}|\[drp\])$/.test(unit)) return unit === null ? null : '{}';
  return unit.replace('[drp]', '').replace(/\{(?!1\.73)[^}]*\}/g, '');
}

function isFrequency(expected: z.infer<typeof frequency> | null, read: Frequency | null): boolean {
  if (expected === null || read?.times == null) return expected === null && read?.times == null;
  return (
    rate(expected.times, expected.per, expected.unit) === rate(read.times, read.period ?? 0, read.period_unit ?? '')
  );
}

function rate(times: number, period: number, unit: string): string {
  const hours = HOURS[unit];
  return hours === undefined ? `${times / period}/${unit}` : `${(times / (period * hours)).toFixed(9)}/h`;
}

function daysOf({
  value,
  low,
  unit,
}: {
  value?: number | undefined;
  low?: number | undefined;
  unit?: string | null | undefined;
}): string {
  const days = DAYS[unit ?? ''];
  const count = value ?? low ?? 0;
  return days === undefined ? `${count} ${unit}` : (count * days).toFixed(6);
}
