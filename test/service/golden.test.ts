import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConceptEntry, ContextEntry } from '../../server/service/answers.js';
import { recorded } from '../support/recorded.js';
import { testService } from '../support/service.js';

const NOTES = fileURLToPath(new URL('../../../test/fixtures/notes/', import.meta.url));
/** The vectors of the two kinds of database differ in their last digits. */
const COSINE_TOLERANCE = 0.002;

interface GoldenEntry {
  readonly concept: Omit<ConceptEntry, 'margin'> & { readonly margin?: undefined };
  readonly context: ContextEntry;
}

/** Answers without their numbers in [-1, 1], and those numbers in order. */
function split(entries: readonly GoldenEntry[]): { words: unknown; cosines: number[] } {
  const cosines: number[] = [];
  const words = JSON.parse(
    JSON.stringify(entries, (key, value) => {
      if (!['cosine', 'concept_confidence'].includes(key)) return value;
      cosines.push(value);
      return 0;
    }),
  );
  return { words, cosines };
}

/**
 * What does not depend on how the approximate index happened to be built: not the candidates after the first, and so not the
 * margin; and of a span that is near to nothing none, since among far neighbours the index may miss any.
 */
function settled(concept: ConceptEntry): GoldenEntry['concept'] {
  if (concept.status !== 'unresolved')
    return { ...concept, candidates: concept.candidates.slice(0, 1), margin: undefined };
  return { ...concept, candidates: [], cosine: 0, concept_confidence: 0, margin: undefined };
}

describe('the golden notes', () => {
  const service = testService();

  async function twoCalls(text: string): Promise<GoldenEntry[]> {
    const first = await service.running.post('/v1/extract/concepts', { text });
    const { concepts } = (await first.json()) as { concepts: ConceptEntry[] };
    const items = concepts.map(({ span, code }) => ({ span, code }));
    const second = await service.running.post('/v1/extract/contexts', { text, concepts: items });
    const { contexts } = (await second.json()) as { contexts: ContextEntry[] };
    return concepts.map((concept, i) => ({ concept: settled(concept), context: contexts[i] as ContextEntry }));
  }

  for (const file of readdirSync(NOTES).filter((name) => name.endsWith('.txt'))) {
    it(`answer as recorded: ${file}`, async () => {
      const now = await twoCalls(readFileSync(NOTES + file, 'utf8'));
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
      for (const { concept, context } of await twoCalls(readFileSync(NOTES + file, 'utf8'))) {
        assert.deepEqual([context.start, context.end], [concept.start, concept.end]);
      }
    });
  }
});
