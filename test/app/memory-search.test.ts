import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { MemorySearch } from '../../server/app/memory-search.js';
import { mergeConcepts, nearestOfRelease, nearestOfSite, type VectorTypes } from '../../server/db/rank.js';
import { readState, type Serving } from '../../server/db/serving.js';
import { vectorTypeId } from '../../server/db/vector-parameter.js';
import { embedRelease } from '../../server/terminology/embed.js';
import { prepareTerminology } from '../../server/terminology/prepare.js';
import { testDatabase } from '../support/database.js';
import { ASTHMA, FEVER, PAIN, smallSeed, testModel } from '../terminology/small-seed.js';

describe('the search in memory', () => {
  const database = testDatabase();
  const shipped = testModel();
  let memory: MemorySearch;
  let serving: Serving;
  let types: VectorTypes;

  before('serve a small seed with a term of the site', async () => {
    const { db, vectorType } = database.handle;
    memory = new MemorySearch(vectorType);
    const seed = smallSeed(FEVER, ASTHMA, PAIN);
    await prepareTerminology(db, { seed, ...shipped, model: shipped.model, progress: () => {} });
    const state = await readState(db);
    assert.ok(state.serving);
    serving = state.serving;
    await sql`INSERT INTO descriptions (sctid, language, term) VALUES (386661006, 'en', 'burning up')`.execute(db);
    const target = { modelId: serving.modelId, releaseId: 0, conceptsOf: serving.releaseId };
    await embedRelease(db, shipped.encode, target, () => {});
    types = { id: await vectorTypeId(db), stored: vectorType };
  });

  after('end its threads', () => memory.close());

  async function found(more: Partial<VectorTypes>) {
    const vectors = await shipped.encode(['pyrexia', 'burning up', 'asthme', 'a sore leg']);
    const search = { types: { ...types, ...more } };
    const ofRelease = await nearestOfRelease(database.handle.db, serving, vectors, search);
    const ofSite = await nearestOfSite(database.handle.db, serving, vectors, search);
    const nearest = vectors.flatMap((_, i) => mergeConcepts(ofRelease[i] ?? [], ofSite[i] ?? []));
    return nearest.map(({ cosine, ...rest }) => ({ ...rest, cosine: cosine.toFixed(3) }));
  }

  it('finds what the database finds, terms of the site among it', async () => {
    const expected = await found({});
    assert.equal(expected.length, 12);
    assert.deepEqual(await found({ release: () => memory }), expected);
  });

  it('is the same for searches at once', async () => {
    const expected = await found({});
    const all = await Promise.all(Array.from({ length: 5 }, () => found({ release: () => memory })));
    for (const each of all) assert.deepEqual(each, expected);
  });

  it('reads the vectors again where they were let go', async () => {
    await memory.close();
    assert.deepEqual(await found({ release: () => memory }), await found({}));
  });

  it('finds nothing where nothing is stored, and fails where there is no such table', async () => {
    const { db } = database.handle;
    await sql`CREATE TABLE no_vectors (LIKE ${sql.table(serving.releaseTable)})`.execute(db);
    const query = new Float32Array(serving.dimensions);
    assert.deepEqual(await memory.nearest(db, 'no_vectors', [query], 5), [[]]);
    await assert.rejects(memory.nearest(db, 'nowhere', [query], 5), /nowhere/);
    assert.deepEqual(await found({ release: () => memory }), await found({}));
  });
});
