import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { main as lexicon } from '../../server/cli/lexicon.js';
import { withDatabase } from '../../server/cli/open-database.js';
import { lexiconPlace } from '../support/lexicon-database.js';
import { call, preparedEnvironment } from './command.js';

/** One bad row after the other, and the line of the linter that names it. */
const PLANTED: readonly (readonly [string, string, RegExp])[] = [
  [
    'a trigger that a pseudo of the same words silences',
    `INSERT INTO triggers (language, kind, axis, phrase, direction, example_ok)
      VALUES ('en', 'pseudo', '*', 'Dénies', 'none', 'He denies [fever].')`,
    /^error {2}triggers \d+ {2}en {2}"denies" {2}silenced: The pseudo "Dénies" of row \d+ stands wherever these words do/m,
  ],
  [
    'a trigger that a pseudo of the class of its word silences',
    `INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('fr', 'certainty', 'suspected', 'mère évoque', 'forward', 'La mère évoque une [grippe].')`,
    /^error {2}triggers \d+ {2}fr {2}"mère évoque" {2}silenced: The pseudo "<KIN> évoque"/m,
  ],
  [
    'a phrase whose class has no word',
    `UPDATE token_classes SET enabled = false WHERE language = 'fr' AND class = 'OTHER'`,
    /^error {2}triggers \d+ {2}fr {2}".*<OTHER>.*" {2}class_without_words: .* OTHER, and French has none/m,
  ],
  [
    'an example that does not show what its row does',
    `INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('en', 'assertion', 'negated', 'zilch of', 'forward', 'Zilch of anything but [fever].')`,
    /^error {2}triggers \d+ {2}en {2}"zilch of" {2}example: In its example: assertion is affirmed/m,
  ],
  [
    'words with two values',
    `INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('en', 'assertion', 'uncertain', 'denies', 'backward', '[Fever] denies.')`,
    /^warning {2}triggers \d+ {2}en {2}"denies" {2}two_values: These words set assertion to negated \(forward\), and to uncertain \(backward\)/m,
  ],
  [
    'a row that a wider one of the same words shadows',
    `INSERT INTO triggers (language, axis, value, phrase, direction, priority, example_ok)
      VALUES ('en', 'assertion', 'negated', 'zilch of', 'both', 80, 'Zilch of [fever].')`,
    /^warning {2}triggers \d+ {2}en {2}"zilch of" {2}shadowed: Row \d+ has the same words, reaches both ways/m,
  ],
  [
    'headings that differ by an ending',
    `INSERT INTO section_rules (language, heading, section, needs_colon, example_ok)
      VALUES ('en', 'Medicationes', 'plan', false, 'Medicationes ¶ [aspirin]'), ('en', 'Medicatione', 'other', false, 'Medicatione ¶ [aspirin]')`,
    /^warning {2}section_rules \d+ {2}en {2}"Medicationes" {2}heading_twins: "Medicatione" \(row \d+\) differs only by an ending/m,
  ],
  [
    'a word in two classes',
    `INSERT INTO token_classes (language, class, word) VALUES ('en', 'FUNCTION', 'Troponine'), ('en', 'CLINICAL', 'troponine')`,
    /^warning {2}token_classes \d+ {2}en {2}"Troponine" {2}two_classes: .* of the class FUNCTION, and of CLINICAL/m,
  ],
  [
    'a French word without its accents',
    `INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('fr', 'assertion', 'negated', 'aucun antecedent de', 'forward', 'Aucun antecedent de [grippe].')`,
    /^warning {2}triggers \d+ {2}fr {2}"aucun antecedent de" {2}missing_accents: "antecedent" has no accents here, and is written "antécédent"/m,
  ],
  [
    'forms that are missing',
    `INSERT INTO triggers (language, axis, value, phrase, direction, example_ok) VALUES
      ('fr', 'assertion', 'negated', 'zéroté', 'backward', '[Grippe] zéroté.'),
      ('fr', 'assertion', 'negated', 'zérotée', 'backward', '[Grippe] zérotée.'),
      ('fr', 'assertion', 'negated', 'zérotés', 'backward', '[Grippe] zérotés.')`,
    /^hint {2}triggers \d+ {2}fr {2}"zéroté" {2}missing_inflection: .* "zérotées" is missing/m,
  ],
  [
    'a word that is part of a name and has no pseudo',
    `INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('en', 'assertion', 'negated', 'babinski', 'backward', '[Fever] babinski.')`,
    /^hint {2}triggers \d+ {2}en {2}"babinski" {2}no_pseudo: The word sets assertion to negated/m,
  ],
  [
    'a phrase of signs in one language only',
    `INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('fr', 'assertion', 'uncertain', '(+/-?)', 'backward', '[Grippe] (+/-?)')`,
    /^hint {2}triggers \d+ {2}fr {2}"\(\+\/-\?\)" {2}no_partner: .* English has no such row/m,
  ],
  [
    'a row of the site that no case uses',
    `INSERT INTO lexicon_cases (language, text, span, assertion) VALUES ('en', 'Zilch of fever.', 'fever', 'negated')`,
    /^hint {2}triggers \d+ {2}fr {2}"zérotés" {2}no_case: No case has these words/m,
  ],
];

describe('the command lexicon lint', function () {
  this.timeout(300_000);
  preparedEnvironment(lexiconPlace);

  for (const [argv, message] of [
    [['lint', '--severity', 'grave'], /--severity must be error, warning, hint/],
    [['lint', '--language', 'de'], /--language must be en or fr/],
  ] as const) {
    it(`ends with 2 for ${argv.join(' ')}`, async () => {
      const { code, err } = await call(lexicon, ...argv);
      assert.equal(code, 2);
      assert.match(err, message);
    });
  }

  it('finds no error in the shipped lexicon', async () => {
    const { code, out, err } = await call(lexicon, 'lint');
    assert.equal(code, 0, [...out, err].join('\n'));
    assert.match(out.at(-1) ?? '', /^0 errors, \d+ warnings, \d+ hints$/);
    assert.ok(out.slice(0, -1).every((line) => line.startsWith('warning  ')));
  });

  it('names each planted fault in words', async () => {
    await withDatabase(async ({ db }) => {
      for (const [, statement] of PLANTED) await sql.raw(statement).execute(db);
    });
    const { code, out, err } = await call(lexicon, 'lint', '--severity', 'hint');
    assert.equal(code, 1);
    assert.equal(err, 'The lexicon has rows that cannot do their work: see the errors above.');
    const lines = out.join('\n');
    for (const [what, , line] of PLANTED) assert.match(lines, line, what);
    assert.ok(!/"zilch of" {2}no_case/.test(lines));
  });

  it('shows one language, and what is grave', async () => {
    const { out } = await call(lexicon, 'lint', '--severity', 'error', '--language', 'fr');
    assert.ok(out.length > 2);
    assert.ok(out.slice(0, -1).every((line) => /^error {2}\w+ \d+ {2}fr {2}/.test(line)));
  });
});
