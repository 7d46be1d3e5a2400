import assert from 'node:assert/strict';
import { nearestOfRelease } from '../../server/db/rank.js';
import { readState, type Serving, switchServing } from '../../server/db/serving.js';
import {
  addRelease,
  attachRelease,
  finishRelease,
  insertConcepts,
  insertDescriptions,
  readDisplays,
} from '../../server/db/terminology.js';
import { vectorTypeId } from '../../server/db/vector-parameter.js';
import type { Encode } from '../../server/domain/work.js';
import { embedRelease } from '../../server/terminology/embed.js';
import { type PrepareOptions, prepareTerminology } from '../../server/terminology/prepare.js';
import type { SeedFiles } from '../../server/terminology/seed-files.js';
import { testDatabase } from '../support/database.js';
import { ASTHMA, countRows, FEVER, PAIN, releaseIds, smallSeed, tablesOf, testModel } from './small-seed.js';

describe('preparing the terminology', () => {
  const database = testDatabase();
  const shipped = testModel();
  const first = smallSeed(FEVER, ASTHMA);
  const second = smallSeed(FEVER, PAIN);

  async function prepare(seed: SeedFiles, change: Partial<PrepareOptions> = {}): Promise<string[]> {
    const stages: string[] = [];
    const progress = (stage: string) => void stages.push(stage);
    await prepareTerminology(database.handle.db, { seed, ...shipped, model: shipped.model, progress, ...change });
    return stages;
  }

  async function served(): Promise<Serving> {
    const { serving } = await readState(database.handle.db);
    assert.ok(serving);
    return serving;
  }

  /** The nearest concept of a text, as a request would rank it. */
  async function nearest(text: string): Promise<string | undefined> {
    const { db, vectorType } = database.handle;
    const types = { id: await vectorTypeId(db), stored: vectorType };
    const [found] = await nearestOfRelease(db, await served(), await shipped.encode([text]), { types });
    return found?.[0]?.sctid;
  }

  it('serves nothing before it and leaves nothing behind when the first one fails', async () => {
    const encode: Encode = () => Promise.reject(new Error('the encoder died'));
    await assert.rejects(prepare(first, { encode }), /the encoder died/);
    assert.equal((await readState(database.handle.db)).serving, null);
    assert.deepEqual(await releaseIds(database.handle.db), [0]);
  });

  it('loads the seed, embeds every term and serves it under its name', async () => {
    const stages = await prepare(first);
    assert.ok(stages.includes('loading terms') && stages.includes('embedding terms'));
    const serving = await served();
    assert.equal(serving.releaseName, `seed-${first.checksum.slice(0, 12)}`);
    assert.equal(serving.modelVersion, shipped.model.version);
    assert.equal(await countRows(database.handle.db, serving.releaseTable), first.descriptions.length);
    assert.equal(await nearest('pyrexia'), '386661006');
    const displays = await readDisplays(database.handle.db, serving.releaseId, ['195967001']);
    assert.deepEqual(displays.get('195967001'), {
      semanticTag: 'disorder',
      chronic: true,
      terms: { en: 'asthma', fr: 'asthme' },
    });
  });

  it('fits no thresholds on too few terms, so that nothing is resolved', async () => {
    assert.equal(await countRows(database.handle.db, 'thresholds'), 0);
  });

  it('does nothing the second time', async () => {
    const before = await served();
    const encode: Encode = () => Promise.reject(new Error('nothing is to be embedded'));
    assert.deepEqual(await prepare(first, { encode }), []);
    assert.deepEqual(await served(), before);
  });

  it('leaves what was served when the encoder fails in the middle of a new seed', async () => {
    const before = await served();
    const encode: Encode = () => Promise.reject(new Error('the encoder died'));
    await assert.rejects(prepare(second, { encode }), /the encoder died/);
    assert.deepEqual(await served(), before);
    assert.deepEqual(await releaseIds(database.handle.db), [0, before.releaseId]);
    assert.equal(await nearest('asthme'), '195967001');
  });

  it('serves a changed seed and drops the old one with its vectors', async () => {
    const before = await served();
    await prepare(second);
    const { releaseId } = await served();
    assert.notEqual(releaseId, before.releaseId);
    assert.deepEqual(await releaseIds(database.handle.db), [0, releaseId]);
    assert.deepEqual(await tablesOf(database.handle.db, before.releaseId), []);
    assert.equal(await nearest('douleur'), '22253000');
  });

  it('is done once by processes that start together', async () => {
    const third = smallSeed(FEVER, ASTHMA, PAIN);
    const stages = await Promise.all([prepare(third), prepare(third), prepare(third)]);
    assert.equal(stages.filter((list) => list.length > 0).length, 1);
    assert.equal((await releaseIds(database.handle.db)).length, 2);
  });

  it('embeds the served release with another model and keeps its rows', async () => {
    const before = await served();
    const stages = await prepare(smallSeed(FEVER, ASTHMA, PAIN), { model: { ...shipped.model, version: 'another' } });
    assert.ok(!stages.includes('loading terms'));
    const serving = await served();
    assert.equal(serving.releaseId, before.releaseId);
    assert.equal(serving.modelVersion, 'another');
    assert.equal(
      await countRows(database.handle.db, serving.releaseTable),
      await countRows(database.handle.db, before.releaseTable),
    );
  });

  it('keeps a release that the site imported, whatever the seed; its vectors follow the model', async () => {
    const { db } = database.handle;
    const { modelId } = await served();
    const releaseId = await addRelease(db, { name: 'national-2026', kind: 'rf2', checksum: 'of-the-site' });
    await insertConcepts(db, releaseId, [
      { sctid: '195967001', fsn: 'asthma', semanticTag: 'disorder', chronic: true },
    ]);
    await insertDescriptions(db, releaseId, [
      { sctid: '195967001', language: 'en', kind: 'preferred', term: 'asthma' },
    ]);
    await attachRelease(db, releaseId);
    await finishRelease(db, releaseId);
    await embedRelease(db, shipped.encode, { modelId, releaseId, conceptsOf: releaseId }, () => {});
    await switchServing(db, releaseId, modelId);

    assert.deepEqual(await prepare(first, { model: { ...shipped.model, version: 'another' } }), []);
    assert.equal((await served()).releaseName, 'national-2026');
    await prepare(first);
    const serving = await served();
    assert.equal(serving.releaseName, 'national-2026');
    assert.equal(serving.modelVersion, shipped.model.version);
    assert.equal(await countRows(db, serving.releaseTable), 1);
  });
});

describe('embedding a release', () => {
  const database = testDatabase();
  const shipped = testModel();

  it('picks up where an earlier run ended', async () => {
    const { db } = database.handle;
    await prepareTerminology(db, { seed: smallSeed(FEVER), ...shipped, model: shipped.model, progress: () => {} });
    const { serving } = await readState(db);
    assert.ok(serving);
    const target = { modelId: serving.modelId, releaseId: serving.releaseId, conceptsOf: serving.releaseId };
    await db
      .updateTable('embedding_sets')
      .set({ state: 'loading' })
      .where('release_id', '=', serving.releaseId)
      .execute();
    await db
      .deleteFrom(serving.releaseTable as 'descriptions')
      .where('language', '=', 'fr')
      .execute();
    assert.equal(await embedRelease(db, shipped.encode, target, () => {}), 2);
    assert.equal(await embedRelease(db, shipped.encode, target, () => {}), 0);
    assert.equal(await countRows(db, serving.releaseTable), 5);
  });
});
