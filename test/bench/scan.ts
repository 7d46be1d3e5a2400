/**
 * `npm run bench -- scan FILE.jsonl...`: settings of the scan of the index, one by one, each with recall@5 against an exact search and the time
 * of a core that PostgreSQL takes for a text; DATABASE_URL names one on this machine. The texts are those that notes of the files (one JSON object with `text` a line) are searched
 * for when nothing is known of them yet, TEXTS of them (500). ONLY names settings (a pattern). VECTORS=1 also builds an index of whole floats, which takes minutes.
 */

import pg from 'pg';
import { Extraction } from '../../server/app/extraction.js';
import { MemorySearch } from '../../server/app/memory-search.js';
import type { OpenService } from '../../server/app/open-service.js';
import { ReleaseScreen } from '../../server/app/release-screen.js';
import { withService } from '../../server/cli/open.js';
import { NeighbourCache } from '../../server/concepts/lookup/neighbour-cache.js';
import { type NearestConcept, nearestOfRelease } from '../../server/db/rank.js';
import type { Serving } from '../../server/db/serving.js';
import { vectorTypeId } from '../../server/db/vector-parameter.js';
import { textsOf } from './notes.js';
import { sessionCpuSeconds } from './postgres-cpu.js';
import { BASE, type ScanSetting, scan } from './scan-statement.js';

const NEIGHBOURS = 5;
const TEXTS = Number(process.env.TEXTS ?? 500);
const ONLY = new RegExp(process.env.ONLY ?? '');
const LENGTH = 2_000;
/** What rounding does to a cosine. */
const TIE = 2e-6;
const COPY = 'bench_vectors';

const SETTINGS: Readonly<Record<string, Partial<ScanSetting>>> = {
  'ef_search 120': { ef: 120 },
  'ef_search 200': { ef: 200 },
  'ef_search 300': { ef: 300 },
  'ef_search 400': { ef: 400 },
  'ef_search 800': { ef: 800 },
  'over-fetch 20': { overfetch: 20 },
  'over-fetch 100': { overfetch: 100 },
  'iterative scan from ef_search 50': { ef: 50, iterative: true, overfetch: 100 },
  'like vectors one after the other': { sorted: true },
  prepared: { prepared: true },
  'width set in the statement: one round trip': { oneTrip: true },
  'one text a statement': { texts: 1 },
  '32 texts a statement': { texts: 32 },
  ...(process.env.VECTORS === '1' ? { 'whole floats': { table: COPY, stored: 'vector' } } : {}),
};

/** The vectors that the notes are searched for, and their nearest concepts without the index. */
async function searched({ handle, live }: OpenService, serving: Serving) {
  const { db, vectorType: stored } = handle;
  const vectors: Float32Array[] = [];
  const memory = new MemorySearch(stored);
  const screen = new ReleaseScreen(db, 100e6);
  await screen.follow(serving);
  const types = { id: await vectorTypeId(db), stored, release: () => memory };
  const recorder = {
    nearest: (...asked: Parameters<MemorySearch['nearest']>) => {
      vectors.push(...asked[2]);
      return memory.nearest(...asked);
    },
  };
  const neighbours = { cache: new NeighbourCache(256e6), screen };
  const tools = { db, types: { ...types, release: () => recorder }, neighbours };
  const service = new Extraction(tools, live, async () => undefined);
  for (const text of textsOf(process.argv.slice(2))) {
    if (vectors.length >= TEXTS) break;
    const request = { text: text.slice(0, LENGTH), language: 'auto', explain: false } as const;
    await service.extractConcepts(request, new AbortController().signal);
  }
  const exact = await nearestOfRelease(db, serving, vectors, { types });
  await memory.close();
  await screen.close();
  return { vectors, exact, typeId: types.id };
}

/** The share of the nearest concepts that were found; one that is as near as the last of them is one of them. */
function recall(found: readonly (readonly NearestConcept[])[], exact: typeof found): number {
  let hits = 0;
  for (const [i, concepts] of exact.entries()) {
    const worst = concepts[NEIGHBOURS - 1]?.cosine ?? 0;
    hits += (found[i] ?? []).slice(0, NEIGHBOURS).filter(({ cosine }) => cosine >= worst - TIE).length;
  }
  return hits / (NEIGHBOURS * exact.length);
}

await withService(async (opened) => {
  const serving = opened.live.state?.serving;
  if (!serving?.ready || opened.handle.kind !== 'server') throw new Error('Set DATABASE_URL, and wait for the index.');
  const { vectors, exact, typeId } = await searched(opened, serving);
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  if (process.env.VECTORS === '1') {
    const { releaseTable: table, dimensions } = serving;
    await client.query(`DROP TABLE IF EXISTS ${COPY}`);
    await client.query(
      `CREATE TABLE ${COPY} AS SELECT description_id, sctid, embedding::vector(${dimensions}) AS embedding FROM ${table}`,
    );
    await client.query(
      `CREATE INDEX ON ${COPY} USING hnsw (embedding vector_cosine_ops) WITH (m = 24, ef_construction = 128)`,
    );
  }
  const base = { ...BASE, table: serving.releaseTable, dimensions: serving.dimensions };
  process.stdout.write(`${vectors.length} texts; the other settings at ef_search ${BASE.ef}\n`);
  await scan(client, base, vectors, typeId);
  for (const [name, setting] of Object.entries(SETTINGS).filter(([name]) => ONLY.test(name))) {
    const began = await sessionCpuSeconds(client);
    const found = await scan(client, { ...base, ...setting }, vectors, typeId);
    const ms = (((await sessionCpuSeconds(client)) - began) * 1_000) / vectors.length;
    process.stdout.write(
      `${name.padEnd(44)} recall@5 ${recall(found, exact).toFixed(4)}  ${ms.toFixed(2)} ms a text\n`,
    );
  }
  if (process.env.VECTORS === '1') await client.query(`DROP TABLE ${COPY}`);
  await client.end();
});
