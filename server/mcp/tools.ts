/** The tools of an assistant: what each takes, does and answers. The shapes are those of the HTTP API. */

import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ExtractAnswer, ExtractRequest } from '../app/extract.js';
import type { ExtractionService } from '../app/operations.js';
import { MOST_FOUND } from '../app/term-search.js';
import { LANGUAGES } from '../domain/language.js';
import { UNENCODABLE } from '../domain/unencodable.js';
import type { Versions } from '../domain/versions.js';
import { AppError } from '../errors.js';
import { candidate, extractAnswerSchema, meta } from '../http/answer-schemas.js';
import type { HttpLimits } from '../http/context.js';
import { shownSpan } from '../http/formats.js';
import { language, only, text } from '../http/schemas.js';
import { checkInput, validate } from '../http/validate.js';
import { mapInSlices } from '../slices.js';

/** What a call is answered with, a JSON object. */
export interface ToolAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  /** Spans or concepts in it. */
  readonly entries: number;
}

/** A tool and what it does. */
export interface AssistantTool {
  readonly tool: Tool;
  /**
   * Checks the arguments and gives what is to be asked of the service.
   * @throws AppError VALIDATION_ERROR, INVALID_INPUT
   */
  readonly read: (given: unknown) => ToolWork;
}

export interface ToolWork {
  /** Of the note, in UTF-16 units: a longer one may take longer. */
  readonly textLength: number;
  /** @throws AppError */
  readonly ask: (service: ExtractionService, signal: AbortSignal) => Promise<ToolAnswer>;
}

const CAUTION =
  'For people who review the result; not a medical device. A span that is negated, or whose subject is family, is usually no active problem of the patient.';

const MAX_QUERY = 200;
const MAX_SPAN = 1_000;

const words = (max: number) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(2, { error: 'must have at least 2 characters' })
    .max(max, { error: `must have at most ${max} UTF-16 code units` })
    .refine((value) => !UNENCODABLE.test(value), { error: 'must not hold U+0000 or a lone surrogate' });

/** The tools for the limits of this process. */
export function createTools(limits: Pick<HttpLimits, 'MAX_TEXT'>): readonly AssistantTool[] {
  return [extractTool(limits), explainTool(limits), searchTool()];
}

function extractTool({ MAX_TEXT }: Pick<HttpLimits, 'MAX_TEXT'>): AssistantTool {
  const input = z.object({ text: text(MAX_TEXT), language, only });
  const tool = describe('extract', 'Find the SNOMED CT concepts of a clinical note', input, extractAnswerSchema, [
    'Finds the clinical concepts of a note in English or French: for each span its SNOMED CT code and candidates, whether it is resolved, for review (flag) or unresolved,',
    'and what the note says of it: assertion, subject, temporality, certainty, role, each with the words that decided it.',
    CAUTION,
  ]);
  return {
    tool,
    read: ofNote(input, async (asked, service, signal) =>
      spansOf(await service.extract(requestOf(asked, false), signal), false),
    ),
  };
}

function explainTool({ MAX_TEXT }: Pick<HttpLimits, 'MAX_TEXT'>): AssistantTool {
  const span = words(MAX_SPAN).meta({ description: 'A span of the note, as extract answered it.' });
  const input = z.object({ text: text(MAX_TEXT), span, language });
  const tool = describe('explain', 'Say why a span has its concept and context', input, extractAnswerSchema, [
    'The reasons for one span of a note, once for each place where extract finds it: the terms that matched, what holds the concept back, how probable it is,',
    'and for each axis of its context the row of the lexicon that decided and what lost against it.',
  ]);
  return {
    tool,
    read: ofNote(input, async (asked, service, signal) => {
      const answer = await service.extract(requestOf(asked, true), signal);
      const wanted = folded(asked.span);
      const spans = answer.spans.filter((entry) => folded(entry.span) === wanted);
      if (spans.length > 0) return spansOf({ ...answer, spans }, true);
      const rule = 'must be a span that extract answers for this text';
      throw new AppError('VALIDATION_ERROR', { details: [{ pointer: '/span', rule }] });
    }),
  };
}

function searchTool(): AssistantTool {
  const input = z.object({
    query: words(MAX_QUERY).meta({ description: 'A short phrase, such as "heart attack"; no note.' }),
    language: z
      .enum(LANGUAGES, { error: 'must be "en" or "fr"' })
      .default('en')
      .meta({ description: 'Language of the phrase and of the terms that are answered.' }),
    limit: z
      .int({ error: 'must be a whole number' })
      .min(1, { error: 'must be 1 or more' })
      .max(MOST_FOUND, { error: `must be at most ${MOST_FOUND}` })
      .default(MOST_FOUND)
      .meta({ description: 'Concepts at most.' }),
  });
  const output = z.object({ concepts: z.array(candidate), meta });
  const tool = describe('search_terms', 'Find the nearest SNOMED CT concepts of a phrase', input, output, [
    'The concepts of the loaded terminology whose terms are nearest to a phrase, best first, with the cosine of the nearest term: 1 for the same words. It may lack a concept that the terminology does not hold.',
  ]);
  return {
    tool,
    read: (given) => {
      const asked = validate(input, given);
      return {
        textLength: asked.query.length,
        ask: async (service, signal) => {
          const { concepts, versions } = await service.searchTerms(asked, signal);
          return { body: { concepts, meta: versionsOf(versions) }, entries: concepts.length };
        },
      };
    },
  };
}

/** Checks the arguments of a tool that takes a note. */
function ofNote<Input extends z.ZodType<{ readonly text: string }>>(
  input: Input,
  ask: (asked: z.output<Input>, service: ExtractionService, signal: AbortSignal) => Promise<ToolAnswer>,
): AssistantTool['read'] {
  return (given) => {
    const asked = validate(input, given);
    checkInput(asked.text);
    return { textLength: asked.text.length, ask: (service, signal) => ask(asked, service, signal) };
  };
}

/** A tool reads, changes nothing and reaches nothing outside. */
function describe(
  name: string,
  title: string,
  input: z.ZodType,
  output: z.ZodType,
  description: readonly string[],
): Tool {
  return {
    name,
    title,
    description: description.join(' '),
    inputSchema: objectSchema(input),
    outputSchema: objectSchema(output),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

function objectSchema(schema: z.ZodType): Tool['inputSchema'] {
  return z.toJSONSchema(schema, { io: 'input' }) as Tool['inputSchema'];
}

function requestOf(asked: Pick<ExtractRequest, 'text' | 'language' | 'only'>, explain: boolean): ExtractRequest {
  return { ...asked, offsets: 'utf16', explain };
}

async function spansOf(
  { language: noteLanguage, spans, versions }: ExtractAnswer,
  explain: boolean,
): Promise<ToolAnswer> {
  const shown = await mapInSlices(spans, (entry) => shownSpan(entry, explain));
  return { body: { language: noteLanguage, spans: shown, meta: versionsOf(versions) }, entries: shown.length };
}

function versionsOf({ model, terminology, lexicon }: Versions): Versions {
  return { model, terminology, lexicon };
}

/** An assistant may send a span in another case, or with other white space. */
function folded(words: string): string {
  return words.trim().replace(/\s+/g, ' ').toLowerCase();
}
