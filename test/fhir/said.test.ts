import assert from 'node:assert/strict';
import { saidOf } from '../../server/app/said.js';
import { compileLexicon } from '../../server/lexicon/compile.js';
import { readNote } from '../../server/text/note.js';
import { lexiconFiles, shippedLexicon } from '../support/annotated.js';

/** What is said of the span in brackets. */
function said(sentence: string, triggers: readonly string[] = [], lexicon = shippedLexicon()) {
  const [start, end] = [sentence.indexOf('['), sentence.indexOf(']') - 1];
  const text = sentence.replace(/[[\]]/g, '');
  const note = readNote(text, 'auto', lexicon.vocabulary);
  return saidOf(note, lexicon, { start, end, span: text.slice(start, end) }, triggers);
}

describe('what words say beyond the axes', () => {
  it('is told by the words that decided an axis, in English and French', () => {
    const of = (words: string) => said('Had [asthma].', [words]).byTriggers;
    assert.deepEqual(
      [
        'has resolved',
        'a disparu',
        'in remission',
        'relapsed',
        'rechute',
        'discontinued',
        'a été arrêté',
        'not detected',
      ].map(of),
      [
        ['resolved'],
        ['resolved'],
        ['remission'],
        ['recurrence'],
        ['recurrence'],
        ['stopped'],
        ['stopped'],
        ['negative'],
      ],
    );
    assert.deepEqual(['non retrouvé', 'allergic', 'intolérance', 'postop', 'history of'].map(of), [
      ['negative'],
      ['allergy'],
      ['allergy'],
      [],
      [],
    ]);
  });

  it('is told by the words of the span', () => {
    assert.deepEqual(said('Her [AML in remission].').bySpan, ['remission']);
    assert.deepEqual(said('Une [récidive tumorale].').bySpan, ['recurrence']);
  });

  it('is told before what somebody is allergic to, within the sentence', () => {
    const is = (sentence: string) => said(sentence).isAllergicTo;
    assert.ok(is('She is allergic to latex, nuts and [penicillin].'));
    assert.ok(is('Allergie aux AINS et à la [pénicilline].'));
    assert.ok(!is('She is allergic to nuts. Takes [penicillin].'));
    assert.ok(!is('Takes [penicillin], allergic to nuts.'));
  });

  it('follows the rows', () => {
    const rows = lexiconFiles();
    const word = { ...rows.words[0], language: 'en', class: 'STATUS', word: 'fizzled', value: 'resolved' };
    const edited = compileLexicon({ ...rows, version: 1, words: [...rows.words, word] } as Parameters<
      typeof compileLexicon
    >[0]);
    assert.deepEqual(said('Had [asthma].', ['has fizzled']).byTriggers, []);
    assert.deepEqual(said('Had [asthma].', ['has fizzled'], edited).byTriggers, ['resolved']);
  });
});
