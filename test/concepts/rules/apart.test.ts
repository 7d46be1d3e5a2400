import assert from 'node:assert/strict';
import { apartness } from '../../../server/concepts/rules/apart.js';
import type { ExactDescription } from '../../../server/db/rank.js';
import type { DescriptionKind } from '../../../server/domain/candidate.js';
import { annotated } from '../read.js';

type Named = readonly [words: string, tag: string, kind?: DescriptionKind];

/** Which words of a text stand apart from the one named first. */
async function apart(text: string, ...named: readonly Named[]): Promise<string[]> {
  const note = await annotated(text);
  const spans = named.map(([words, semantic_tag, kind = 'synonym']) => {
    const start = text.indexOf(words);
    const from = note.tokens.findIndex((token) => token.start === start);
    const to = note.tokens.findIndex((token) => token.end === start + words.length) + 1;
    const hit: ExactDescription = {
      description_id: '9',
      sctid: '9',
      language: 'en',
      kind,
      term: words,
      term_norm: words.toLowerCase(),
      key: words.toLowerCase(),
      semantic_tag,
    };
    const place = { from, to, start, end: start + words.length, sentence: 0, language: 'en' as const };
    return { ...place, content: to - from, exact: [hit] };
  });
  const apartBy = apartness(note, spans);
  const isApart = (at: number) => apartBy(spans[0] as (typeof spans)[number], at) !== undefined;
  return note.tokens.filter((_, at) => isApart(at)).map(({ norm }) => norm);
}

const OBSERVABLE = 'observable entity';

describe('the words beside a span', () => {
  it('stand apart where they are read with a value, and what was found stands apart from a reading', async () => {
    const [obesity, bmi] = [['obesity', 'disorder'] as const, ['BMI', OBSERVABLE, 'abbreviation'] as const];
    assert.deepEqual(await apart('Known obesity BMI 38.4', obesity, bmi), ['bmi']);
    assert.deepEqual(await apart('Known obesity BMI today', obesity, bmi), []);
    assert.deepEqual(await apart('Known obesity BMI 38.4', bmi, obesity), ['obesity', 'bmi']);
  });

  it('stand apart behind a sign, whose site they are', async () => {
    assert.deepEqual(await apart('Florid petechiae shins today', ['petechiae', 'finding']), ['shins', 'today']);
  });

  it('stand apart in a row of tests', async () => {
    const tests = ['FBC', 'CRP'].map((letters) => [letters, 'procedure', 'abbreviation'] as const);
    assert.deepEqual(await apart('FBC CRP tomorrow', ...tests), ['fbc', 'crp']);
  });

  it('stand apart where they are an idea of their own, and leave what is beside them one', async () => {
    const [dyspnoea, nyha] = [['dyspnoea', 'finding'] as const, ['NYHA II', 'finding'] as const];
    assert.deepEqual(await apart('Chronic dyspnoea NYHA II', dyspnoea, nyha), ['nyha', 'ii']);
    assert.deepEqual(await apart('Chronic dyspnoea NYHA II', nyha, dyspnoea), ['chronic', 'dyspnoea', 'nyha', 'ii']);
  });

  it('stand apart where a test stands before what it found, and a dose behind what is taken', async () => {
    const [ecg, flutter] = [['ECG', 'procedure', 'abbreviation'] as const, ['flutter', 'disorder'] as const];
    assert.deepEqual(await apart('ECG flutter again', ecg, flutter), ['ecg', 'flutter']);
    assert.deepEqual(await apart('ECG flutter again', flutter, ecg), ['ecg']);
    assert.deepEqual(await apart('Flutter on ECG', ecg, ['Flutter', 'disorder']), ['ecg']);
    const [tkr, infection] = [['TKR', 'procedure', 'abbreviation'] as const, ['infection', 'disorder'] as const];
    assert.deepEqual(await apart('TKR infection again', tkr, infection), ['tkr']);
    const [af, apixaban] = [['AF', 'disorder', 'abbreviation'] as const, ['apixaban', 'substance'] as const];
    assert.deepEqual(await apart('AF apixaban 5 mg', af, apixaban), ['apixaban']);
    assert.deepEqual(await apart('AF apixaban 5 mg', apixaban, af), ['af', 'apixaban']);
    assert.deepEqual(await apart('AF apixaban stopped', apixaban, af), []);
  });

  it('do not stand apart from an operation some time ago, nor a specimen from what is measured in it', async () => {
    const [melanoma, excision] = [['Melanoma', 'disorder'] as const, ['excision', 'procedure'] as const];
    assert.deepEqual(await apart('Melanoma excision 3 weeks ago', melanoma, excision), []);
    const [ascites, albumin] = [['Ascites', 'disorder'] as const, ['albumin', 'procedure'] as const];
    assert.deepEqual(await apart('Ascites albumin 8 g/L', albumin, ascites), []);
  });
});
