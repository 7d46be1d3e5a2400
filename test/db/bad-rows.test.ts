import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { addWordClasses } from '../../server/db/word-classes.js';
import { testDatabase } from '../support/database.js';
import { WORD_CLASSES } from '../support/lexicon.js';

const TRIGGER = {
  language: 'en',
  axis: 'assertion',
  value: 'negated',
  phrase: 'zilch of',
  direction: 'forward',
  example_ok: 'Zilch of [fever].',
};
const SECTION = { language: 'en', heading: 'Zilch', section: 'plan', example_ok: 'Zilch ¶ [fever]' };
const WORD = { language: 'en', class: 'KIN', word: 'zilch' };
const POINT = { language: 'en', axis: 'assertion', value: '*', source: 'cue', score: 0.5, confidence: 0.5 };
const BASES = { triggers: TRIGGER, section_rules: SECTION, token_classes: WORD, confidence_points: POINT };
type Table = keyof typeof BASES;
type Values = Readonly<Record<string, unknown>>;

const NO_REGEX = /holds a character that no phrase may have; phrases are words, not regular expressions/;
const SPACES = /Separate the words of the phrase by single spaces, with none at the ends/;
const EMPTY = /The phrase is empty/;

/** What a row has, by which words it is refused. */
const BAD: readonly (readonly [string, Table, Values, RegExp])[] = [
  ['a value that no axis has', 'triggers', { value: 'absent' }, /absent is no value of the axis assertion/],
  ['the value of another axis', 'triggers', { value: 'past' }, /past is no value of the axis assertion/],
  ['no value', 'triggers', { value: null }, /null is no value of the axis assertion/],
  ['an unknown axis', 'triggers', { axis: 'mood' }, /The axis mood is unknown/],
  ['an unknown kind', 'triggers', { kind: 'rule' }, /The kind rule is unknown/],
  ['a gap that is not closed', 'triggers', { phrase: 'no <GAP:2 of' }, /<GAP:2 has a < or > that is not paired/],
  ['a gap that is too long', 'triggers', { phrase: 'no <GAP:9> of' }, /<GAP:9> is no gap: write <GAP:1> to <GAP:6>/],
  ['a gap at the end', 'triggers', { phrase: 'no <GAP:2>' }, /A gap stands at an end of the phrase/],
  ['three gaps', 'triggers', { phrase: 'a <GAP:1> b <GAP:1> c <GAP:1> d' }, /The phrase has more than two gaps/],
  [
    'a bracket with two gaps',
    'triggers',
    { phrase: 'a <GAP:1> b <GAP:1> c', direction: 'bracket' },
    /A bracket phrase needs a gap for the span, and one only/,
  ],
  ['an unknown class in the phrase', 'triggers', { phrase: 'no <THING>' }, /<THING> is unknown: use <NUM>/],
  ['an empty phrase', 'triggers', { phrase: '' }, EMPTY],
  ['a blank phrase', 'triggers', { phrase: '   ' }, EMPTY],
  ['no phrase', 'triggers', { phrase: null }, EMPTY],
  ['a phrase of a mark that nobody sees', 'triggers', { phrase: '\u00AD' }, EMPTY],
  ['a space before the phrase', 'triggers', { phrase: ' zilch of' }, SPACES],
  ['two spaces in the phrase', 'triggers', { phrase: 'zilch  of' }, SPACES],
  ['a tab in the phrase', 'triggers', { phrase: 'zilch\tof' }, SPACES],
  ['a line break in the phrase', 'triggers', { phrase: 'zilch\nof' }, SPACES],
  [
    'a phrase that stands already',
    'triggers',
    { phrase: 'not seen' },
    /The phrase not seen \(en, trigger, assertion, forward\) stands already, in row \d+$/,
  ],
  ['a phrase that differs by accents and case', 'triggers', { phrase: 'Nöt Seen' }, /stands already, in row \d+$/],
  ['a regular expression', 'triggers', { phrase: 'no (sign|hint) of' }, NO_REGEX],
  ['regex characters', 'triggers', { phrase: '^no\\s.*$' }, NO_REGEX],
  ['300 characters', 'triggers', { phrase: 'a'.repeat(300) }, /The phrase is longer than 120 characters/],
  ['11 elements', 'triggers', { phrase: 'a b c d e f g h i j k' }, /The phrase has more than 10 elements/],
  ['an emoji', 'triggers', { phrase: 'no \u{1F600}' }, NO_REGEX],
  ['a NUL', 'triggers', { phrase: 'no\0sign' }, /invalid byte sequence|0x00/],
  ['SQL in the phrase', 'triggers', { phrase: "no'; DROP TABLE triggers; --" }, /A semicolon stands alone in a phrase/],
  ['no direction for a trigger', 'triggers', { direction: 'none' }, /A trigger needs a direction: forward, backward/],
  ['a direction for a pseudo', 'triggers', { kind: 'pseudo', value: null }, /A pseudo has no direction: write none/],
  [
    'a value for a pseudo',
    'triggers',
    { kind: 'pseudo', direction: 'none' },
    /A pseudo sets no value: leave value empty/,
  ],
  ['a reach of 0 words', 'triggers', { max_tokens: 0 }, /max_tokens is 0: a scope reaches 1 to 60 words/],
  ['a reach of 61 words', 'triggers', { max_tokens: 61 }, /max_tokens is 61: a scope reaches 1 to 60 words/],
  ['a reach in words', 'triggers', { max_tokens: 'ten' }, /invalid input syntax for type smallint: "ten"/],
  ['a strength of 1.5', 'triggers', { strength: 1.5 }, /The strength 1.5 is not between 0.5 and 0.99/],
  ['a priority of 100', 'triggers', { priority: 100 }, /The priority 100 is not between 1 and 99/],
  ['no priority', 'triggers', { priority: null }, /The column priority is empty/],
  ['an unknown language', 'triggers', { language: 'de' }, /The language de is unknown/],
  ['an unknown reason', 'triggers', { reason: 'doubt' }, /The reason doubt is unknown/],
  ['an unknown place in the span', 'triggers', { in_span: 'yes' }, /in_span cannot be yes/],
  [
    'an unknown class of terminators',
    'triggers',
    { kind: 'terminator', value: 'stop', direction: 'none' },
    /stop is no class of terminators/,
  ],
  ['stops of an unknown class', 'triggers', { stops: '{stop}' }, /stops and ignores may only name classes/],
  ['an example without a span', 'triggers', { example_ok: 'Zilch of fever.' }, /one span in \[square brackets\]/],
  ['an example with two spans', 'triggers', { example_ok: '[Zilch] of [it].' }, /one span in \[square brackets\]/],
  ['an example of two lines', 'triggers', { example_not: 'Zilch\nof [it].' }, /example_not has a tab or a line break/],
  ['notes of two lines', 'triggers', { notes: 'one\ntwo' }, /The notes have a tab or a line break/],
  ['an unknown section', 'section_rules', { section: 'misc' }, /The section misc is no canonical name/],
  ['an empty heading', 'section_rules', { heading: '' }, /A heading is 1 to 80 characters/],
  ['a heading of 300 characters', 'section_rules', { heading: 'h'.repeat(300) }, /A heading is 1 to 80 characters/],
  ['a heading with its colon', 'section_rules', { heading: 'Zilch:' }, /written without its colon/],
  ['a heading of a wrong value', 'section_rules', { subject: 'past' }, /past is no value of the axis subject/],
  ['a unit without its days', 'token_classes', { class: 'UNIT' }, /A word of the class UNIT needs a number/],
  [
    'a clinical phrase of a wrong value',
    'token_classes',
    { class: 'CLINICAL', value: 'all' },
    /the value "whole" or none/,
  ],
  [
    'an ambiguous word of a wrong value',
    'token_classes',
    { class: 'AMBIGUOUS', value: 'often' },
    /the value "condition" or "ordinary" or "rare" or "site" or none/,
  ],
  [
    'a word of a test with a wrong value',
    'token_classes',
    { class: 'ASSAY', value: 'before' },
    /"behind" or "list" or "of" or none/,
  ],
  ['a relative of a wrong value', 'token_classes', { value: 'step' }, /KIN has the value "blood" or "spouse" or none$/],
  [
    'a value where the class has none',
    'token_classes',
    { class: 'SAY', value: 'no' },
    /of the class SAY has no value$/,
  ],
  ['a month by its name', 'token_classes', { class: 'MONTH', value: 'May' }, /needs a number as its value$/],
  ['shorthand without its long form', 'token_classes', { class: 'SHORTHAND' }, /its value is the long form/],
  ['shorthand of two words', 'token_classes', { class: 'SHORTHAND', word: 'a b', value: 'c' }, /SHORTHAND is one word/],
  [
    'shorthand with its full stop',
    'token_classes',
    { class: 'SHORTHAND', word: 'ab.', value: 'c' },
    /without punctuation/,
  ],
  ['a word of 61 characters', 'token_classes', { word: 'w'.repeat(61) }, /A word is 1 to 60 characters/],
  ['an unknown class of words', 'token_classes', { class: 'COUSIN' }, /The class COUSIN is unknown/],
  ['a space after the word', 'token_classes', { word: 'zilch ' }, /Separate words by single spaces/],
  ['a score of 2', 'confidence_points', { score: 2 }, /A score is from 0 to 1/],
];

describe('a bad row of the lexicon', () => {
  const database = testDatabase();
  const insert = (table: string, values: Values): Promise<unknown> =>
    sql`INSERT INTO ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      VALUES (${sql.join(Object.values(values))})`.execute(database.handle.db);
  const everything = async (): Promise<unknown> => {
    const { rows } = await sql`SELECT (SELECT jsonb_agg(t ORDER BY id) FROM triggers t) AS triggers,
      (SELECT count(*) FROM section_rules) + (SELECT count(*) FROM token_classes) + (SELECT count(*) FROM confidence_points) AS others,
      (SELECT jsonb_agg(v) FROM lexicon_versions v) AS versions, (SELECT jsonb_agg(h) FROM lexicon_history h) AS history,
      (SELECT jsonb_agg(c) FROM lexicon_draft_changes c) AS drafts`.execute(database.handle.db);
    return rows[0];
  };
  let unchanged: unknown;
  const isRefused = async (table: string, values: Values, words: RegExp): Promise<void> => {
    await assert.rejects(insert(table, values), (error: Error) => {
      assert.match(error.message, words);
      assert.doesNotMatch(error.message, /violates|constraint/);
      return true;
    });
    assert.deepEqual(await everything(), unchanged);
  };

  before('insert a good row', async () => {
    await addWordClasses(database.handle.db, WORD_CLASSES);
    await insert('triggers', { ...TRIGGER, phrase: 'not seen', example_ok: 'Not seen: [fever].' });
    unchanged = await everything();
  });

  for (const [what, table, values, words] of BAD) {
    it(`with ${what} is refused in words, and nothing is lost`, () =>
      isRefused(table, { ...BASES[table], ...values }, words));
  }

  it('is refused by a draft in the same words, and the draft stays as it is', async () => {
    await insert('draft_triggers', { ...TRIGGER, phrase: 'drafted', example_ok: 'Drafted [fever].' });
    unchanged = await everything();
    for (const [, table, values, words] of BAD)
      await isRefused(`draft_${table}`, { ...BASES[table], ...values }, words);
  });

  it('differs from a good one: the highest strength, a semicolon of its own', async () => {
    await insert('triggers', { ...TRIGGER, phrase: 'zilch ;', strength: 0.99, example_ok: 'Zilch; [fever].' });
  });
});
