import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { OpenService } from '../../server/app/open-service.js';
import { wordsOf } from '../../server/embedding/character-ngram-tokenizer.js';
import type { TestPlace } from '../support/database.js';
import { FIRST_USE_MS } from '../support/run.js';
import { openAt, preparedPlace } from '../support/service.js';

const NOTES = fileURLToPath(new URL('../../../test/fixtures/notes/', import.meta.url));
const texts = readdirSync(NOTES)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => readFileSync(NOTES + name, 'utf8'));
const { signal } = new AbortController();

describe('what is known of neighbours', () => {
  let place: TestPlace;
  let opened: OpenService;

  before('a service that knows none', async function () {
    this.timeout(FIRST_USE_MS);
    place = await preparedPlace();
    opened = await openAt(place);
  });

  after(() => opened.close());

  /** The embedded database is for one at a time. */
  async function reopen(env: Record<string, string> = {}): Promise<void> {
    await opened.close();
    opened = await openAt(place, env);
  }

  async function answer({ service }: OpenService, text: string): Promise<string> {
    const { timings, ...rest } = await service.extractConcepts({ text, language: 'auto', explain: true }, signal);
    assert.ok(timings);
    return JSON.stringify(rest);
  }

  async function answers(of: OpenService): Promise<string[]> {
    const all: string[] = [];
    for (const text of texts) all.push(await answer(of, text));
    return all;
  }

  it('changes no byte of an answer, whether it is nothing, half or all of it', async function () {
    this.timeout(FIRST_USE_MS);
    const first = await answers(opened);
    const { misses } = opened.neighbours;
    assert.deepEqual(await answers(opened), first);
    assert.ok(opened.neighbours.hits > misses && opened.neighbours.bytes > 0);
    opened.neighbours.clear();
    for (const [i, text] of texts.entries()) if (i % 2 === 0) await answer(opened, text);
    assert.deepEqual(await answers(opened), first);
    await reopen({ NEIGHBOUR_CACHE_MB: '0' });
    assert.deepEqual(await answers(opened), first);
    // What a server keeps of the terms is written at the end of a process, and read by the next.
    await reopen();
    assert.deepEqual(await answers(opened), first);
  });

  it('is kept in the database for terms of the release only, and gone with it', async () => {
    const { db, kind } = opened.handle;
    const { rows: kept } = await sql<{ term: string }>`SELECT term FROM release_neighbours`.execute(db);
    assert.equal(kept.length > 0, kind === 'server');
    const { rows: terms } = await sql<{ term: string }>`
      SELECT term FROM descriptions WHERE release_id <> 0 AND active`.execute(db);
    const ofRelease = new Set(terms.map(({ term }) => wordsOf(term).join(' ')));
    assert.deepEqual(
      kept.filter(({ term }) => !ofRelease.has(term)),
      [],
    );
    await assert.rejects(
      db.transaction().execute(async (trx) => {
        await sql`UPDATE serving SET release_id = 0`.execute(trx);
        await sql`DELETE FROM thresholds`.execute(trx);
        await sql`DELETE FROM embedding_sets WHERE release_id <> 0`.execute(trx);
        assert.deepEqual((await sql`SELECT FROM release_neighbours`.execute(trx)).rows, []);
        throw new Error('undone');
      }),
      /undone/,
    );
  });

  it('hides no new term of the site', async () => {
    const text = 'He complains of swamp lung.';
    const find = async () =>
      (await opened.service.extractConcepts({ text, language: 'en', explain: false }, signal)).concepts;
    for (let i = 0; i < 3; i++)
      assert.equal(
        (await find()).find(({ code }) => code === '195967001'),
        undefined,
      );
    const began = performance.now();
    await sql`INSERT INTO descriptions (sctid, language, term) VALUES (195967001, 'en', 'swamp lung')`.execute(
      opened.handle.db,
    );
    while (!(await find()).some(({ span, code }) => span === 'swamp lung' && code === '195967001')) {
      assert.ok(performance.now() - began < 2_000, 'not found within 2 s');
      await sleep(50);
    }
    await sql`DELETE FROM descriptions WHERE release_id = 0 AND term = 'swamp lung'`.execute(opened.handle.db);
    while ((await find()).some(({ code }) => code === '195967001')) {
      assert.ok(performance.now() - began < 6_000, 'not gone within 4 s');
      await sleep(50);
    }
  });
});
