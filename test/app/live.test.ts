import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Extraction } from '../../server/app/extraction.js';
import { Live, type LiveState } from '../../server/app/live.js';
import { NeighbourCache } from '../../server/concepts/lookup/neighbour-cache.js';
import { switchServing } from '../../server/db/serving.js';
import type { Encode } from '../../server/domain/work.js';
import { prepareTerminology } from '../../server/terminology/prepare.js';
import { testDatabase } from '../support/database.js';
import { ASTHMA, countRows, FEVER, PAIN, smallSeed, testModel } from '../terminology/small-seed.js';

describe('what a process serves', () => {
  const database = testDatabase();
  const shipped = testModel();
  const errors: unknown[] = [];
  const started: Live[] = [];

  function live({ modelVersion = shipped.model.version, encode = shipped.encode as Encode } = {}): Live {
    const made = new Live({
      db: database.handle.db,
      models: { take: async (version) => (version === modelVersion ? { encode, keyOf: (text) => text } : null) },
      onError: (error) => void errors.push(error),
    });
    started.push(made);
    return made;
  }

  async function prepare(version: string, ...rows: string[]): Promise<void> {
    const model = { ...shipped.model, version };
    await prepareTerminology(database.handle.db, { seed: smallSeed(...rows), ...shipped, model, progress: () => {} });
  }

  /** The state after a refresh, which must be one to answer with. */
  async function refreshed(from: Live): Promise<LiveState> {
    await from.refresh();
    assert.ok(from.state);
    return from.state;
  }

  const addTrigger = (phrase: string) =>
    sql`INSERT INTO triggers (language, kind, axis, value, phrase, direction, example_ok)
      VALUES ('en', 'trigger', 'assertion', 'negated', ${phrase}, 'forward', ${`${phrase} [fever].`})`.execute(
      database.handle.db,
    );

  /** Waits for a poll to bring what is asked for. */
  async function until(holds: () => boolean): Promise<void> {
    for (let waited = 0; !holds(); waited += 50) {
      assert.ok(waited < 10_000, 'no poll brought it');
      await sleep(50);
    }
  }

  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()));
    assert.deepEqual(errors.splice(0), []);
  });

  it('is nothing before a terminology is ready, and the operations say so', async () => {
    const one = live();
    await one.start();
    assert.equal(one.state, null);
    const { db, vectorType } = database.handle;
    const tools = { db, types: { id: 0, stored: vectorType }, neighbours: { cache: new NeighbourCache(0) } };
    const service = new Extraction(tools, one, async () => undefined);
    const { signal } = new AbortController();
    const unavailable = { code: 'NLP_UNAVAILABLE' };
    await assert.rejects(
      service.extractConcepts({ text: 'fever', language: 'en', explain: false }, signal),
      unavailable,
    );
    await assert.rejects(
      service.extractContexts({ text: 'fever', language: 'en', concepts: [{ span: 'fever' }], explain: false }, signal),
      unavailable,
    );
    assert.notDeepEqual(await service.faults(), []);
  });

  it('comes by itself once another process has prepared it', async () => {
    const one = live();
    await one.start();
    await prepare(shipped.model.version, FEVER, ASTHMA);
    await until(() => one.state !== null);
    assert.equal(one.state?.versions.model, shipped.model.version);
    assert.match(one.state?.versions.terminology ?? '', /^seed-[0-9a-f]{12}$/);
  });

  it('follows an edit of the lexicon in every process', async () => {
    const [one, two] = [live(), live()];
    await Promise.all([one.start(), two.start()]);
    const before = one.state?.versions.lexicon;
    await addTrigger('blorp');
    await until(() => one.state?.versions.lexicon !== before && two.state?.versions.lexicon !== before);
    assert.equal(one.state?.versions.lexicon, two.state?.versions.lexicon);
    assert.equal(one.state?.lexicon.version, Number(before) + 1);
  });

  it('follows a term of the site in every process, and embeds it once', async () => {
    const [one, two] = [live(), live()];
    await Promise.all([one.start(), two.start()]);
    await sql`INSERT INTO descriptions (sctid, language, term) VALUES (386661006, 'en', 'burning up')`.execute(
      database.handle.db,
    );
    await until(() => [one, two].every((each) => /\+local\.1$/.test(each.state?.versions.terminology ?? '')));
    assert.equal(await countRows(database.handle.db, one.state?.serving.localTable ?? ''), 1);
  });

  it('keeps its compiled lexicon while the version stays', async () => {
    const one = live();
    const before = await refreshed(one);
    assert.equal((await refreshed(one)).lexicon, before.lexicon);
  });

  it('follows thresholds that are edited by hand', async () => {
    const one = live();
    const { serving, thresholds } = await refreshed(one);
    assert.deepEqual(thresholds, {});
    await sql`INSERT INTO thresholds VALUES (${serving.modelId}, ${serving.releaseId}, 'en', 0.5, 0.6, 0.7, 0.1, 'by hand')`.execute(
      database.handle.db,
    );
    const { en } = (await refreshed(one)).thresholds;
    assert.ok(en && Math.abs(en.resolvedCosine - 0.7) < 1e-6);
  });

  it('follows weights of the decision that are edited by hand, and reads them only then', async () => {
    const one = live();
    const { serving, weights } = await refreshed(one);
    assert.equal(weights.size, 0);
    const { db } = database.handle;
    await sql`INSERT INTO decision_weights VALUES (${serving.modelId}, 'bias', 1.5, 'by hand')`.execute(db);
    const edited = (await refreshed(one)).weights;
    assert.deepEqual([...edited], [['bias', 1.5]]);
    assert.equal((await refreshed(one)).weights, edited);
    await sql`UPDATE decision_weights SET weight = 2`.execute(db);
    assert.equal((await refreshed(one)).weights.get('bias'), 2);
    await sql`DELETE FROM decision_weights`.execute(db);
    assert.equal((await refreshed(one)).weights.size, 0);
  });

  it('leaves a request the state that it began with', async () => {
    const one = live();
    const taken = await refreshed(one);
    const version = taken.lexicon.version;
    await addTrigger('blurp');
    await refreshed(one);
    assert.equal(taken.lexicon.version, version);
    assert.notEqual(one.state, taken);
  });

  it('is nothing for a process whose model is not the served one', async () => {
    const other = live({ modelVersion: 'another' });
    await other.start();
    assert.equal(other.state, null);
  });

  it('stops and comes back when the model is switched away and back', async () => {
    const one = live();
    const { serving } = await refreshed(one);
    await prepare('another', FEVER, ASTHMA);
    await one.refresh();
    assert.equal(one.state, null);
    await switchServing(database.handle.db, serving.releaseId, serving.modelId);
    assert.equal((await refreshed(one)).serving.modelId, serving.modelId);
  });

  it('follows a switch of the release with the terms of the site', async () => {
    const one = live();
    const before = await refreshed(one);
    await prepare(shipped.model.version, FEVER, PAIN);
    const after = await refreshed(one);
    assert.notEqual(after.serving.releaseId, before.serving.releaseId);
    assert.match(after.versions.terminology, /\+local\.1$/);
  });

  it('goes on with what it served, and polls on, while a poll fails', async () => {
    let broken = true;
    const encode: Encode = (texts, options) =>
      broken ? Promise.reject(new Error('the encoder is away')) : shipped.encode(texts, options);
    const one = live({ encode });
    await one.start();
    const { terminology } = one.state?.versions ?? {};
    await sql`INSERT INTO descriptions (sctid, language, term) VALUES (386661006, 'en', 'too hot')`.execute(
      database.handle.db,
    );
    await until(() => errors.length > 0);
    assert.equal(one.state?.versions.terminology, terminology);
    broken = false;
    await until(() => one.state?.versions.terminology !== terminology);
    assert.ok(errors.splice(0).every((error) => error instanceof Error && error.message === 'the encoder is away'));
  });

  it('is stale once the database has been asked for a minute without an answer, and never otherwise', async () => {
    const one = live();
    await refreshed(one);
    assert.equal(one.isStale(performance.now() + 3_600_000), false);
    const asking = one.refresh();
    assert.equal(one.isStale(performance.now() + 59_000), false);
    assert.equal(one.isStale(performance.now() + 61_000), true);
    await asking;
    assert.equal(one.isStale(performance.now() + 61_000), false);
  });

  it('polls no more once stopped', async () => {
    const one = live();
    await one.start();
    await one.stop();
    const before = one.state;
    await addTrigger('blarp');
    await sleep(900);
    assert.equal(one.state, before);
  });
});
