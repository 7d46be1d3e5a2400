import assert from 'node:assert/strict';
import type { ExactDescription, NearestConcept } from '../../server/db/rank.js';
import type { DescriptionKind, Doubt, Language } from '../../server/domain.js';
import { admitTerms, formsOf, rankWords } from '../../server/ranking/known-words.js';
import { foldTerm } from '../../server/text/normalize.js';

const term = (sctid: string, words: string, kind: DescriptionKind, language: Language = 'en'): ExactDescription => ({
  description_id: `9${sctid}`,
  sctid,
  language,
  kind,
  term: words,
  term_norm: foldTerm(words),
  key: foldTerm(words),
  semantic_tag: 'disorder',
});
const letters = (words: string) => ({ words, content: 1, capitals: false, accented: true });
const noWord = () => false;
const near = (sctid: string, cosine: number): NearestConcept => ({
  index: 0,
  description_id: `9${sctid}`,
  sctid,
  cosine,
});

describe('what the terminology knows of words', () => {
  it('takes other endings of a term in the language of the words only', () => {
    const hits = [term('248153007', 'Male', 'preferred'), term('22253000', 'maux', 'synonym', 'fr')];
    const { exact, refused } = admitTerms(letters('mal'), 'fr', hits, noWord);
    assert.deepEqual(
      exact.map(({ sctid }) => sctid),
      ['22253000'],
    );
    assert.equal(refused.size, 0);
  });

  it('takes no word for a few letters that it only begins with, but for a plural', () => {
    const [glue, ribs] = [term('57126000', 'Glue', 'preferred'), term('113197003', 'Ribs', 'preferred')];
    assert.deepEqual(admitTerms(letters('glu'), 'en', [glue], noWord).exact, []);
    assert.deepEqual(admitTerms(letters('rib'), 'en', [ribs], noWord).exact, [ribs]);
  });

  it('takes a term of the other language in the very same words', () => {
    const { exact } = admitTerms(letters('COPD'), 'fr', [term('13645005', 'COPD', 'abbreviation')], noWord);
    assert.equal(exact.length, 1);
  });

  it('takes the abbreviation of the language of the words, where both languages have one', () => {
    const hits = [term('22298006', 'IDM', 'abbreviation', 'fr'), term('206396000', 'IDM', 'abbreviation', 'en')];
    const { exact, refused } = admitTerms(letters('IDM'), 'fr', hits, noWord);
    assert.deepEqual(
      exact.map(({ sctid }) => sctid),
      ['22298006'],
    );
    assert.ok(refused.has('206396000'));
  });

  it('refuses a short abbreviation in another case where the letters are a word', () => {
    const known = admitTerms(letters('arm'), 'en', [term('1', 'ARM', 'abbreviation')], (word) => word === 'arm');
    assert.deepEqual([known.exact.length, known.refused.has('1'), known.doubted.size], [0, true, 0]);
  });

  it('takes it with doubt where the letters are no word, and never resolves it', () => {
    const known = admitTerms(letters('htn'), 'en', [term('38341003', 'HTN', 'abbreviation')], noWord);
    assert.ok(known.doubted.has('38341003') && known.refused.size === 0);
    const nearest = new Map([['htn', [near('38341003', 1)]]]);
    const { ranked, doubt } = rankWords({ ...known, strange: false }, nearest);
    assert.deepEqual([ranked[0]?.tier, doubt], ['abbreviation', 'letters']);
  });

  it('refuses an abbreviation that only its last letter tells from the words', () => {
    const known = admitTerms(letters('sac'), 'fr', [term('27405005', 'SACS', 'abbreviation', 'fr')], noWord);
    assert.deepEqual([known.exact.length, known.refused.has('27405005'), known.doubted.size], [0, true, 0]);
  });

  it('refuses a short abbreviation of the other language, and is in doubt about a longer one: French "MI" are legs', () => {
    const known = admitTerms(letters('MI'), 'fr', [term('22298006', 'MI', 'abbreviation', 'en')], noWord);
    assert.deepEqual([known.exact.length, known.refused.has('22298006')], [0, true]);
    assert.ok(
      admitTerms(letters('COPD'), 'fr', [term('13645005', 'COPD', 'abbreviation')], noWord).doubted.has('13645005'),
    );
    const ours = admitTerms(letters('MI'), 'en', [term('22298006', 'MI', 'abbreviation', 'en')], noWord);
    assert.ok(!ours.doubted.has('22298006'));
  });

  it('is in doubt about a short word in capitals: French "ROT" are reflexes', () => {
    const hits = [term('271834000', 'rot', 'synonym', 'fr')];
    assert.ok(admitTerms(letters('ROT'), 'fr', hits, noWord).doubted.has('271834000'));
    assert.ok(!admitTerms({ ...letters('ROT'), capitals: true }, 'fr', hits, noWord).doubted.has('271834000'));
    assert.ok(!admitTerms(letters('rot'), 'fr', hits, noWord).doubted.has('271834000'));
  });

  it('leaves out what only a sign or the order of words tells from a sure term', () => {
    const known = admitTerms(letters('FR'), 'fr', [term('86290005', 'FR', 'abbreviation', 'fr')], noWord);
    const nearest = new Map([['FR', [near('86290005', 1), near('165839004', 1), near('3', 0.7)]]]);
    const ids = (words: Parameters<typeof rankWords>[0]) => rankWords(words, nearest).ranked.map(({ sctid }) => sctid);
    assert.deepEqual(ids({ ...known, strange: false }), ['86290005', '3']);
    const doubted = new Map([['86290005', 'letters' as const]]);
    assert.deepEqual(ids({ ...known, doubted, strange: false }), ['86290005', '165839004', '3']);
  });

  it('has no doubt where another term has the words in their case', () => {
    const hits = [term('2', 'htn', 'synonym'), term('1', 'HTN', 'abbreviation')];
    const known = admitTerms(letters('htn'), 'en', hits, noWord);
    assert.ok(!known.doubted.has('2') && known.doubted.has('1'));
    assert.equal(
      rankWords({ ...known, strange: false }, new Map([['htn', [near('2', 1), near('1', 0.9)]]])).doubt,
      null,
    );
  });
});

describe('mistyped words', () => {
  const hit = term('233604007', 'Pneumonia', 'preferred');
  const known = {
    words: 'pnuemonia',
    meant: 'pneumonia',
    exact: [hit],
    refused: new Set<string>(),
    doubted: new Map<string, Doubt>(),
    strange: false,
  };

  it('are looked for as written and as meant', () => {
    assert.deepEqual(formsOf(known), ['pnuemonia', 'pneumonia', 'Pneumonia']);
  });

  it('find what was meant, but are never resolved to it', () => {
    const nearest = new Map([
      ['pnuemonia', [near('233604007', 0.7)]],
      ['pneumonia', [near('233604007', 1)]],
    ]);
    const { ranked, doubt } = rankWords({ ...known, strange: false }, nearest);
    assert.deepEqual([ranked[0]?.cosine, ranked[0]?.tier, doubt], [1, 'typo', 'typo']);
  });

  it('are doubtful where a term is only like a word that no term has', () => {
    const myiasis = { ...known, words: 'eye myiasis', meant: undefined, exact: [], strange: true };
    const nearest = new Map([['eye myiasis', [near('187192000', 0.93)]]]);
    assert.equal(rankWords(myiasis, nearest).doubt, 'unknown_word');
    assert.equal(rankWords({ ...myiasis, strange: false }, nearest).doubt, null);
  });

  it('are not doubtful where the words as written are as near', () => {
    const words = 'lobar pnuemonia';
    const nearest = new Map([[words, [near('233604007', 0.97)]]]);
    assert.equal(rankWords({ ...known, words, exact: [], meant: 'lobar pneumonia' }, nearest).doubt, null);
  });
});

describe('words that are only like a term', () => {
  const like = {
    meant: undefined,
    exact: [],
    refused: new Set<string>(),
    doubted: new Map<string, Doubt>(),
    strange: false,
  };
  const doubtOf = (words: string) => rankWords({ ...like, words }, new Map([[words, [near('1', 0.95)]]])).doubt;

  it('are in doubt when they are one word', () => {
    assert.equal(doubtOf('raised'), 'single_word');
    assert.equal(doubtOf('raised lipids'), null);
  });

  it('are in doubt with an abbreviation among them, unless all are in capitals', () => {
    assert.equal(doubtOf('BBD incomplet'), 'letters');
    assert.equal(doubtOf('BLOC INCOMPLET'), null);
  });
});
