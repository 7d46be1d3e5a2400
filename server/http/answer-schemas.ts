/** The answer bodies, for `docs/openapi.json` and for the tests that hold the service to it. */

import { z } from 'zod';
import { AXES, AXIS_VALUES, type Axis, DECISION_SOURCES } from '../domain/axes.js';
import { STATUSES, TIERS } from '../domain/candidate.js';
import { LANGUAGES, NOTE_LANGUAGES } from '../domain/language.js';
import { REVIEW_REASONS } from '../domain/review-reasons.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import { noteIdSchema } from './schemas.js';

const cosine = z.number().min(-1).max(1);
const probability = z.number().min(0).max(1);
const nullableText = z.string().nullable();

export const candidate = z.object({
  code: z.string().meta({ description: 'SCTID.' }),
  display: z.string().meta({ description: 'Preferred term in the language of the span, else in English.' }),
  semantic_tag: z.string().meta({ description: 'Which kind of thing it is: `disorder`, `procedure`, `substance`.' }),
  cosine: cosine.meta({ description: 'Cosine similarity, 4 decimals.' }),
});

const range = {
  start: z.int().min(0).meta({ description: 'UTF-16 offset of the span in `text`.' }),
  end: z.int().min(0).meta({ description: 'UTF-16 offset behind the span: `text.slice(start, end) === span`.' }),
};

const evidence = z
  .object({
    rule: z.string().meta({ description: 'The rule, as docs/rules.md lists them.' }),
    effect: z
      .enum(['review', 'clear'])
      .meta({ description: 'Whether it holds the first candidate back, or silenced a rule that would.' }),
    reason: z.enum(REVIEW_REASONS).nullable(),
    words: z.string().meta({ description: 'The words of the note that made it.' }),
    ...range,
    row: z.object({ class: z.string(), word: z.string(), value: nullableText }).nullable(),
  })
  .meta({ description: 'One finding of one rule.' });

const conceptExplanation = z
  .object({
    language: z.enum(LANGUAGES),
    section: nullableText,
    tier: z.enum(TIERS).nullable(),
    doubt: z.enum(REVIEW_REASONS).nullable().meta({
      description: 'Why the span is never `resolved`, whatever its cosine; null when nothing speaks against it.',
    }),
    evidence: z
      .array(evidence)
      .meta({ description: 'What holds the first candidate back, the strongest first, then what was cleared.' }),
    probability: z.number().min(0).max(1).nullable().meta({
      description:
        'How likely the first concept that was ranked is the right one; null without fitted weights, for a term of the site, and where that concept is not shown.',
    }),
    moved_by: z
      .array(z.object({ feature: z.string(), value: z.number(), log_odds: z.number() }))
      .meta({ description: 'What moved the probability, in log odds, the most first.' }),
    descriptions: z.array(z.object({ term: z.string(), language: z.enum(LANGUAGES), semantic_tag: z.string() })),
    thresholds: z
      .object({
        floor: z.number(),
        shown: z.number(),
        resolved_cosine: z.number(),
        resolved_margin: z.number(),
        flag_probability: z.number(),
        resolved_probability: z.number(),
      })
      .nullable(),
  })
  .meta({ description: 'Why the span got its candidates; only with `explain: true`.' });

const conceptEntry = z.object({
  span: z.string().meta({ description: 'The exact text span detected in the note.' }),
  ...range,
  candidates: z.array(candidate).max(5).meta({ description: 'Distinct concepts, best first.' }),
  code: nullableText.meta({ description: 'The chosen SCTID; null when the span is unresolved.' }),
  cosine: cosine.meta({ description: 'Cosine of the top candidate; 0 with no candidate.' }),
  margin: z.number().meta({ description: "Top cosine minus the second candidate's; small means ambiguous." }),
  concept_confidence: cosine.meta({ description: 'Equal to the top cosine.' }),
  status: z.enum(STATUSES).meta({
    description:
      'resolved: high cosine and margin, and probably right, safe to map automatically. flag: review. unresolved: nothing cleared the floor, or the nearest is more likely wrong than right, `code` is null, and only candidates that a reviewer could mean are shown, perhaps none.',
  }),
  explain: conceptExplanation.optional(),
});

export const meta = z
  .object({
    model: z.string(),
    terminology: z.string(),
    lexicon: z.string(),
    timings: z.record(z.string(), z.number()).optional(),
  })
  .meta({ description: 'Versions, and milliseconds of each stage; only with `explain: true`.' });

function axis<A extends Axis>(name: A, description: string) {
  return z
    .object({
      value: z.enum(AXIS_VALUES[name]),
      confidence: probability,
      trigger: nullableText.meta({ description: 'The exact phrase of the note that fired; null when none did.' }),
    })
    .nullable()
    .meta({ description });
}

const spanContext = z
  .object({
    assertion: axis('assertion', 'Present, denied or unclear.'),
    subject: axis('subject', 'Who the concept is about.'),
    temporality: axis('temporality', 'When it applies.'),
    certainty: axis('certainty', 'How certain the clinician is.'),
    role: axis('role', 'The clinical role in the note.'),
  })
  .meta({ description: 'Exactly five axes; an axis is null when it does not apply.' });

const losingTrigger = z.object({
  row: z.int().meta({ description: 'Id of the row.' }),
  version: z.int().meta({ description: 'The lexicon version since which the row reads so.' }),
  phrase: z.string(),
  value: nullableText,
  trigger: z.object(range),
  why: z.string().meta({ description: 'Why it did not decide.' }),
});

const axisExplanation = z.object({
  axis: z.enum(AXES),
  value: nullableText,
  source: z.enum(DECISION_SOURCES).meta({ description: 'Where the words stand that decided, if any did.' }),
  row: z
    .int()
    .nullable()
    .meta({ description: 'Id of the trigger or section rule that decided; null where none did, or another axis.' }),
  version: z.int().nullable().meta({ description: 'The lexicon version since which that row reads so.' }),
  phrase: nullableText.meta({ description: 'The phrase or heading of that row.' }),
  reason: nullableText,
  trigger: z.object(range).nullable().meta({ description: 'Where the trigger stands.' }),
  scope: z.object(range).nullable().meta({ description: 'What the trigger speaks of.' }),
  distance: z.int().nullable().meta({ description: 'Words between trigger and span.' }),
  score: probability.meta({ description: 'What the confidence was read from.' }),
  losers: z.array(losingTrigger).meta({ description: 'The triggers that did not decide.' }),
});

const contextExplanation = z.array(axisExplanation).meta({
  description:
    'Why each axis has its value, in the order of the axes; only with `explain: true`, and absent where the span is not in the text.',
});

const contextEntry = z.object({
  code: nullableText.meta({ description: 'As submitted.' }),
  span: z.string().meta({ description: 'As submitted.' }),
  start: range.start.optional(),
  end: range.end.optional(),
  context: spanContext,
  context_confidence: probability.meta({ description: 'The minimum over the axes that are not null.' }),
  readable_note: z.string().meta({ description: 'A short summary, in the language of the sentence.' }),
  explain: contextExplanation.optional(),
});

const noteLanguage = z.enum(NOTE_LANGUAGES).meta({
  description:
    'The language of most of the note, or the one that the request forces. `other`: neither English nor French, so that spans are missing or wrong.',
});

export const conceptsAnswerSchema = z.object({
  concepts: z.array(conceptEntry).meta({ description: 'One entry for each detected span, in the order of the note.' }),
  language: noteLanguage,
  meta: meta.optional(),
});

const inOffsets = (what: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `${what}, in the unit of \`offsets\`.` });

const located = {
  text: z.string().meta({ description: 'The exact words of the note.' }),
  start: inOffsets('Offset of the words in `text`'),
  end: inOffsets('Offset behind the words'),
};

const quantity = z.object({
  ...located,
  value: z.number(),
  high: z.number().nullable().meta({ description: 'Upper end of a range; null where it is one number.' }),
  comparator: z.enum(['<', '<=', '>', '>=']).nullable(),
  unit: nullableText.meta({ description: 'UCUM code; null where no unit is written or it is not known.' }),
  component: z
    .enum(['systolic', 'diastolic'])
    .nullable()
    .meta({ description: 'Which number of a blood pressure it is; null otherwise.' }),
});

const dosage = z
  .object({
    dose: quantity.nullable(),
    route: z
      .object({ ...located, code: nullableText.meta({ description: 'SCTID of the route of administration.' }) })
      .nullable(),
    frequency: z
      .object({
        ...located,
        times: z.number().nullable().meta({ description: 'Times in each period: 3 in 1 d.' }),
        period: z.number().nullable(),
        period_unit: z.enum(['h', 'd', 'wk', 'mo']).nullable(),
        as_needed: z.boolean(),
      })
      .nullable(),
    duration: quantity.nullable(),
  })
  .meta({ description: 'How a medicine is taken; absent where nothing of it was read.' });

const extractEntry = conceptEntry.omit({ explain: true }).extend({
  start: inOffsets('Offset of the span in `text`'),
  end: inOffsets('Offset behind the span'),
  semantic_tag: nullableText.meta({ description: 'The kind of the first candidate; null where there is none.' }),
  language: z.enum(LANGUAGES).meta({ description: 'Language of the sentence.' }),
  section: nullableText.meta({ description: 'The section that a heading names; null where none does.' }),
  context: contextEntry.shape.context,
  context_confidence: contextEntry.shape.context_confidence,
  readable_note: contextEntry.shape.readable_note,
  values: z.array(quantity).optional().meta({
    description: 'What was measured: one value, two of a blood pressure; absent where none was read.',
  }),
  dosage: dosage.optional(),
  explain: z.object({ concept: conceptExplanation, context: contextExplanation.optional() }).optional().meta({
    description: 'The explanations of both, every offset in the unit of `offsets`; only with `explain: true`.',
  }),
});

export const extractAnswerSchema = z.object({
  language: noteLanguage,
  spans: z
    .array(extractEntry)
    .meta({ description: 'One entry for each span that is asked for, in the order of the note.' }),
  meta: meta.optional(),
});

const lineOfRequest = z.int().min(1).meta({ description: 'The line of the request, blank lines counted.' });

/** A line of the answer to a batch. */
export const batchAnswerSchema = extractAnswerSchema.extend({ id: noteIdSchema });

/** A line of the answer to a batch, for a note that failed. */
export const batchErrorSchema = z.object({
  id: noteIdSchema.nullable().meta({ description: 'Null where the line has none that can be echoed.' }),
  line: lineOfRequest,
  ...errorAnswerSchema().shape,
});

/** The last line of the answer to a batch. */
export const batchSummarySchema = z.object({
  summary: z.object({
    complete: z
      .boolean()
      .meta({ description: 'Whether every line of the request is answered; else `error` says why not.' }),
    notes: z.int().min(0).meta({ description: 'Lines answered.' }),
    errors: z.int().min(0).meta({ description: 'Those of them that are answered with an error.' }),
    last_line: z
      .int()
      .min(0)
      .meta({ description: 'The last line of the request that is answered: send those behind it again.' }),
    versions: z
      .array(z.object({ model: z.string(), terminology: z.string(), lexicon: z.string() }))
      .meta({ description: 'What the notes were answered with, one entry where nothing was changed meanwhile.' }),
  }),
  error: errorAnswerSchema().shape.error.optional(),
});

const int4 = z.int().min(-2_147_483_648).max(2_147_483_647);

/** With `format` `omop`: the columns of NOTE_NLP of the OMOP common data model 5.4. */
export const omopAnswerSchema = z.object({
  note_nlp: z
    .array(
      z.strictObject({
        note_nlp_id: int4.meta({ description: 'Counts from 1 in each answer.' }),
        note_id: z.int().nullable().meta({ description: 'As the request says; else null.' }),
        section_concept_id: int4.meta({ description: '0; `term_modifiers` names the section.' }),
        snippet: z.string().max(250),
        offset: z.string().max(50).meta({ description: 'Where the span begins, in the unit of `offsets`.' }),
        lexical_variant: z.string().max(250),
        note_nlp_concept_id: int4.meta({ description: 'The standard concept; 0 where the site has none.' }),
        note_nlp_source_concept_id: int4.meta({
          description: 'The concept of vocabulary SNOMED; 0 where the site has none.',
        }),
        nlp_system: z.string().max(250),
        nlp_date: z.iso.date(),
        nlp_datetime: z.string().meta({ description: 'UTC, without a zone.' }),
        term_exists: z.enum(['Y', 'N']).nullable(),
        term_temporal: z.enum(['present', 'past']).nullable(),
        term_modifiers: z
          .string()
          .max(2000)
          .meta({ description: '`sctid`, `status`, confidences, section and the five axes with their triggers.' }),
      }),
    )
    .meta({ description: 'Rows of NOTE_NLP, in the order of the note.' }),
});

export const contextsAnswerSchema = z.object({
  contexts: z
    .array(contextEntry)
    .meta({ description: 'One entry for each submitted span, in the order of the request.' }),
  meta: meta.optional(),
});

/** JSON Pointer and rule of each fault. */
function faultsSchema() {
  return z.array(z.object({ pointer: z.string(), rule: z.string() })).optional();
}

export const statusAnswerSchema = z.object({
  status: z.enum(['up', 'ready', 'degraded']),
  details: faultsSchema().meta({ description: 'What is lost of a service that is degraded and answers all the same.' }),
});

/** The envelope of every answer that is not a success, limited to the codes that a response can have. */
export function errorAnswerSchema(codes: readonly ErrorCode[] = Object.keys(ERRORS) as ErrorCode[]) {
  return z.object({
    error: z.object({
      code: z.enum(codes),
      message: z.string(),
      request_id: z.string(),
      details: faultsSchema().meta({ description: 'JSON Pointer and rule of each fault, never a value.' }),
    }),
  });
}
