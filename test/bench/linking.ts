/**
 * `npm run bench -- linking FILE...`: labelled phrases (docs/quality.md) against the served terminology, by exact look-up, by
 * the likeness of their trigrams (pg_trgm) and by this service. Needs a PostgreSQL server that has pg_trgm.
 */

import { type Kysely, sql } from 'kysely';
import { share } from '../../server/cli/evaluation/intervals.js';
import { readPhrases } from '../../server/cli/evaluation/labelled-phrases.js';
import { rankLabelled } from '../../server/cli/evaluation/phrases.js';
import { withService } from '../../server/cli/open.js';
import type { Database } from '../../server/db/tables.js';
import { LANGUAGES } from '../../server/domain/language.js';

/** The five first concepts of a phrase. */
type Rank = (words: string) => Promise<string[]>;

function exact(db: Kysely<Database>, releaseId: number): Rank {
  return async (words) => {
    const { rows } = await sql<{ sctid: string }>`
      SELECT sctid::text FROM descriptions WHERE release_id = ${releaseId}::int AND active AND term_norm = fold(${words})
      GROUP BY sctid ORDER BY sctid LIMIT 5`.execute(db);
    return rows.map(({ sctid }) => sctid);
  };
}

function trigrams(db: Kysely<Database>): Rank {
  return async (words) => {
    const { rows } = await sql<{ sctid: string }>`
      SELECT sctid::text FROM (
        SELECT sctid, term_norm <-> fold(${words}) AS distance FROM bench_terms
        ORDER BY term_norm <-> fold(${words}) LIMIT 50) near
      GROUP BY sctid ORDER BY min(distance), sctid LIMIT 5`.execute(db);
    return rows.map(({ sctid }) => sctid);
  };
}

const phrases = await readPhrases(process.argv.slice(2));
await withService(async (opened) => {
  const { live, handle } = opened;
  if (live.state === null) throw new Error('No terminology is served yet.');
  const { releaseId } = live.state.serving;
  await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(handle.db);
  await sql`DROP TABLE IF EXISTS bench_terms`.execute(handle.db);
  await sql`CREATE UNLOGGED TABLE bench_terms AS SELECT sctid, term_norm FROM descriptions WHERE release_id = ${sql.lit(releaseId)} AND active`.execute(
    handle.db,
  );
  await sql`CREATE INDEX ON bench_terms USING gist (term_norm gist_trgm_ops(siglen = 64))`.execute(handle.db);
  for (const language of LANGUAGES) {
    const answered = (await rankLabelled(opened, phrases)).filter((item) => item.language === language && item.known);
    if (answered.length === 0) continue;
    const ours = new Map(answered.map(({ words, ranked }) => [words, ranked.map(({ sctid }) => sctid)]));
    const ways: [string, Rank][] = [
      ['exact look-up', exact(handle.db, releaseId)],
      ['trigrams', trigrams(handle.db)],
      ['this service', async (words) => ours.get(words) ?? []],
    ];
    process.stdout.write(`${language}: ${answered.length} phrases with a concept\n`);
    for (const [name, rank] of ways) {
      let [one, five] = [0, 0];
      for (const { words, right } of answered) {
        const found = await rank(words);
        if (right.includes(found[0] ?? '')) one++;
        if (found.some((sctid) => right.includes(sctid))) five++;
      }
      const [at1, at5] = [share(one, answered.length), share(five, answered.length)];
      process.stdout.write(`   ${name.padEnd(14)} acc@1 ${at1}  acc@5 ${at5}\n`);
    }
  }
  await sql`DROP TABLE bench_terms`.execute(handle.db);
});
