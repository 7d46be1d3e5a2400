import assert from 'node:assert/strict';
import { type RawBuilder, sql } from 'kysely';
import { descriptionsByKey } from '../../server/db/rank.js';
import { readState, type Serving } from '../../server/db/serving.js';
import { embedRelease } from '../../server/terminology/embed.js';
import { prepareTerminology } from '../../server/terminology/prepare.js';
import { foldTerm } from '../../server/text/normalize.js';
import { termKey } from '../../server/text/term-key.js';
import { testDatabase } from '../support/database.js';
import { ASTHMA, countRows, FEVER, smallSeed, testModel } from './small-seed.js';

describe('the terms of a site', () => {
  const database = testDatabase();
  const shipped = testModel();

  before('serve a small seed', async () => {
    const options = { seed: smallSeed(FEVER, ASTHMA), ...shipped, model: shipped.model, progress: () => {} };
    await prepareTerminology(database.handle.db, options);
  });

  const run = (statement: RawBuilder<unknown>) => statement.execute(database.handle.db);
  const insert = (sctid: string, term: string, language = 'en') =>
    run(sql`INSERT INTO descriptions (sctid, language, term) VALUES (${sctid}::bigint, ${language}, ${term})`);

  async function served(): Promise<Serving> {
    const { serving } = await readState(database.handle.db);
    assert.ok(serving);
    return serving;
  }

  /** Embeds what a poll would embed; how many terms that was. */
  async function follow(): Promise<number> {
    const { modelId, releaseId } = await served();
    const target = { modelId, releaseId: 0, conceptsOf: releaseId };
    return embedRelease(database.handle.db, shipped.encode, target, () => {});
  }

  async function known(term: string): Promise<string[]> {
    const { releaseId } = await served();
    const found = await descriptionsByKey(database.handle.db, releaseId, {
      keys: [termKey(foldTerm(term))],
      looseKeys: [],
    });
    return found.map((hit) => `${hit.sctid} ${hit.kind}`);
  }

  it('are added by a plain INSERT, found by their words and embedded once', async () => {
    const { localVersion } = await served();
    await insert('386661006', '  burning up ');
    assert.deepEqual(await known('burning up'), ['386661006 local']);
    assert.equal((await served()).localVersion, localVersion + 1);
    assert.equal(await follow(), 1);
    assert.equal(await follow(), 0);
    assert.equal(await countRows(database.handle.db, (await served()).localTable), 1);
  });

  it('are embedded anew after an UPDATE', async () => {
    await run(sql`UPDATE descriptions SET term = 'running hot' WHERE term = 'burning up'`);
    assert.equal(await countRows(database.handle.db, (await served()).localTable), 0);
    assert.equal(await follow(), 1);
    assert.deepEqual([await known('burning up'), await known('running hot')], [[], ['386661006 local']]);
  });

  it('lose their vector while they are inactive', async () => {
    await run(sql`UPDATE descriptions SET active = false WHERE term = 'running hot'`);
    assert.deepEqual(await known('running hot'), []);
    assert.equal(await follow(), 0);
    assert.equal(await countRows(database.handle.db, (await served()).localTable), 0);
    await run(sql`UPDATE descriptions SET active = true WHERE term = 'running hot'`);
    assert.equal(await follow(), 1);
  });

  it('are removed with their vector by a DELETE', async () => {
    const { localVersion } = await served();
    await run(sql`DELETE FROM descriptions WHERE term = 'running hot'`);
    assert.equal(await countRows(database.handle.db, (await served()).localTable), 0);
    assert.equal((await served()).localVersion, localVersion + 1);
    assert.deepEqual(await known('running hot'), []);
  });

  it('count several changes of one transaction and none of a transaction that was undone', async () => {
    const { localVersion } = await served();
    const undone = database.handle.db.transaction().execute(async (trx) => {
      await sql`INSERT INTO descriptions (sctid, language, term) VALUES (386661006, 'en', 'hot')`.execute(trx);
      throw new Error('undo');
    });
    await assert.rejects(undone, /undo/);
    assert.equal((await served()).localVersion, localVersion);
    assert.deepEqual(await known('hot'), []);
  });

  const refusals: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
    [
      'a number with a wrong check digit',
      () => insert('386661007', 'hot'),
      /386661007 is not an SCTID: its check digit is wrong/,
    ],
    ['a number that is too short', () => insert('12345', 'hot'), /12345 is not an SCTID/],
    [
      'a concept that is not served',
      () => insert('22253000', 'ache'),
      /22253000 is not in the terminology that is served/,
    ],
    ['a term without a letter', () => insert('386661006', '  '), /A term needs at least one letter or digit/],
    ['a term with a control character', () => insert('386661006', 'hot\tfever'), /no control characters/],
    [
      'a term that the concept has already',
      () => insert('386661006', 'Fèver'),
      /386661006 already has this term in this language/,
    ],
    ['an unknown language', () => insert('386661006', 'Fieber', 'de'), /check constraint/],
    ['a term that is too long', () => insert('386661006', 'x'.repeat(501)), /check constraint/],
  ];
  for (const [what, add, message] of refusals) {
    it(`are refused for ${what}, with the reason`, async () => {
      await assert.rejects(add(), { message });
      assert.equal(await follow(), 0);
    });
  }

  it('may have the same words in the other language and for another concept', async () => {
    await insert('386661006', 'asthma');
    await insert('386661006', 'fever', 'fr');
    assert.equal(await follow(), 2);
    assert.deepEqual(await known('asthma'), ['195967001 preferred', '386661006 local']);
  });

  it('survive a new seed', async () => {
    const options = { seed: smallSeed(FEVER), ...shipped, model: shipped.model, progress: () => {} };
    await prepareTerminology(database.handle.db, options);
    assert.deepEqual(await known('asthma'), ['386661006 local']);
    assert.equal(await follow(), 0);
  });
});
