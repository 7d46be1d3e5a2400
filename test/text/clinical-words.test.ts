import assert from 'node:assert/strict';
import { ClinicalWords } from '../../server/text/clinical-words.js';
import { foldTerm } from '../../server/text/normalize.js';
import { termKey } from '../../server/text/term-key.js';

const words = new ClinicalWords(['furosémide', 'wall thickening', 'CST', '-ectomy', '-pril', 'épanchement']);
const has = (text: string): boolean => words.has(termKey(foldTerm(text)), () => text);

describe('clinical words that the terminology lacks', () => {
  it('are found in any inflection, case and accent', () => {
    for (const text of ['furosemide', 'Furosémide', 'wall thickenings', 'épanchements']) assert.ok(has(text), text);
  });

  it('are found as whole phrases only', () => {
    for (const text of ['wall', 'thickening', 'wall thickening noted']) assert.ok(!has(text), text);
  });

  it('are found in their own case where they are short abbreviations', () => {
    assert.ok(has('CST') && !has('cst'));
  });

  it('may be known by their ending, behind at least three letters, as single words', () => {
    for (const text of ['bullectomy', 'bullectomies', 'perindopril']) assert.ok(has(text), text);
    for (const text of ['ectomy', 'April', 'left ectomy', 'by lobectomy']) assert.ok(!has(text), text);
  });

  it('may be another thing than the terms in them, in any inflection too', () => {
    const known = new ClinicalWords(['surgical emphysema', 'wall thickening'], ['surgical emphysema']);
    const isWhole = (text: string) => known.isWhole(termKey(foldTerm(text)));
    assert.ok(isWhole('Surgical emphysemas') && !isWhole('wall thickening'));
  });
});
