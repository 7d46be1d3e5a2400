/** Scores the reading of values and doses on labelled sentences: the reader alone, with the span and its kind given. */

import { z } from 'zod';
import { offsetsOf } from '../../domain/offsets.js';
import type { Dosage, Frequency, Located, Quantity } from '../../domain/readings.js';
import type { Lexicon } from '../../lexicon/compile.js';
import { readSpan } from '../../readings/readings.js';
import { readNote } from '../../text/note.js';
import { share } from './intervals.js';

const located = { text: z.string(), start: z.int(), end: z.int() };
const quantity = z.object({
  ...located,
  value: z.number(),
  high: z.number().nullable(),
  comparator: z.string().nullable(),
  unit: z.string().nullable(),
  component: z.string().nullable(),
});
const frequency = z.object({
  ...located,
  times: z.number().nullable(),
  period: z.number().nullable(),
  period_unit: z.string().nullable(),
  as_needed: z.boolean(),
});
const span = {
  language: z.enum(['en', 'fr', 'auto']).default('auto'),
  text: z.string(),
  span: z.string(),
  start: z.int(),
  end: z.int(),
};

/** A sentence with one span and what stands behind it; offsets count code points. */
export const readingCase = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('measurement'), ...span, values: z.array(quantity) }),
  z.object({
    kind: z.literal('medicine'),
    ...span,
    dosage: z
      .object({
        dose: quantity.nullable(),
        route: z.object({ ...located, route: z.string() }).nullable(),
        frequency: frequency.nullable(),
        duration: quantity.nullable(),
      })
      .nullable(),
  }),
]);
export type ReadingCase = z.infer<typeof readingCase>;

/** The kind that a first candidate of such a span has. */
const TAGS = { measurement: 'observable entity', medicine: 'substance' } as const;

interface Labelled extends Located {}

/** What is not as labelled in the answer to one sentence, empty where all is right. Where the words stand, an overlap is enough. */
export function readingFaults(labelled: ReadingCase, lexicon: Lexicon): readonly string[] {
  const { text } = labelled;
  const points = offsetsOf(text, 'codepoint');
  const utf16 = (point: number) => [...text].slice(0, point).join('').length;
  const spans = [{ start: utf16(labelled.start), end: utf16(labelled.end), semantic_tag: TAGS[labelled.kind] }];
  const found = readSpan(readNote(text, labelled.language, lexicon.vocabulary), lexicon, spans, 0);
  const same = (right: Labelled, is: Located) => right.start < points(is.end) && points(is.start) < right.end;
  const quantityIs = (right: z.infer<typeof quantity> | null, is: Quantity | null) =>
    right === null || is === null
      ? right === is
      : same(right, is) &&
        (['value', 'high', 'comparator', 'unit', 'component'] as const).every((member) => right[member] === is[member]);
  if (labelled.kind === 'measurement') {
    const values = found.values ?? [];
    const isRight =
      found.dosage === undefined &&
      values.length === labelled.values.length &&
      labelled.values.every((value, i) => quantityIs(value, values[i] ?? null));
    return isRight ? [] : ['values'];
  }
  const right = labelled.dosage ?? { dose: null, route: null, frequency: null, duration: null };
  const is: Dosage = found.dosage ?? { dose: null, route: null, frequency: null, duration: null };
  const faults: string[] = [];
  if (!quantityIs(right.dose, is.dose)) faults.push('dose');
  if (right.route === null || is.route === null ? right.route !== is.route : !same(right.route, is.route))
    faults.push('route');
  if (!frequencyIs(right.frequency, is.frequency)) faults.push('frequency');
  if (!quantityIs(right.duration, is.duration)) faults.push('duration');
  return faults;
}

function frequencyIs(right: z.infer<typeof frequency> | null, is: Frequency | null): boolean {
  if (right === null || is === null) return right === is;
  return (['times', 'period', 'period_unit', 'as_needed'] as const).every((member) => right[member] === is[member]);
}

export interface ReadingScore {
  readonly report: string;
  /** Cases that are not wholly right, with what is wrong. */
  readonly faults: readonly { readonly text: string; readonly span: string; readonly faults: readonly string[] }[];
}

/** How many sentences are wholly right, of each kind. */
export function scoreReadings(cases: readonly ReadingCase[], lexicon: Lexicon): ReadingScore {
  const read = cases.map((each) => ({
    kind: each.kind,
    text: each.text,
    span: each.span,
    faults: readingFaults(each, lexicon),
  }));
  const line = (name: string, of: typeof read) => {
    const right = of.filter(({ faults }) => faults.length === 0).length;
    return `${name.padEnd(12)} ${share(right, of.length)}`;
  };
  const kinds = [...new Set(read.map(({ kind }) => kind))];
  const lines = [
    line('all', read),
    ...kinds.map((kind) =>
      line(
        kind,
        read.filter((each) => each.kind === kind),
      ),
    ),
  ];
  return {
    report: lines.join('\n'),
    faults: read
      .filter(({ faults }) => faults.length > 0)
      .map(({ text, span: words, faults }) => ({ text, span: words, faults })),
  };
}
