import assert from 'node:assert/strict';
import { allMentions, annotated, wordsOf } from '../read.js';

/** The mentions of a text that cross a colon, a dash, a comma or a bracket. */
async function labelled(text: string): Promise<string[]> {
  const note = await annotated(text);
  return wordsOf(note, allMentions(note)).filter((words) => /: | - |, | \(/.test(words));
}

describe('labels with what is said of them', () => {
  it('have the words behind a colon or dash, or those up to the end of the item behind a comma or in brackets, on one line', async () => {
    assert.deepEqual(await labelled('meningitis, aseptic'), ['meningitis, aseptic']);
    assert.deepEqual(await labelled('fracture (pathological) of femur'), ['fracture (pathological)']);
    assert.deepEqual(await labelled('fever, mood: low today.'), ['fever, mood', 'mood: low', 'mood: low today']);
    assert.deepEqual(await labelled('pain - epigastric'), ['pain - epigastric']);
    assert.deepEqual(await labelled('pain: 4/10, weight:\nstable, non-tender, no new chest pain at rest: none'), []);
  });
});
