import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import type { ConceptEntry } from '../../server/concepts/answer.js';
import type { ContextEntry } from '../../server/context/request.js';
import type { Database } from '../../server/db/tables.js';
import { rowsOf } from '../support/lexicon.js';
import { recorded } from '../support/recorded.js';
import { testService } from '../support/service.js';

const NOTES = fileURLToPath(new URL('../../../test/fixtures/notes/', import.meta.url));
/** The vectors of the two kinds of database differ in their last digits. */
const COSINE_TOLERANCE = 0.002;
const NUMBERS = ['cosine', 'margin', 'concept_confidence'];

interface GoldenEntry {
  readonly concept: ConceptEntry;
  readonly context: ContextEntry;
}

/** Answers without their numbers in [-1, 1], and those numbers in order. */
function split(entries: readonly GoldenEntry[]): { words: unknown; cosines: number[] } {
  const cosines: number[] = [];
  const words = JSON.parse(
    JSON.stringify(entries, (key, value) => {
      if (key === 'candidates') return settled(value);
      if (!NUMBERS.includes(key)) return value;
      cosines.push(value);
      return 0;
    }),
  );
  return { words, cosines };
}

/** Candidates of which no other order, and no other last one, is within the tolerance. */
function settled(candidates: ConceptEntry['candidates']): ConceptEntry['candidates'] {
  const last = candidates.at(-1)?.cosine ?? 0;
  const sure = candidates.filter(({ cosine }, i) => i === 0 || cosine > last + COSINE_TOLERANCE);
  const isNear = (a: number, b: number) => Math.abs(a - b) <= COSINE_TOLERANCE;
  return sure.toSorted((a, b) => (isNear(a.cosine, b.cosine) ? a.code.localeCompare(b.code) : b.cosine - a.cosine));
}

/** Drops the approximate index, which each run builds in another way: without it every vector is compared. */
async function searchExactly(db: Kysely<Database>): Promise<void> {
  const indexes =
    "SELECT format('%I.%I', schemaname, indexname) AS name FROM pg_indexes WHERE indexdef LIKE '%USING hnsw%'";
  for (const { name } of await rowsOf(db, indexes)) await rowsOf(db, `DROP INDEX ${name}`);
}

describe('the golden notes', () => {
  // A scan of all vectors takes longer than one of the index.
  const service = testService({ DEADLINE_MS: '60000' });
  const answers = new Map<string, Promise<GoldenEntry[]>>();
  before('search exactly', () => searchExactly(service.running.opened.handle.db));

  async function twoCalls(text: string): Promise<GoldenEntry[]> {
    const first = await service.running.post('/v1/extract/concepts', { text });
    const { concepts } = (await first.json()) as { concepts: ConceptEntry[] };
    const items = concepts.map(({ span, code }) => ({ span, code }));
    const second = await service.running.post('/v1/extract/contexts', { text, concepts: items });
    const { contexts } = (await second.json()) as { contexts: ContextEntry[] };
    return concepts.map((concept, i) => ({ concept, context: contexts[i] as ContextEntry }));
  }

  function answersTo(file: string): Promise<GoldenEntry[]> {
    const answer = answers.get(file) ?? twoCalls(readFileSync(NOTES + file, 'utf8'));
    answers.set(file, answer);
    return answer;
  }

  for (const file of readdirSync(NOTES).filter((name) => name.endsWith('.txt'))) {
    it(`answer as recorded: ${file}`, async () => {
      const now = await answersTo(file);
      const golden = `test/fixtures/notes/${file.replace('.txt', '.golden.json')}`;
      const before = JSON.parse(recorded(golden, `${JSON.stringify(now, null, 1)}\n`)) as GoldenEntry[];
      const [a, b] = [split(now), split(before)];
      assert.deepEqual(a.words, b.words);
      assert.equal(a.cosines.length, b.cosines.length);
      for (const [i, cosine] of a.cosines.entries()) {
        assert.ok(Math.abs(cosine - (b.cosines[i] as number)) <= COSINE_TOLERANCE);
      }
    });

    it(`place every span where the first call found it, without offsets: ${file}`, async () => {
      for (const { concept, context } of await answersTo(file)) {
        assert.deepEqual([context.start, context.end], [concept.start, concept.end]);
      }
    });
  }
});
