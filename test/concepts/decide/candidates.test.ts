import assert from 'node:assert/strict';
import { mergeForms, topAndMargin } from '../../../server/concepts/decide/candidates.js';
import type { ExactDescription, NearestConcept } from '../../../server/db/rank.js';
import type { DescriptionKind } from '../../../server/domain/candidate.js';

const near = (sctid: string, cosine: number, description_id = `9${sctid}`): NearestConcept => ({
  description_id,
  sctid,
  cosine,
});

const exact = (sctid: string, term_norm: string, kind: DescriptionKind = 'synonym'): ExactDescription => ({
  description_id: `9${sctid}`,
  sctid,
  language: 'en',
  kind,
  term: term_norm,
  term_norm,
  key: term_norm,
  semantic_tag: 'disorder',
});

const codes = (found: readonly { sctid: string }[]) => found.map(({ sctid }) => sctid);

describe('the candidates of a span', () => {
  it('are distinct concepts, each with the best cosine over the forms and its description', () => {
    const found = mergeForms([[near('11', 0.7, '1'), near('22', 0.65)], [near('11', 0.9, '2')]], [], 'x');
    assert.deepEqual(codes(found), ['11', '22']);
    assert.equal(found[0]?.cosine, 0.9);
    assert.equal(found[0]?.descriptionId, '2');
  });

  it('are at most five, best first', () => {
    const concepts = [0.5, 0.9, 0.7, 0.6, 0.8, 0.4, 0.3].map((cosine, i) => near(String(i + 10), cosine));
    assert.deepEqual(codes(mergeForms([concepts], [], 'x')), ['11', '14', '12', '13', '10']);
  });

  it('put what a patient has before the part of the body and the substance of the same name', () => {
    const hits = [
      { ...exact('1', 'x'), semantic_tag: 'body structure' },
      { ...exact('2', 'x'), semantic_tag: 'substance' },
      { ...exact('3', 'x'), semantic_tag: 'finding' },
    ];
    assert.deepEqual(codes(mergeForms([[near('1', 1), near('2', 1), near('3', 1)]], hits, 'x')), ['3', '2', '1']);
  });

  it('of the same words are in the order of their descriptions, those of the language of the span first', () => {
    const forms = [[near('1', 1), near('2', 1)]];
    assert.deepEqual(codes(mergeForms(forms, [exact('2', 'echo'), exact('1', 'echo')], 'echo')), ['2', '1']);
    assert.deepEqual(codes(mergeForms(forms, [exact('1', 'echo'), exact('2', 'echo')], 'echo')), ['1', '2']);
  });

  it('have cosines of four decimals, and ties are judged by these', () => {
    const found = mergeForms([[near('300', 0.81234), near('20', 0.812339)]], [], 'x');
    assert.deepEqual(
      found.map(({ cosine }) => cosine),
      [0.8123, 0.8123],
    );
    assert.deepEqual(codes(found), ['20', '300']);
  });

  it('stand in one order whatever the order of the forms', () => {
    const forms = [
      [near('30', 0.8), near('4', 0.8)],
      [near('200', 0.8), near('4', 0.8)],
    ];
    assert.deepEqual(codes(mergeForms(forms, [], 'x')), ['4', '30', '200']);
    assert.deepEqual(codes(mergeForms([...forms].reverse(), [], 'x')), ['4', '30', '200']);
  });

  it('of equal cosine put the very words before an abbreviation, that before an inflection, that before mere likeness', () => {
    const forms = [['1', '2', '3', '4'].map((sctid) => near(sctid, 1))];
    const hits = [exact('2', 'fevers'), exact('3', 'fever', 'abbreviation'), exact('4', 'fever')];
    const found = mergeForms(forms, hits, 'fever');
    assert.deepEqual(codes(found), ['4', '3', '2', '1']);
    assert.deepEqual(
      found.map(({ tier }) => tier),
      ['exact', 'abbreviation', 'inflection', 'dense'],
    );
  });

  it('keep their cosine whatever other evidence says', () => {
    const found = mergeForms([[near('1', 0.95), near('2', 0.9)]], [exact('2', 'fever')], 'fever');
    assert.deepEqual(codes(found), ['1', '2']);
    assert.equal(found[1]?.cosine, 0.9);
  });

  it('take the strongest tier of several descriptions', () => {
    const hits = [exact('1', 'fevers'), exact('1', 'fever'), exact('1', 'fever', 'abbreviation')];
    assert.equal(mergeForms([[near('1', 1)]], hits, 'fever')[0]?.tier, 'exact');
  });

  it('are none where nothing was near', () => {
    assert.deepEqual(mergeForms([[], []], [], 'x'), []);
  });
});

describe('cosine and margin', () => {
  it('are those of the first and between the first two concepts', () => {
    assert.deepEqual(topAndMargin([{ cosine: 0.9123 }, { cosine: 0.8 }, { cosine: 0.1 }]), {
      cosine: 0.9123,
      margin: 0.1123,
    });
  });

  it('are equal with one candidate and 0 with none', () => {
    assert.deepEqual(topAndMargin([{ cosine: 0.7 }]), { cosine: 0.7, margin: 0.7 });
    assert.deepEqual(topAndMargin([]), { cosine: 0, margin: 0 });
  });

  it('have no more than four decimals', () => {
    assert.equal(topAndMargin([{ cosine: 0.3 }, { cosine: 0.1 }]).margin, 0.2);
  });
});
