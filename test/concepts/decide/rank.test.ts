import assert from 'node:assert/strict';
import { admitTerms } from '../../../server/concepts/admit/letters.js';
import { rankAll } from '../../../server/concepts/decide/rank.js';
import { formsOf } from '../../../server/concepts/lookup/forms.js';
import type { RankingDatabase } from '../../../server/concepts/lookup/ranking-database.js';
import type { KnownWords } from '../../../server/concepts/lookup/term-mention.js';
import { type Evidence, reviewAll, strongest } from '../../../server/concepts/rules/evidence.js';
import type { NearestConcept } from '../../../server/db/rank.js';
import { letters, noWord, term } from '../known.js';

const AT = { from: 0, to: 1 };
/** Asked for nothing: no term that words are only like is read where nothing is near enough. */
const NOWHERE = { serving: { releaseId: 0 }, spent: { embedding: 0, ranking: 0 } } as RankingDatabase;

const near = (sctid: string, cosine: number): NearestConcept => ({
  description_id: `9${sctid}`,
  sctid,
  cosine,
});

/** The ranked concepts of words, and why the first is for review. */
async function rankWords(known: KnownWords, nearest: ReadonlyMap<string, readonly NearestConcept[]>) {
  const never = () => Number.POSITIVE_INFINITY;
  const [words] = await rankAll(NOWHERE, [{ ...AT, ...known }], nearest, never);
  assert.ok(words);
  return { ranked: words.ranked, doubt: strongest(words.evidence, words.ranked[0]?.sctid ?? null) };
}

const NO_TERM = { meant: undefined, exact: [], refused: new Set<string>(), evidence: [] as Evidence[], strange: false };

describe('the concepts of words', () => {
  it('are never sure for an abbreviation in other letters', async () => {
    const known = admitTerms(letters('htn'), 'en', [term('38341003', 'HTN', 'abbreviation')], noWord);
    const nearest = new Map([['htn', [near('38341003', 1)]]]);
    const { ranked, doubt } = await rankWords({ ...known, strange: false }, nearest);
    assert.deepEqual([ranked[0]?.tier, doubt], ['abbreviation', 'letters']);
  });

  it('are sure where another term has the words in their case', async () => {
    const hits = [term('2', 'htn', 'synonym'), term('1', 'HTN', 'abbreviation')];
    const known = admitTerms(letters('htn'), 'en', hits, noWord);
    const nearest = new Map([['htn', [near('2', 1), near('1', 0.9)]]]);
    assert.equal((await rankWords({ ...known, strange: false }, nearest)).doubt, null);
  });

  it('leave out what only a sign or the order of words tells from a sure term', async () => {
    const known = admitTerms(letters('FR'), 'fr', [term('86290005', 'FR', 'abbreviation', 'fr')], noWord);
    const nearest = new Map([['FR', [near('86290005', 1), near('165839004', 1), near('3', 0.7)]]]);
    const ids = async (words: KnownWords) => (await rankWords(words, nearest)).ranked.map(({ sctid }) => sctid);
    assert.deepEqual(await ids({ ...known, strange: false }), ['86290005', '3']);
    const evidence = reviewAll('other-case', ['86290005'], { at: AT });
    assert.deepEqual(await ids({ ...known, evidence, strange: false }), ['86290005', '165839004', '3']);
  });
});

describe('mistyped words', () => {
  const hit = term('233604007', 'Pneumonia', 'preferred');
  const known = { ...NO_TERM, words: 'pnuemonia', meant: 'pneumonia', exact: [hit] };

  it('are looked for as written and as meant', () => {
    assert.deepEqual(formsOf(known), ['pnuemonia', 'pneumonia', 'Pneumonia']);
  });

  it('find what was meant, but are never resolved to it', async () => {
    const nearest = new Map([
      ['pnuemonia', [near('233604007', 0.7)]],
      ['pneumonia', [near('233604007', 1)]],
    ]);
    const { ranked, doubt } = await rankWords({ ...known, strange: false }, nearest);
    assert.deepEqual([ranked[0]?.cosine, ranked[0]?.tier, doubt], [1, 'typo', 'typo']);
  });

  it('are doubtful where a term is only like a word that no term has', async () => {
    const myiasis = { ...known, words: 'eye myiasis', meant: undefined, exact: [], strange: true };
    const nearest = new Map([['eye myiasis', [near('187192000', 0.93)]]]);
    assert.equal((await rankWords(myiasis, nearest)).doubt, 'unknown_word');
    assert.equal((await rankWords({ ...myiasis, strange: false }, nearest)).doubt, null);
  });

  it('are not doubtful where the words as written are as near', async () => {
    const words = 'lobar pnuemonia';
    const nearest = new Map([[words, [near('233604007', 0.97)]]]);
    assert.equal((await rankWords({ ...known, words, exact: [], meant: 'lobar pneumonia' }, nearest)).doubt, null);
  });
});

describe('words that are only like a term', () => {
  const doubtOf = async (words: string) =>
    (await rankWords({ ...NO_TERM, words }, new Map([[words, [near('1', 0.95)]]]))).doubt;

  it('are in doubt when they are one word', async () => {
    assert.equal(await doubtOf('raised'), 'single_word');
    assert.equal(await doubtOf('raised lipids'), null);
  });

  it('are in doubt with an abbreviation among them, unless all are in capitals', async () => {
    assert.equal(await doubtOf('BBD incomplet'), 'letters');
    assert.equal(await doubtOf('BLOC INCOMPLET'), null);
  });
});
