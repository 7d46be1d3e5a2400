/** The request bodies: what is checked and what `docs/openapi.json` says, from one schema each. */

import { z } from 'zod';
import { AXIS_VALUES, type Axis } from '../domain/axes.js';
import { STATUSES } from '../domain/candidate.js';
import { REQUEST_LANGUAGES } from '../domain/language.js';
import { OFFSET_UNITS } from '../domain/offsets.js';
import { OUTPUT_FORMATS } from '../domain/output-formats.js';
import { UNENCODABLE } from '../domain/unencodable.js';
import type { HttpLimits } from './context.js';

const must = (rule: string) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined ? 'is required' : `must be ${rule}`;

/** The members that have a default, named in the document: there a member that only points at its schema is one that may be left out. */
export const language = z
  .enum(REQUEST_LANGUAGES, { error: 'must be "en", "fr" or "auto"' })
  .default('auto')
  .meta({ description: 'Language of the note; `auto` infers it, sentence by sentence where a note mixes the two.' });

export const explain = z
  .boolean({ error: 'must be true or false' })
  .default(false)
  .meta({ description: 'Adds `explain` to each entry and `meta` at the top.' });

const offset = z.int({ error: 'must be a whole number' }).min(0, { error: 'must be 0 or more' });

/** For the document only: what breaks it is INVALID_INPUT, not VALIDATION_ERROR. */
const NO_NUL = '[^\\u0000]';

export const text = (max: number) =>
  z
    .string({ error: must('a string') })
    .max(max, { error: `must have at most ${max} UTF-16 code units` })
    .meta({
      description: `The clinical note: at least 2 characters after trimming, at most ${max} UTF-16 code units, no U+0000, no lone surrogate.`,
      pattern: `^${NO_NUL}*[^\\s\\u0000]${NO_NUL}*[^\\s\\u0000]${NO_NUL}*$`,
    });

const contextItem = z
  .object(
    {
      span: z.string({ error: must('a string') }).meta({
        description: 'A phrase of the note, as `extract/concepts` gave it; no U+0000, no lone surrogate.',
        pattern: `^${NO_NUL}*$`,
      }),
      code: z
        .string({ error: 'must be a string or null' })
        .nullable()
        .optional()
        .meta({ description: 'Its SCTID; echoed back.' }),
      start: offset.optional().meta({ description: 'UTF-16 offset of the span in `text`; with `end` or not at all.' }),
      end: offset.optional().meta({ description: 'UTF-16 offset behind the span; with `start` or not at all.' }),
    },
    { error: must('an object') },
  )
  .refine((item) => (item.start === undefined) === (item.end === undefined), {
    error: 'must have both start and end, or neither',
  })
  .meta({ description: 'A span to read the context of.', dependentRequired: { start: ['end'], end: ['start'] } });

/** The largest number of a version that the database takes. */
const MAX_VERSION = 2_147_483_647;

const asOf = z
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be 1 or more' })
  .max(MAX_VERSION, { error: `must be at most ${MAX_VERSION}` })
  .optional()
  .meta({
    description:
      'A version of the lexicon, as `X-Lexicon-Version` named it: answers as that version did. Not with `draft`.',
  });

const draft = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must have at least 1 character' })
  .max(60, { error: 'must have at most 60 UTF-16 code units' })
  .refine((name) => !UNENCODABLE.test(name), { error: 'must not hold U+0000 or a lone surrogate' })
  .optional()
  .meta({
    description: 'The name of a draft of the lexicon: answers as if it were live. Not with `as_of`.',
    pattern: `^${NO_NUL}*$`,
  });

/** UTF-16 code units of a reference, at most. */
const MOST_REFERENCE = 500;

/** Values in a list of `only`, at most. */
const MOST_CHOICES = 100;

/** A list of values to choose from. */
const some = <T extends z.ZodType>(value: T) =>
  z
    .array(value, { error: must('an array') })
    .min(1, { error: 'must have at least 1 item' })
    .max(MOST_CHOICES, { error: `must have at most ${MOST_CHOICES} items` })
    .optional();
const oneOf = (values: readonly string[]) => `must be one of ${values.join(', ')}`;

const conceptsOnlyMembers = {
  status: some(z.enum(STATUSES, { error: oneOf(STATUSES) })).meta({ description: 'Spans with one of these statuses.' }),
  semantic_tag: some(
    z
      .string({ error: must('a string') })
      .min(1, { error: 'must have at least 1 character' })
      .max(MOST_CHOICES, { error: `must have at most ${MOST_CHOICES} UTF-16 code units` }),
  ).meta({
    description: 'Spans whose first candidate is one of these kinds: `disorder`, `substance`.',
  }),
  min_confidence: z
    .number({ error: must('a number') })
    .min(0, { error: 'must be 0 or more' })
    .max(1, { error: 'must be at most 1' })
    .optional()
    .meta({ description: 'Spans of which no confidence is lower.' }),
};

const conceptsOnly = z
  .strictObject(conceptsOnlyMembers, { error: must('an object of the documented members') })
  .optional()
  .meta({ description: 'Which spans are answered: all members that are given must hold.' });

const axisOnly = <A extends Axis>(axis: A) =>
  some(z.enum(AXIS_VALUES[axis], { error: oneOf(AXIS_VALUES[axis]) })).meta({
    description: `Spans whose ${axis} is one of these; not those of which it is null.`,
  });

export const only = z
  .strictObject(
    {
      assertion: axisOnly('assertion'),
      subject: axisOnly('subject'),
      temporality: axisOnly('temporality'),
      certainty: axisOnly('certainty'),
      role: axisOnly('role'),
      ...conceptsOnlyMembers,
    },
    { error: must('an object of the documented members') },
  )
  .optional()
  .meta({ description: 'Which spans are answered: all members that are given must hold.' });

export const offsets = z
  .enum(OFFSET_UNITS, { error: oneOf(OFFSET_UNITS) })
  .default('utf16')
  .meta({
    description:
      'What `start` and `end` count: UTF-16 code units (JavaScript, Java), code points (Python) or bytes of UTF-8.',
  });

const format = z
  .enum(OUTPUT_FORMATS, { error: oneOf(OUTPUT_FORMATS) })
  .optional()
  .meta({ description: 'The format of the answer; by default what `Accept` prefers, else `json`.' });

/** `Patient/ID`, with or without a server before it, or `urn:uuid:UUID`. */
const PATIENT =
  /^(?:(?:https?:\/\/[^\s?#]+\/)?Patient\/[A-Za-z0-9.-]{1,64}|urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const patient = z
  .string({ error: 'must be a string' })
  .max(MOST_REFERENCE, { error: `must have at most ${MOST_REFERENCE} UTF-16 code units` })
  .regex(PATIENT, { error: 'must be Patient/ID, the URL of a Patient, or urn:uuid:UUID' })
  .optional()
  .meta({ description: 'With `format` `fhir`: the Patient whom the resources are of. Echoed back.' });

/** Up to the largest whole number that JSON carries exactly. */
const noteId = z
  .int({ error: 'must be a whole number' })
  .optional()
  .meta({ description: 'With `format` `omop`: the `note_id` of each row.' });

const noteDate = z.iso
  .date({ error: 'must be a date, YYYY-MM-DD' })
  .optional()
  .meta({ description: 'Date of the note; dates in the text are judged against it. The clock is never used.' });

/** What reading contexts is asked with besides the note and its spans. */
const contextMembers = { note_date: noteDate, as_of: asOf, draft };
const hasOneLexicon = ({
  as_of,
  draft,
}: {
  readonly as_of?: number | undefined;
  readonly draft?: string | undefined;
}) => as_of === undefined || draft === undefined;
const ONE_LEXICON = { path: ['draft'], error: 'must not come with as_of' };
/** The same for the OpenAPI document, as what must not be there. */
const BOTH_LEXICONS = { required: ['as_of', 'draft'] };

/** What `extract` is asked with besides the note. */
const extractMembers = { language, ...contextMembers, only, offsets, explain };

/** The same of an answer that cannot be explained. */
const EXPLAINED_ELSEWHERE = {
  required: ['explain', 'format'],
  properties: { explain: { const: true }, format: { enum: ['fhir', 'omop'] } },
};

/** The body of `POST /v1/extract`. */
export function extractRequestSchema(limits: Pick<HttpLimits, 'MAX_TEXT'>) {
  return z
    .object(
      { text: text(limits.MAX_TEXT), ...extractMembers, format, patient, note_id: noteId },
      { error: must('an object') },
    )
    .refine(hasOneLexicon, ONE_LEXICON)
    .meta({
      description:
        'A note to find concepts in, with the context of each. Unknown members are ignored, and named in `X-Unknown-Members`.',
      not: { anyOf: [BOTH_LEXICONS, EXPLAINED_ELSEWHERE] },
    });
}

/** UTF-16 code units of an id, at most. */
const MAX_ID = 200;

export const noteIdSchema = z
  .union([z.string().max(MAX_ID), z.int()], {
    error: must(`a string of at most ${MAX_ID} UTF-16 code units or a whole number`),
  })
  .meta({ description: 'Any name for the note; echoed back.' });

/** A line of the body of `POST /v1/extract/batch`. */
export function batchNoteSchema(limits: Pick<HttpLimits, 'MAX_TEXT'>) {
  return z
    .object({ id: noteIdSchema, text: text(limits.MAX_TEXT), ...extractMembers }, { error: must('an object') })
    .refine(hasOneLexicon, ONE_LEXICON)
    .meta({
      description: 'One line: a body of `extract` with an id. Unknown members are ignored.',
      not: BOTH_LEXICONS,
    });
}

/** What the query string of a batch may say of all its notes. */
export const sharedMembersSchema = z
  .strictObject(extractMembers, { error: `must have no member but ${Object.keys(extractMembers).join(', ')}` })
  .refine(hasOneLexicon, ONE_LEXICON);

/** The body of `POST /v1/extract/concepts`. */
export function conceptsRequestSchema(limits: Pick<HttpLimits, 'MAX_TEXT'>) {
  return z
    .object({ text: text(limits.MAX_TEXT), language, only: conceptsOnly, explain }, { error: must('an object') })
    .meta({
      description: 'A note to find concepts in. Unknown members are ignored, and named in `X-Unknown-Members`.',
    });
}

/** So many items any text may have; a longer one may have as many as `extract/concepts` can find in it: a span and what parts it from the next are 2 units. */
const ITEMS_OF_ANY_TEXT = 1_000;
const UNITS_OF_A_SPAN = 2;

const mostItems = (text: string): number => Math.max(ITEMS_OF_ANY_TEXT, Math.ceil(text.length / UNITS_OF_A_SPAN));

/** The body of `POST /v1/extract/contexts`. */
export function contextsRequestSchema(limits: Pick<HttpLimits, 'MAX_TEXT' | 'MAX_CONCEPTS'>) {
  const concepts = z
    .array(contextItem, { error: must('an array') })
    .min(1, { error: 'must have at least 1 item' })
    .max(limits.MAX_CONCEPTS, { error: `must have at most ${limits.MAX_CONCEPTS} items` })
    .meta({
      description: `At most ${ITEMS_OF_ANY_TEXT} items, or one for every ${UNITS_OF_A_SPAN} UTF-16 code units of \`text\` where that is more.`,
    });
  return z
    .object(
      { text: text(limits.MAX_TEXT), language, concepts, ...contextMembers, explain },
      { error: must('an object') },
    )
    .refine((request) => request.concepts.length <= mostItems(request.text), {
      path: ['concepts'],
      error: `must have at most ${ITEMS_OF_ANY_TEXT} items, or one for every ${UNITS_OF_A_SPAN} UTF-16 code units of text`,
    })
    .refine(hasOneLexicon, ONE_LEXICON)
    .meta({
      description:
        'A note and the spans to read the context of. Unknown members are ignored, and named in `X-Unknown-Members`.',
      not: BOTH_LEXICONS,
    });
}
