import assert from 'node:assert/strict';
import {
  BREAK,
  CONTENT,
  DENIAL,
  INNER,
  isDenied,
  tokenRoles,
  WALL,
} from '../../../server/concepts/annotate/token-role.js';
import type { RequestLanguage } from '../../../server/domain/language.js';
import { read } from '../read.js';

const NAMES: Readonly<Record<number, string>> = {
  [CONTENT]: 'content',
  [INNER]: 'inner',
  [BREAK]: 'break',
  [DENIAL]: 'break',
  [WALL]: 'wall',
};

/** "word:role" of every token. */
function rolesOf(text: string, options: { language?: RequestLanguage; cues?: boolean } = {}): string[] {
  const { tokens, roles } = read(text, options);
  return tokens.map((token, i) => `${text.slice(token.start, token.end)}:${NAMES[roles[i] as number]}`);
}

describe('the role of a token', () => {
  it('is content for a clinical word, in both languages', () => {
    assert.deepEqual(rolesOf('dyspnea'), ['dyspnea:content']);
    assert.deepEqual(rolesOf('dyspnée', { language: 'fr' }), ['dyspnée:content']);
  });

  it('is inner for a word that links, a determiner and a number', () => {
    assert.deepEqual(rolesOf('fracture of the 5 toes'), [
      'fracture:content',
      'of:inner',
      'the:inner',
      '5:inner',
      'toes:content',
    ]);
    assert.deepEqual(rolesOf('fracture du col', { language: 'fr' }), ['fracture:content', 'du:inner', 'col:content']);
  });

  it('is a wall for the surname behind a title', () => {
    const wallsOf = (text: string, language: RequestLanguage) =>
      rolesOf(text, { language }).filter((each) => /^\p{L}.*:wall$/u.test(each));
    assert.deepEqual(wallsOf('Mrs Cole has fever. Dr. Crohn and Mr J. Falls agree.', 'en'), [
      'Cole:wall',
      'Crohn:wall',
      'Falls:wall',
    ]);
    assert.deepEqual(wallsOf('M. Zona et Mme Angine.', 'fr'), ['Zona:wall', 'Angine:wall']);
    assert.deepEqual(wallsOf('MS Relapse. MR Severe. Crohn disease. Miss fever.', 'en'), []);
  });

  it('is break for function words and coordinators', () => {
    assert.deepEqual(rolesOf('he has fever and cough'), [
      'he:break',
      'has:break',
      'fever:content',
      'and:break',
      'cough:content',
    ]);
  });

  it('is wall for punctuation that ends a phrase and break for a slash, a plus and a per cent sign', () => {
    assert.deepEqual(rolesOf('fever, cough; rash'), [
      'fever:content',
      ',:wall',
      'cough:content',
      ';:wall',
      'rash:content',
    ]);
    assert.deepEqual(rolesOf('fever / cough + rash'), [
      'fever:content',
      '/:break',
      'cough:content',
      '+:break',
      'rash:content',
    ]);
  });

  it('is break for what a unit counts by', () => {
    assert.equal(rolesOf('Hb 8,2 g/dl', { language: 'fr' }).at(-1), 'dl:break');
    assert.equal(rolesOf('toux/dl', { language: 'fr' }).at(-1), 'dl:content');
  });

  it('is never content for the minutes of a time', () => {
    assert.deepEqual(rolesOf('02h00 désorientée', { language: 'fr' }).slice(1), ['h00:inner', 'désorientée:content']);
  });

  it('is never content for an elided article', () => {
    for (const text of ["l'asthme", 'l’asthme', "d'asthme"]) {
      assert.match(rolesOf(text, { language: 'fr' })[0] ?? '', /:(inner|break)$/);
    }
  });

  it('is break for a word that a context trigger takes, and only for its words', () => {
    assert.deepEqual(rolesOf('suspected pneumonia', { cues: true }), ['suspected:break', 'pneumonia:content']);
  });

  it('is denial for the words that deny or doubt what stands behind them, and not for those behind it', () => {
    const note = read('no fever, asthma ?gout stable', { cues: true });
    const denied = note.tokens.filter((_, at) => isDenied(note, at)).map(({ norm }) => norm);
    assert.deepEqual(denied, ['fever', 'gout']);
  });

  it('counts a cue that begins inside another one and leaves a token that a cue takes in part', () => {
    const text = 'alpha beta gamma delta';
    const note = read(text);
    const cues = [
      { start: 6, end: 16, hard: true, opens: false },
      { start: 0, end: 10, hard: true, opens: false },
      { start: 17, end: 19, hard: true, opens: false },
    ];
    const roles = tokenRoles(note, note.classes, cues);
    assert.deepEqual(
      [...roles].map((role) => NAMES[role]),
      ['break', 'break', 'break', 'content'],
    );
  });

  it('is given for every token of an empty note and of a note of punctuation', () => {
    assert.deepEqual(rolesOf(''), []);
    assert.deepEqual(rolesOf('...')[0], '.:wall');
  });
});
