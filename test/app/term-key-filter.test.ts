import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { TermKeyFilter } from '../../server/app/term-key-filter.js';
import { readState, type Serving } from '../../server/db/serving.js';
import { prepareTerminology } from '../../server/terminology/prepare.js';
import { testDatabase } from '../support/database.js';
import { ASTHMA, countRows, FEVER, PAIN, smallSeed, testModel } from '../terminology/small-seed.js';

describe('the filter of keys', () => {
  const database = testDatabase();
  const shipped = testModel();

  before('serve a small seed', async () => {
    const seed = smallSeed(FEVER, ASTHMA, PAIN);
    await prepareTerminology(database.handle.db, { seed, ...shipped, progress: () => {} });
  });

  async function served(): Promise<Serving> {
    const { serving } = await readState(database.handle.db);
    assert.ok(serving);
    return serving;
  }

  async function read(): Promise<TermKeyFilter> {
    const filter = new TermKeyFilter(database.handle.db);
    await filter.follow(await served());
    return filter;
  }

  it('passes every key that a term has, and hardly any other', async () => {
    const serving = await served();
    const filter = (await read()).of(serving);
    assert.ok(filter);
    const { rows } = await sql<{ key: string; loose: string; kind: string }>`
      SELECT term_key AS key, loose_key(language, term) AS loose, kind FROM descriptions WHERE release_id > 0`.execute(
      database.handle.db,
    );
    assert.ok(rows.length > 5);
    for (const { key, loose, kind } of rows) {
      assert.ok(filter.mayBe(key), key);
      if (kind !== 'abbreviation') assert.ok(filter.mayBeLoose(loose), loose);
    }
    const others = Array.from({ length: 10_000 }, (_, i) => `no term ${i}`);
    assert.deepEqual(
      others.filter((key) => filter.mayBe(key) || filter.mayBeLoose(key)),
      [],
    );
  });

  it('is kept for the next process, and gone with its release', async () => {
    const { db } = database.handle;
    assert.equal(await countRows(db, 'release_key_hashes'), 1);
    await sql`UPDATE release_key_hashes SET keys = '\\x'::bytea`.execute(db);
    const serving = await served();
    assert.equal((await read()).of(serving)?.mayBe('asthma'), false);
    await sql`DELETE FROM release_key_hashes`.execute(db);
    assert.equal((await read()).of(serving)?.mayBe('asthma'), true);
  });

  it('says nothing before it is read, of another release, or of newer terms of the site', async () => {
    const filter = await read();
    const serving = await served();
    assert.equal(new TermKeyFilter(database.handle.db).of(serving), undefined);
    assert.equal(filter.of({ ...serving, releaseLoaded: 'later' }), undefined);
    await sql`INSERT INTO descriptions (sctid, language, term) VALUES (386661006, 'en', 'burning up')`.execute(
      database.handle.db,
    );
    const newer = await served();
    const fresh = await read();
    assert.equal(fresh.of(newer)?.mayBe('burn up') || fresh.of(newer)?.mayBe('burning up'), true);
    assert.equal(fresh.of(serving), undefined);
  });
});
