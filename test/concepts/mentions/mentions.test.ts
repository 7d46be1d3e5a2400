import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AnnotatedNote } from '../../../server/concepts/annotate/annotated-note.js';
import { CONTENT } from '../../../server/concepts/annotate/token-role.js';
import type { Mention } from '../../../server/concepts/mentions/mention.js';
import { phrases, runsOfPhrase } from '../../../server/concepts/mentions/phrases.js';
import { allMentions, annotated } from '../read.js';

/** The runs of a note that may be like a term. */
function allRuns(note: AnnotatedNote): Mention[] {
  return phrases(note).flatMap((phrase) => runsOfPhrase(note, phrase));
}

describe('the mentions of any text', () => {
  it('are slices of it that begin and end with a token, in one sentence each', async () => {
    const word = fc.constantFrom(
      'fever',
      'of',
      'the',
      'and',
      ',',
      '.',
      '\n',
      '5',
      '/',
      "l'",
      'é',
      '- ',
      ':',
      'no',
      '😀',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 25 }), async (words) => {
        const note = await annotated(words.join(' '), { language: 'auto' });
        const like = allRuns(note);
        for (const mention of [...allMentions(note), ...like]) {
          const sentence = note.sentences[mention.sentence];
          assert.ok(
            sentence && mention.from >= sentence.from && mention.to <= sentence.to && mention.from < mention.to,
          );
          assert.equal(mention.start, note.tokens[mention.from]?.start);
          assert.equal(mention.end, note.tokens[mention.to - 1]?.end);
        }
        for (const mention of like) {
          assert.equal(note.roles[mention.from], CONTENT);
          assert.equal(note.roles[mention.to - 1], CONTENT);
        }
      }),
    );
  });

  it('grow with the text, not with its square', async () => {
    const count = async (words: number) => {
      const note = await annotated('lorem '.repeat(words));
      return allMentions(note).length + allRuns(note).length;
    };
    assert.ok((await count(4_000)) <= 2 * (await count(2_000)) + 100);
  });
});
