import assert from 'node:assert/strict';
import { type KyselyPlugin, sql } from 'kysely';
import { nearestByText } from '../../../server/concepts/lookup/dense-retrieval.js';
import { nearestOfKnown } from '../../../server/concepts/lookup/nearest-of-known.js';
import type { RankingDatabase } from '../../../server/concepts/lookup/ranking-database.js';
import { descriptionsByKey, WIDE_SEARCH } from '../../../server/db/rank.js';
import { readState } from '../../../server/db/serving.js';
import { vectorTypeId } from '../../../server/db/vector-parameter.js';
import { embedRelease } from '../../../server/terminology/embed.js';
import { prepareTerminology } from '../../../server/terminology/prepare.js';
import { testDatabase } from '../../support/database.js';
import { ASTHMA, FEVER, PAIN, smallSeed, testModel } from '../../terminology/small-seed.js';

describe('the nearest concepts of texts', () => {
  const database = testDatabase();
  const shipped = testModel();
  const { signal } = new AbortController();
  let ranking: RankingDatabase;

  before('serve a small seed with a term of the site', async () => {
    const { db, vectorType } = database.handle;
    const seed = smallSeed(FEVER, ASTHMA, PAIN);
    await prepareTerminology(db, { seed, ...shipped, model: shipped.model, progress: () => {} });
    const { serving: before } = await readState(db);
    assert.ok(before);
    await sql`INSERT INTO descriptions (sctid, language, term) VALUES (386661006, 'en', 'burning up')`.execute(db);
    const target = { modelId: before.modelId, releaseId: 0, conceptsOf: before.releaseId };
    await embedRelease(db, shipped.encode, target, () => {});
    const { serving } = await readState(db);
    assert.ok(serving);
    const types = { id: await vectorTypeId(db), stored: vectorType };
    ranking = { db, serving, types, spent: { embedding: 0, ranking: 0 } };
  });

  it('are distinct concepts, best first, each with its best description', async () => {
    const found = (await nearestByText(ranking, shipped.encode, ['pyrexia'], signal)).get('pyrexia') ?? [];
    assert.deepEqual(found.map(({ sctid }) => sctid).sort(), ['195967001', '22253000', '386661006']);
    assert.equal(found[0]?.sctid, '386661006');
    assert.ok(Math.abs((found[0]?.cosine ?? 0) - 1) < 1e-3);
    assert.ok(found.every(({ cosine }, i) => cosine <= (found[i - 1]?.cosine ?? 1.001) && cosine >= -1));
  });

  it('come from the terms of the site too', async () => {
    const found = (await nearestByText(ranking, shipped.encode, ['burning up'], signal)).get('burning up') ?? [];
    assert.equal(found[0]?.sctid, '386661006');
    assert.ok(Math.abs((found[0]?.cosine ?? 0) - 1) < 1e-3);
  });

  it('are asked once for equal texts, and none for no text', async () => {
    const asked: string[][] = [];
    const found = await nearestByText(
      ranking,
      (texts, options) => {
        asked.push([...texts]);
        return shipped.encode(texts, options);
      },
      ['fever', 'pain', 'fever'],
      signal,
    );
    assert.deepEqual(asked, [['fever', 'pain']]);
    assert.deepEqual([...found.keys()], ['fever', 'pain']);
    assert.equal((await nearestByText(ranking, shipped.encode, [], signal)).size, 0);
  });

  it('are asked in halves where the database gives a statement up for its time', async () => {
    const texts = ['fever', 'pain', 'asthma', 'pyrexia', 'burning up'];
    const found = async ({ db }: Pick<RankingDatabase, 'db'>) => {
      const nearest = await nearestByText({ ...ranking, db }, shipped.encode, texts, signal);
      return texts.map((text) => nearest.get(text)?.map(({ sctid, cosine }) => [sctid, cosine]));
    };
    const cold = (canceled: number) => {
      let left = canceled;
      const slow: KyselyPlugin = {
        transformQuery: ({ node }) => {
          const isSearch = node.kind === 'RawNode' && node.sqlFragments.join('').includes('WITH ORDINALITY');
          if (isSearch && left-- > 0) throw Object.assign(new Error('canceling statement'), { code: '57014' });
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      return found({ db: ranking.db.withPlugin(slow) });
    };
    assert.deepEqual(await cold(1), await found(ranking));
    await assert.rejects(cold(100), { code: '57014' });
  });

  it('are searched for as widely as asked', async () => {
    const widths: unknown[] = [];
    const spy: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode' && node.sqlFragments.join('').includes('hnsw.ef_search'))
          widths.push(...node.parameters.map((each) => 'value' in each && each.value));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const db = ranking.db.withPlugin(spy);
    for (const width of [undefined, WIDE_SEARCH])
      await nearestByText({ ...ranking, db, ...(width && { width }) }, shipped.encode, ['fever'], signal);
    // The release, and widely where what is found may be chosen; then the terms of the site.
    assert.deepEqual(widths, ['200', '400', '200', '400', '400']);
    widths.length = 0;
    await nearestByText({ ...ranking, db }, shipped.encode, ['qwzxv'], signal);
    assert.deepEqual(widths, ['200', '200']);
  });

  it('are asked for no longer once a search has failed', async () => {
    let searches = 0;
    const broken: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind !== 'RawNode' || !node.sqlFragments.join('').includes('WITH ORDINALITY')) return node;
        searches++;
        throw new Error('out of disk');
      },
      transformResult: async ({ result }) => result,
    };
    const many = Array.from({ length: 640 }, (_, i) => `word ${i}`);
    const db = ranking.db.withPlugin(broken);
    await assert.rejects(nearestByText({ ...ranking, db }, shipped.encode, many, signal), /out of disk/);
    await ranking.db.selectFrom('models').selectAll().execute();
    assert.ok(searches <= 2, String(searches));
  });

  it('have the very words of a term among them even where the index misses them', async () => {
    const { db, serving } = ranking;
    const [hit] = await descriptionsByKey(db, serving.releaseId, { keys: ['pyrexia'], looseKeys: [] });
    assert.ok(hit);
    const table = sql.table(serving.releaseTable);
    const gone = await sql<{ embedding: string }>`
      DELETE FROM ${table} WHERE description_id = ${hit.description_id}::bigint RETURNING embedding::text`.execute(db);
    const known = { words: 'Pyrexia', strange: false, exact: [hit], refused: new Set<string>(), evidence: [] };
    const near = (await nearestOfKnown(ranking, shipped.encode, [known, known], signal)).get('Pyrexia') ?? [];
    assert.equal(near.filter((each) => each.description_id === hit.description_id).length, 1);
    const own = near.find((each) => each.description_id === hit.description_id);
    assert.ok(Math.abs((own?.cosine ?? 0) - 1) < 1e-3, String(own?.cosine));
    await sql`INSERT INTO ${table} (description_id, sctid, language, embedding)
      VALUES (${hit.description_id}::bigint, ${hit.sctid}::bigint, ${hit.language}, ${gone.rows[0]?.embedding}::text::vector)`.execute(
      db,
    );
  });

  it('are the same alone and among many others', async () => {
    const many = Array.from({ length: 600 }, (_, i) => `word ${i}`);
    const found = await nearestByText(ranking, shipped.encode, [...many, 'asthme'], signal);
    assert.equal(found.size, 601);
    assert.ok([...found.values()].every((concepts) => concepts.length === 3));
    const alone = await nearestByText(ranking, shipped.encode, ['asthme'], signal);
    const plain = (list = alone.get('asthme') ?? []) => list.map(({ sctid, cosine }) => [sctid, cosine.toFixed(4)]);
    assert.deepEqual(plain(found.get('asthme')), plain());
  });

  it('are asked for no longer once the request has ended', async () => {
    const controller = new AbortController();
    const encode: typeof shipped.encode = async (texts, options) => {
      const vectors = await shipped.encode(texts, options);
      controller.abort(new Error('the client has gone'));
      return vectors;
    };
    await assert.rejects(nearestByText(ranking, encode, ['fever'], controller.signal), /the client has gone/);
  });

  it('add the time that they took', () => {
    assert.ok(ranking.spent.embedding > 0 && ranking.spent.ranking > 0);
  });
});
