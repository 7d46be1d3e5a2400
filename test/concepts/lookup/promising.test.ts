import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { ReleaseScreen } from '../../../server/app/release-screen.js';
import { nearestByText } from '../../../server/concepts/lookup/dense-retrieval.js';
import { NeighbourCache } from '../../../server/concepts/lookup/neighbour-cache.js';
import { neighboursOf } from '../../../server/concepts/lookup/neighbours.js';
import { promising } from '../../../server/concepts/lookup/promising.js';
import type { RankingDatabase } from '../../../server/concepts/lookup/ranking-database.js';
import { type TermMention, unknownMention } from '../../../server/concepts/lookup/term-mention.js';
import { nearestOfRelease, type Shortlists } from '../../../server/db/rank.js';
import { readState, type Serving } from '../../../server/db/serving.js';
import { vectorTypeId } from '../../../server/db/vector-parameter.js';
import { embedRelease } from '../../../server/terminology/embed.js';
import { prepareTerminology } from '../../../server/terminology/prepare.js';
import { testDatabase } from '../../support/database.js';
import { ASTHMA, FEVER, PAIN, smallSeed, testModel } from '../../terminology/small-seed.js';

describe('mentions that may be chosen', () => {
  const database = testDatabase();
  const shipped = testModel();
  const { signal } = new AbortController();
  let screen: ReleaseScreen;
  let ranking: RankingDatabase;

  before('serve a small seed', async () => {
    const { db, vectorType } = database.handle;
    await prepareTerminology(db, { seed: smallSeed(FEVER, ASTHMA, PAIN), ...shipped, progress: () => {} });
    screen = new ReleaseScreen(db, 100e6);
    ranking = await rankingOf(await served());
    await screen.follow(ranking.serving);
    assert.ok(vectorType);
  });

  after(() => screen.close());

  async function served(): Promise<Serving> {
    const { serving } = await readState(database.handle.db);
    assert.ok(serving);
    return serving;
  }

  async function rankingOf(serving: Serving): Promise<RankingDatabase> {
    const { db, vectorType } = database.handle;
    const types = { id: await vectorTypeId(db), stored: vectorType };
    const model = { encode: shipped.encode, keyOf: (text: string) => text.toLowerCase() };
    const known = neighboursOf({ cache: new NeighbourCache(1e6), screen }, serving, model);
    return { db, serving, types, known, spent: { embedding: 0, ranking: 0 } };
  }

  const mention = (words: string, meant?: string): TermMention =>
    unknownMention(
      { from: 0, to: 1, start: 0, end: words.length, sentence: 0, language: 'en', content: 1 },
      { words, meant, strange: false },
    );

  const kept = async (least: number, ...mentions: TermMention[]) =>
    (await promising(ranking, shipped.encode, mentions, () => least, signal)).map(({ words }) => words);

  it('are those for which something may be near enough, and no other is', async () => {
    const words = ['feverish', 'asthmatic', 'painful', 'Tuesday', 'the wife of a teacher', 'fever', 'pains', 'zzz'];
    const nearest = await nearestByText(ranking, shipped.encode, words, signal);
    for (const least of [0.4, 0.6, 0.8]) {
      const left = await kept(least, ...words.map((each) => mention(each)));
      const near = words.filter((each) => (nearest.get(each)?.[0]?.cosine ?? 0) >= least);
      assert.deepEqual(
        near.filter((each) => !left.includes(each)),
        [],
      );
      assert.ok(left.length < words.length);
    }
  });

  it('count by any form of their words', async () => {
    assert.deepEqual(await kept(0.9, mention('qqqq', 'asthma'), mention('qqqq')), ['qqqq']);
  });

  it('are never those that nothing is near enough for, whatever the index says', async () => {
    assert.deepEqual(await kept(Number.POSITIVE_INFINITY, mention('fever')), []);
  });

  it('are ranked as by an exact search where the screen lists what is to be compared', async () => {
    const { serving, types, db } = { ...ranking, db: database.handle.db };
    const vectors = await shipped.encode(['feverish', 'asthmatic child', 'pains', 'zzz', 'fever']);
    let lists = 0;
    const shortlists: Shortlists = async (...asked) => {
      const found = await screen.shortlists(...asked);
      assert.ok(Array.isArray(found));
      lists += found.length;
      // One in five has no list: it is searched for.
      return found.map((list, i) => (i === 3 ? null : list));
    };
    const listed = await nearestOfRelease(db, serving, vectors, { types: { ...types, shortlists } });
    assert.equal(lists, vectors.length);
    assert.deepEqual(listed, await nearestOfRelease(db, serving, vectors, { types }));
    assert.equal(await screen.shortlists({ ...serving, releaseLoaded: 'later' }, vectors, 8), null);
    const small = new ReleaseScreen(db, 1);
    await small.follow(serving);
    assert.equal(await small.shortlists(serving, vectors, 8), 'large');
    assert.equal(small.isSettled(serving), true);
    const large: Shortlists = (...asked) => small.shortlists(...asked);
    assert.deepEqual(await nearestOfRelease(db, serving, vectors, { types: { ...types, shortlists: large } }), listed);
    assert.equal(screen.isSettled(serving), true);
    assert.equal(screen.isSettled({ ...serving, releaseLoaded: 'later' }), false);
  });

  it('are all where the vectors have not been read', async () => {
    const { known, ...rest } = ranking;
    assert.ok(known);
    const unread = { ...rest, known: { ...known, screen: new ReleaseScreen(database.handle.db, 100e6) } };
    const other = { ...unread, serving: { ...unread.serving, releaseLoaded: 'later' } };
    for (const one of [rest, unread, other])
      assert.equal((await promising(one, shipped.encode, [mention('qqqqq')], () => 0.9, signal)).length, 1);
  });

  it('are those too that a new term of the site is near to', async () => {
    const { db } = database.handle;
    assert.deepEqual(await kept(0.8, mention('burning up')), []);
    await sql`INSERT INTO descriptions (sctid, language, term) VALUES (386661006, 'en', 'burning up')`.execute(db);
    const serving = await served();
    const target = { modelId: serving.modelId, releaseId: 0, conceptsOf: serving.releaseId };
    await embedRelease(db, shipped.encode, target, () => {});
    ranking = await rankingOf(serving);
    assert.deepEqual(await kept(0.8, mention('burning up')), ['burning up']);
  });
});
