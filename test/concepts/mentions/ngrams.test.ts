import assert from 'node:assert/strict';
import { phrases } from '../../../server/concepts/mentions/phrases.js';
import { allMentions, annotated, wordsOf } from '../read.js';

async function terms(text: string): Promise<string[]> {
  const note = await annotated(text);
  return wordsOf(note, allMentions(note));
}

describe('the mentions that may be a term', () => {
  it('are all runs of words up to a comma or full stop, besides those that cross a comma as labels do', async () => {
    const runs = ['fever', 'dry', 'dry cough', 'cough'];
    assert.deepEqual(await terms('fever, dry cough.'), [...runs, 'fever, dry cough']);
    assert.deepEqual(await terms('fever; dry cough.'), runs);
  });

  it('cross function words and a slash, but never end with a slash', async () => {
    assert.ok((await terms('shortness of breath')).includes('shortness of breath'));
    const found = await terms('nausea/vomiting');
    assert.ok(found.includes('nausea/vomiting'));
    assert.ok(!found.includes('nausea/'));
  });

  it('do not end with a letter that is a word: "hépatite à" is no hepatitis A', async () => {
    const note = await annotated('hépatite à écarter, hépatite a', { language: 'fr' });
    const found = wordsOf(note, allMentions(note));
    assert.ok(!found.includes('hépatite à') && found.includes('hépatite a'));
  });

  it('hold the words of a hyphen', async () => {
    assert.ok((await terms('a non-productive cough')).includes('non-productive cough'));
  });

  it('are at most nine tokens long', async () => {
    const words = 'one two three four five six seven eight nine ten eleven'.split(' ');
    const found = await terms(words.join(' '));
    assert.ok(found.includes(words.slice(0, 9).join(' ')));
    assert.ok(!found.includes(words.slice(0, 10).join(' ')));
  });

  it('never lie in a heading', async () => {
    const note = await annotated('Past medical history:\nasthma');
    assert.deepEqual(
      note.sentences.map((sentence) => sentence.kind),
      ['heading', 'body'],
    );
    assert.deepEqual(wordsOf(note, allMentions(note)), ['asthma']);
    assert.deepEqual(wordsOf(note, phrases(note)), ['asthma']);
  });

  it('never cross the end of a sentence', async () => {
    assert.ok(!(await terms('He has asthma. Fever is absent.')).some((words) => words.includes('.')));
    assert.ok(!(await terms('asthma\n- fever')).some((words) => words.includes('\n')));
  });

  it('count their content words', async () => {
    const note = await annotated('fracture of the femur');
    const whole = allMentions(note).find((mention) => mention.end - mention.start === note.text.length);
    assert.equal(whole?.content, 2);
  });
});
