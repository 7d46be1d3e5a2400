/**
 * `npm run bench -- import [CONCEPTS | FILE...]`: imports an invented RF2 release, or SNOMED CT files beside the built-in vocabulary, into the
 * PostgreSQL of DATABASE_URL and prints times, memory, the rate of embedding beside that of the encoder alone, and the recall of the index.
 * With LOAD_ONLY=1 it ends before anything is embedded. It leaves nothing behind.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { embeddingModel } from '../../server/app/threshold-fit.js';
import { parseConfig } from '../../server/config.js';
import { type DatabaseHandle, openDatabase } from '../../server/db/connect.js';
import { migrate } from '../../server/db/migrate.js';
import { widenSearch } from '../../server/db/rank.js';
import { dropRelease, listReleases } from '../../server/db/terminology.js';
import { type Encoder, openEncoder } from '../../server/embedding/encoder.js';
import { DEFAULT_TAGS } from '../../server/terminology/import/default-tags.js';
import { openReleaseFiles } from '../../server/terminology/import/files.js';
import { runImport } from '../../server/terminology/import/run-import.js';
import { openSnomed, REFSETS } from '../../server/terminology/import/snomed-source.js';
import { readSeedFiles } from '../../server/terminology/seed-files.js';
import { wordsOf, writeSyntheticRelease } from '../rf2/synthetic-release.js';

const RAW_TEXTS = 100_000;
const BATCH = 2_048;
const QUERIES = 250;
const NEIGHBOURS = 5;
const TIE = 1e-6;

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (since: number) => (performance.now() - since) / 1_000;

/** Texts a second of the encoder alone, fed as the import feeds it. */
async function rawRate(encoder: Encoder): Promise<number> {
  const texts = Array.from({ length: RAW_TEXTS }, (_, i) => (i % 2 ? wordsOf(i).en : wordsOf(i).fr));
  await encoder.encode(texts.slice(0, BATCH), { cache: false });
  const began = performance.now();
  const underway: Promise<unknown>[] = [];
  for (let from = 0; from < texts.length; from += BATCH) {
    underway.push(encoder.encode(texts.slice(from, from + BATCH), { cache: false }));
    if (underway.length > 2) await underway.shift();
  }
  await Promise.all(underway);
  return texts.length / seconds(began);
}

/** The share of the nearest descriptions that the index finds, for terms with a word left out or turned round. */
async function recall({ db }: DatabaseHandle, encoder: Encoder, releaseId: number, table: string): Promise<number> {
  const { rows } = await sql<{ term: string }>`
    SELECT term FROM descriptions WHERE release_id = ${releaseId}::int AND kind <> 'abbreviation'
    ORDER BY hashint8(description_id) LIMIT ${QUERIES}`.execute(db);
  const texts = rows.map(({ term }, i) => {
    const words = term.split(' ');
    return (words.length > 2 ? words.filter((_, k) => k !== i % words.length) : words.reverse()).join(' ');
  });
  let found = 0;
  for (const vector of await encoder.encode(texts, { cache: false })) {
    const query = sql`${`[${[...vector].join()}]`}::halfvec(${sql.lit(vector.length)})`;
    await db.transaction().execute(async (trx) => {
      await widenSearch(trx);
      const nearest = async (limit: number) => {
        const answer = await sql<{ distance: number }>`
          SELECT embedding <=> ${query} AS distance FROM ${sql.table(table)} ORDER BY embedding <=> ${query} LIMIT ${limit}`.execute(
          trx,
        );
        return answer.rows.map(({ distance }) => Number(distance));
      };
      const byIndex = await nearest(50);
      await sql`SET LOCAL enable_indexscan = off`.execute(trx);
      const worst = (await nearest(NEIGHBOURS)).at(-1) ?? 0;
      found += byIndex.slice(0, NEIGHBOURS).filter((distance) => distance <= worst + TIE).length;
    });
  }
  return found / (texts.length * NEIGHBOURS);
}

const [first = '350000', ...others] = process.argv.slice(2);
const invented = /^\d+$/.test(first) ? Number(first) : null;
/** Thrown where only the loading is measured. */
const LOADED = new Error('loaded');
const config = parseConfig(process.env);
if (config.DATABASE_URL === undefined) throw new Error('Set DATABASE_URL to a PostgreSQL server with pgvector.');
const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, MODEL_DIR: modelDir } = config;
const handle = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 0, onWarning: (_, text) => say(text) });
await migrate(handle, { dir: config.sqlDir });
const encoder = await openEncoder({ modelDir, workers: config.EMBED_WORKERS, maxQueue: 100_000, cacheSize: 0 });
const dir = await mkdtemp(join(tmpdir(), 'bench-import-'));
const name = `bench-${Date.now()}`;
const stages = new Map<string, number>();
let memory = 0;
let embedded = 0;
let current = '';
let began = performance.now();
const watch = setInterval(() => {
  memory = Math.max(memory, process.memoryUsage.rss());
}, 50);
try {
  if (invented !== null) {
    const release = await writeSyntheticRelease(dir, invented);
    say(`${release.concepts} concepts, ${release.descriptions} descriptions in the files`);
  }
  const raw = invented === null ? Number.NaN : await rawRate(encoder);
  const started = performance.now();
  const progress = (stage: string, done: number, total: number) => {
    if (stage !== current) {
      if (current === 'indexing the tables' || current === 'filling the tables')
        say(`  memory so far ${Math.round(memory / 1e6)} MB`);
      current = stage;
      began = performance.now();
    }
    if (stage === 'embedding terms') embedded = done;
    if (stage === 'embedding terms' && process.env.LOAD_ONLY === '1') throw LOADED;
    if (done >= total) stages.set(stage, seconds(began));
  };
  const files = await (invented === null ? openReleaseFiles(first, ...others) : openReleaseFiles(dir));
  const refsets = { en: Object.values(REFSETS), fr: [] };
  const source = await openSnomed(files, { name, tags: DEFAULT_TAGS, modules: [], refsets }, progress);
  const model = embeddingModel(encoder, handle, parseConfig(process.env));
  const seed = invented === null ? readSeedFiles(config.SEED_DIR) : null;
  await runImport(handle, source, { ...model, progress, seed, use: false }).catch((error: unknown) => {
    if (error !== LOADED) throw error;
    say(`loaded after ${seconds(started).toFixed(1)} s`);
  });
  for (const [stage, time] of stages) say(`${stage.padEnd(22)} ${time.toFixed(1)} s`);
  say(`largest memory of this process ${Math.round(memory / 1e6)} MB`);
  const rate = embedded / (stages.get('embedding terms') ?? 1);
  say(
    `embedded ${embedded}: ${Math.round(rate)}/s; encoder alone ${Math.round(raw)}/s; ratio ${(rate / raw).toFixed(2)}`,
  );
  const found = (await listReleases(handle.db)).find((each) => each.name === name);
  if (found !== undefined && process.env.LOAD_ONLY !== '1') {
    const { rows } = await sql<{ table_name: string; heap: string; index: string }>`
      SELECT table_name, pg_size_pretty(pg_relation_size(table_name)) AS heap,
        pg_size_pretty(pg_relation_size(table_name || '_hnsw')) AS index
      FROM embedding_sets WHERE release_id = ${found.releaseId}`.execute(handle.db);
    const set = rows[0];
    if (set !== undefined) {
      say(`vectors ${set.heap}, index ${set.index}`);
      say(`recall@${NEIGHBOURS} ${(await recall(handle, encoder, found.releaseId, set.table_name)).toFixed(4)}`);
    }
  }
} finally {
  clearInterval(watch);
  for (const release of await listReleases(handle.db))
    if (release.name === name) await dropRelease(handle.db, release.releaseId);
  await encoder.close();
  await handle.close();
  await rm(dir, { recursive: true, force: true });
}
