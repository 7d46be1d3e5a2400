/** Bodies of what reviewers call: a review, the drafts, what a key may do. */

import { z } from 'zod';
import { SCOPES } from '../domain/key-scope.js';
import { LANGUAGES } from '../domain/language.js';
import { LONGEST_REVIEWED, VERDICTS } from '../domain/review.js';
import type { HttpLimits } from './context.js';

/** The longest name of a reviewer. */
const LONGEST_NAME = 100;
/** A letter or a digit, and no control character. */
const WORDS = /^[^\p{Cc}\p{Cs}]*[\p{L}\p{N}][^\p{Cc}\p{Cs}]*$/u;

const words = (most: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .overwrite((text) => text.replace(/\s+/g, ' ').trim())
    .max(most, { error: `must have at most ${most} UTF-16 code units` })
    .regex(WORDS, { error: 'must hold a letter or a digit, and no control character' });

const code = z
  .string({ error: 'must be a string or null' })
  .max(18, { error: 'must have at most 18 digits' })
  .nullable()
  .default(null);

const reviewLanguage = z
  .enum(LANGUAGES, { error: 'must be "en" or "fr"' })
  .meta({ description: 'Language of the span, as `extract` gave it.' });

/** What of the rules for the two codes JSON Schema can say; not that they differ. */
const CODES_OF_VERDICT = {
  if: { required: ['verdict'], properties: { verdict: { const: 'corrected' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['correct_code'], properties: { correct_code: { type: 'string' } } },
  else: {
    required: ['offered_code'],
    properties: { offered_code: { type: 'string' }, correct_code: { type: 'null' } },
  },
} as const;

/** The body of `POST /v1/reviews`. */
export const reviewRequestSchema = z
  .object(
    {
      language: reviewLanguage,
      span: words(LONGEST_REVIEWED).meta({
        description: 'The words of the span, which are stored: never more of the note, never a name.',
      }),
      verdict: z.enum(VERDICTS, { error: `must be one of ${VERDICTS.join(', ')}` }).meta({
        description:
          'accepted: `offered_code` is right. corrected: `correct_code` is right, `offered_code` is not. rejected: `offered_code` is wrong, and no right one is known.',
      }),
      offered_code: code.meta({ description: 'SCTID of the first candidate; null where there was none.' }),
      correct_code: code.meta({ description: 'The right SCTID; with `corrected` only.' }),
      reviewer: words(LONGEST_NAME).optional().meta({ description: 'Who says so; default the name of the key.' }),
    },
    { error: ({ input }) => (input === undefined ? 'is required' : 'must be an object') },
  )
  .superRefine(({ verdict, offered_code, correct_code }, { addIssue }) => {
    const fault = (member: string, message: string) => addIssue({ code: 'custom', path: [member], message });
    if (verdict !== 'corrected') {
      if (offered_code === null) fault('offered_code', `is required when the verdict is ${verdict}`);
      if (correct_code !== null) fault('correct_code', 'must come with the verdict corrected only');
    } else if (correct_code === null) fault('correct_code', 'is required when the verdict is corrected');
    else if (correct_code === offered_code) fault('correct_code', 'must be another than offered_code');
  })
  .meta({ description: 'What a person says of the code of a span. Unknown members are ignored.', ...CODES_OF_VERDICT });

/** The body of `POST /v1/reviews/lookup`. */
export function lookupRequestSchema(limits: Pick<HttpLimits, 'MAX_CONCEPTS'>) {
  const span = z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .regex(/^[^\0\p{Cs}]*$/u, { error: 'must not hold U+0000 or a lone surrogate' });
  return z
    .object(
      {
        spans: z
          .array(z.object({ language: reviewLanguage, span }, { error: 'must be an object' }), {
            error: ({ input }) => (input === undefined ? 'is required' : 'must be an array'),
          })
          .min(1, { error: 'must have at least 1 item' })
          .max(limits.MAX_CONCEPTS, { error: `must have at most ${limits.MAX_CONCEPTS} items` }),
      },
      { error: ({ input }) => (input === undefined ? 'is required' : 'must be an object') },
    )
    .meta({ description: 'Spans whose reviews are looked up; case and accents make no other span.' });
}

const nullableCode = z.string().nullable();
const time = (description: string) => z.string().meta({ format: 'date-time', description });

const storedReview = z.object({
  id: z.int(),
  language: z.enum(LANGUAGES),
  span: z.string(),
  verdict: z.enum(VERDICTS),
  offered_code: nullableCode,
  correct_code: nullableCode,
  reviewer: z.string(),
  reviewed_at: time('When it was stored.'),
});

export const reviewAnswerSchema = z.object({
  review: storedReview.meta({ description: 'The row as it is stored; the newest of the same words counts.' }),
});

export const lookupAnswerSchema = z.object({
  reviews: z
    .array(storedReview.nullable())
    .meta({ description: 'The newest review of each span, in the order of the request; null where there is none.' }),
});

export const draftsAnswerSchema = z.object({
  drafts: z
    .array(
      z.object({
        name: z.string().meta({ description: 'What `draft` of an operation takes.' }),
        changes: z.int().meta({ description: 'Rows that it adds, changes or deletes.' }),
        state: z.enum(['checked', 'waiting']).meta({ description: 'Whether the cases were tried with it as it is.' }),
        broken: z
          .int()
          .nullable()
          .meta({ description: 'Cases and examples that it breaks; null while it is not checked.' }),
        changed_at: time('When it was last edited.'),
      }),
    )
    .max(100)
    .meta({ description: 'The one that was edited last first.' }),
});

export const keyAnswerSchema = z.object({
  scopes: z.array(z.enum(SCOPES)).meta({ description: 'What the key may call.' }),
  requests_per_minute: z.int().nullable().meta({ description: 'The limit of the key; null for that of the service.' }),
});
