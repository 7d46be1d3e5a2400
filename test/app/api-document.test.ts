import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  conceptsAnswerSchema,
  contextsAnswerSchema,
  errorAnswerSchema,
  extractAnswerSchema,
  omopAnswerSchema,
} from '../../server/http/answer-schemas.js';
import { languageNotes } from '../support/language-notes.js';
import { allowed, refused, resolved, type Schema } from '../support/schema-requests.js';
import { testService } from '../support/service.js';

/** Answers have more members than zod would pass where they are not documented. */
const OPERATIONS = [
  ['/v1/extract', 'ExtractRequest', extractAnswerSchema],
  ['/v1/extract/concepts', 'ConceptsRequest', conceptsAnswerSchema],
  ['/v1/extract/contexts', 'ContextsRequest', contextsAnswerSchema],
] as const;
const RUNS = { numRuns: 60 };
const SOME = 6;

interface Document {
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly headers: object }>>;
  };
  readonly paths: Readonly<Record<string, { readonly post: { readonly responses: Readonly<Record<string, Answer>> } }>>;
}
interface Answer {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: object;
}

/** A bounded part of what test/schemathesis/run.sh does. */
describe('the API document, on the whole service', () => {
  const service = testService({ RATE_LIMIT: '1000000', DEADLINE_MS: '20000' });
  let document: Document;
  before(async () => {
    document = (await (await fetch(`${service.running.url}/openapi.json`)).json()) as Document;
  });

  /** The answer, which has a documented status and type, and no header that is not documented. */
  async function documented(path: string, body: unknown): Promise<{ status: number; answer: unknown; type: string }> {
    const response = await service.running.post(path, body);
    const { status, headers } = response;
    const { $ref, ...own } = document.paths[path]?.post.responses[status] ?? { headers: {} };
    assert.ok($ref ?? own.content, `${status} is not documented`);
    const shared = $ref === undefined ? own : document.components.responses[$ref.split('/').at(-1) ?? ''];
    const known = new Set(Object.keys(shared?.headers ?? {}).map((name) => name.toLowerCase()));
    for (const name of [...headers.keys()].filter((each) => /^(?:x-(?!content-type)|ratelimit|retry)/.test(each)))
      assert.ok(known.has(name), `${name} of ${status} is not documented`);
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    assert.ok(status !== 200 || type in (own.content ?? {}), type);
    return { status, type, answer: await response.json() };
  }
  const schemaOf = (name: string) => {
    const { schemas } = document.components;
    return resolved(schemas[name] as Schema, schemas);
  };

  for (const [path, name, answerSchema] of OPERATIONS) {
    it(`says what ${path} takes, and what it answers to the last member`, async function () {
      this.timeout(120_000);
      await fc.assert(
        fc.asyncProperty(allowed(schemaOf(name)), async (body) => {
          const { status, type, answer } = await documented(path, body);
          if (status !== 200) return assert.deepEqual(faults(answer), [namesALexicon(body)]);
          const isRows = (body as { format?: string }).format === 'omop';
          const schema = isRows ? omopAnswerSchema : answerSchema;
          if (type === 'application/json') assert.deepEqual(schema.parse(answer), answer);
        }),
        RUNS,
      );
    });

    it(`says what ${path} refuses`, async function () {
      this.timeout(120_000);
      await fc.assert(
        fc.asyncProperty(refused(schemaOf(name)), async ({ body, member }) => {
          const { status, answer } = await documented(path, body);
          assert.equal(status, 400);
          assert.deepEqual(errorAnswerSchema().parse(answer), answer);
          assert.ok(faults(answer).some((pointer) => pointer.startsWith(`/${member}`)));
        }),
        RUNS,
      );
    });
  }

  it('documents explanations to the last member', async () => {
    const text = 'Denies chest pain but has a cough. Father had a stroke in 2010? No fever, afebrile.';
    const { concepts } = await explained('/v1/extract/concepts', { text }, conceptsAnswerSchema);
    const items = [...concepts.map(({ span, start, end }) => ({ span, start, end })), { span: 'ghost' }];
    const { contexts } = await explained('/v1/extract/contexts', { text, concepts: items }, contextsAnswerSchema);
    assert.equal(contexts.filter((entry) => entry.explain).length, concepts.length);
    const { spans } = await explained('/v1/extract', { text }, extractAnswerSchema);
    assert.ok(spans.every((entry) => entry.explain?.context?.length === 5));
  });

  async function explained<T>(path: string, body: object, schema: { parse: (answer: unknown) => T }): Promise<T> {
    const { answer } = await documented(path, { ...body, explain: true });
    assert.deepEqual(schema.parse(answer), answer);
    return answer as T;
  }

  it('has a `language` that tells a note in a third language, in both operations that find spans', async function () {
    this.timeout(60_000);
    // Of those in other languages some: test/concepts/annotate has them all.
    const notes = languageNotes().filter(({ answered }, i) => answered !== 'other' || i % SOME === 0);
    for (const { language, answered, text } of notes) {
      const { answer } = await documented('/v1/extract/concepts', { text });
      const told = (answer as { language: string }).language;
      assert.equal(told === 'other', answered === 'other', `${language}, answered ${told}: ${text}`);
    }
    const text = languageNotes().find(({ answered }) => answered === 'other')?.text;
    const both = await Promise.all(['auto', 'fr'].map((language) => documented('/v1/extract', { text, language })));
    assert.deepEqual(
      both.map(({ answer }) => (answer as { language: string }).language),
      ['other', 'fr'],
    );
    const { answer } = await documented('/v1/extract', { text, format: 'fhir' });
    assert.equal((answer as { language?: string }).language, undefined);
  });
});

function faults(answer: unknown): string[] {
  return (answer as { error: { details: { pointer: string }[] } }).error.details.map(({ pointer }) => pointer);
}

/** The member that may name a lexicon that there is not. */
function namesALexicon(body: unknown): string {
  return 'draft' in (body as object) ? '/draft' : '/as_of';
}
