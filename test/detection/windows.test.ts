import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CONTENT } from '../../server/detection/token-role.js';
import { phrases, phraseWindows } from '../../server/detection/windows.js';
import { allTermWindows, read, wordsOf } from './read.js';

function terms(text: string): string[] {
  const { note, roles } = read(text);
  return wordsOf(note, allTermWindows(note, roles));
}

function phrasesOf(text: string): string[] {
  const { note, roles } = read(text);
  return wordsOf(note, phrases(note, roles));
}

function likeWindows(text: string): string[] {
  const { note, roles } = read(text);
  return phrases(note, roles).flatMap((phrase) => wordsOf(note, phraseWindows(note, roles, phrase)));
}

describe('the windows that may be a term', () => {
  it('are all runs of words up to a comma or full stop, besides those that cross a comma as labels do', () => {
    const runs = ['fever', 'dry', 'dry cough', 'cough'];
    assert.deepEqual(terms('fever, dry cough.'), [...runs, 'fever, dry cough']);
    assert.deepEqual(terms('fever; dry cough.'), runs);
  });

  it('cross function words and a slash, but never end with a slash', () => {
    assert.ok(terms('shortness of breath').includes('shortness of breath'));
    const found = terms('nausea/vomiting');
    assert.ok(found.includes('nausea/vomiting'));
    assert.ok(!found.includes('nausea/'));
  });

  it('do not end with a letter that is a word: "hépatite à" is no hepatitis A', () => {
    const { note, roles } = read('hépatite à écarter, hépatite a', { language: 'fr' });
    const found = wordsOf(note, allTermWindows(note, roles));
    assert.ok(!found.includes('hépatite à') && found.includes('hépatite a'));
  });

  it('are a label with the words behind its colon or dash, or those up to the end of the item behind a comma or in brackets, on one line', () => {
    const labelled = (text: string) => terms(text).filter((words) => /: | - |, | \(/.test(words));
    assert.deepEqual(labelled('meningitis, aseptic'), ['meningitis, aseptic']);
    assert.deepEqual(labelled('fracture (pathological) of femur'), ['fracture (pathological)']);
    assert.deepEqual(labelled('fever, mood: low today.'), ['fever, mood', 'mood: low', 'mood: low today']);
    assert.deepEqual(labelled('pain - epigastric'), ['pain - epigastric']);
    assert.deepEqual(labelled('pain: 4/10, weight:\nstable, non-tender, no new chest pain at rest: none'), []);
  });

  it('hold the words of a hyphen', () => {
    assert.ok(terms('a non-productive cough').includes('non-productive cough'));
  });

  it('are at most nine tokens long', () => {
    const words = 'one two three four five six seven eight nine ten eleven'.split(' ');
    const found = terms(words.join(' '));
    assert.ok(found.includes(words.slice(0, 9).join(' ')));
    assert.ok(!found.includes(words.slice(0, 10).join(' ')));
  });

  it('never lie in a heading', () => {
    const { note, roles } = read('Past medical history:\nasthma');
    assert.deepEqual(
      note.sentences.map((sentence) => sentence.kind),
      ['heading', 'body'],
    );
    assert.deepEqual(wordsOf(note, allTermWindows(note, roles)), ['asthma']);
    assert.deepEqual(wordsOf(note, phrases(note, roles)), ['asthma']);
  });

  it('never cross the end of a sentence', () => {
    assert.ok(!terms('He has asthma. Fever is absent.').some((words) => words.includes('.')));
    assert.ok(!terms('asthma\n- fever').some((words) => words.includes('\n')));
  });

  it('count their content words', () => {
    const { note, roles } = read('fracture of the femur');
    const whole = allTermWindows(note, roles).find((window) => window.end - window.start === note.text.length);
    assert.equal(whole?.content, 2);
  });
});

describe('a phrase', () => {
  it('is the longest run between breaks, without the inner words at its ends', () => {
    assert.deepEqual(phrasesOf('he has the fracture of the femur and swelling'), ['fracture of the femur', 'swelling']);
  });

  it('is none where no content word stands', () => {
    assert.deepEqual(phrasesOf('he has the 5'), []);
    assert.deepEqual(phrasesOf(''), []);
  });

  it('is cut into windows that begin and end with a content word', () => {
    assert.deepEqual(likeWindows('fracture of the femur'), ['fracture', 'fracture of the femur', 'femur']);
  });

  it('is cut into windows of at most six tokens', () => {
    const { note, roles } = read('alpha beta gamma delta kappa lambda sigma omega');
    const lengths = phrases(note, roles).flatMap((phrase) =>
      phraseWindows(note, roles, phrase).map((window) => window.to - window.from),
    );
    assert.equal(Math.max(...lengths), 6);
  });
});

describe('the windows of any text', () => {
  it('are slices of it that begin and end with a token, in one sentence each', () => {
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
    fc.assert(
      fc.property(fc.array(word, { maxLength: 25 }), (words) => {
        const { note, roles } = read(words.join(' '), { language: 'auto' });
        const like = phrases(note, roles).flatMap((phrase) => phraseWindows(note, roles, phrase));
        for (const window of [...allTermWindows(note, roles), ...like]) {
          const sentence = note.sentences[window.sentence];
          assert.ok(sentence && window.from >= sentence.from && window.to <= sentence.to && window.from < window.to);
          assert.equal(window.start, note.tokens[window.from]?.start);
          assert.equal(window.end, note.tokens[window.to - 1]?.end);
        }
        for (const window of like) {
          assert.equal(roles[window.from], CONTENT);
          assert.equal(roles[window.to - 1], CONTENT);
        }
      }),
    );
  });

  it('grow with the text, not with its square', () => {
    const count = (words: number) => {
      const { note, roles } = read('lorem '.repeat(words));
      const like = phrases(note, roles).flatMap((phrase) => phraseWindows(note, roles, phrase));
      return allTermWindows(note, roles).length + like.length;
    };
    assert.ok(count(4_000) <= 2 * count(2_000) + 100);
  });
});
