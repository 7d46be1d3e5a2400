import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { main as lexicon } from '../../server/cli/lexicon.js';
import { withDatabase } from '../../server/cli/open-database.js';
import { publishBuiltinLexicon } from '../../server/db/lexicon.js';
import { LEXICON_FILES, readLexiconFiles } from '../../server/lexicon/files.js';
import { migratedPlace } from '../support/database.js';
import { LEXICON_DIR, lexiconPlace, smallLexicon, smallLexiconPlace } from '../support/lexicon-database.js';
import { call, preparedEnvironment } from './command.js';

const FILES = [
  'word-classes.tsv',
  ...['en', 'fr'].flatMap((language) => LEXICON_FILES.map((name) => `${language}/${name}.tsv`)),
];
const UNCHANGED = 'The files change nothing.';

function read(dir: string): Record<string, string> {
  return Object.fromEntries(FILES.map((file) => [file, readFileSync(join(dir, file), 'utf8')]));
}

const execute = (statement: string): Promise<unknown> =>
  withDatabase(({ db }) =>
    db.transaction().execute(async (trx) => {
      for (const one of statement.split(';\n')) await sql.raw(one).execute(trx);
    }),
  );

async function query(statement: string): Promise<Record<string, unknown>[]> {
  return withDatabase(async ({ db }) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows);
}

const newestVersion = async (): Promise<unknown> =>
  (await query('SELECT max(version) AS version FROM lexicon_versions'))[0]?.version;

describe('the commands lexicon export and import', function () {
  this.timeout(120_000);
  let dir: string;
  let small: string;
  before('make folders', async () => {
    dir = mkdtempSync(join(tmpdir(), 'test-lexicon-'));
    small = await smallLexicon();
  });
  after('remove the folder', () => rmSync(dir, { recursive: true, force: true }));

  for (const [what, argv, message] of [
    ['without a command', [], /Say check, impact, lint, export, import/],
    ['of another command', ['publish'], /Say check, impact, lint, export, import/],
    ['export without a folder', ['export'], /Missing: the folder to write/],
    ['import with a draft that is live', ['import', 'x', '--live', '--draft', 'y'], /not both/],
  ] as const) {
    it(`end with 2 and their usage ${what}`, async () => {
      const { code, err } = await call(lexicon, ...argv);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.match(err, /\n\nUsage:\n {2}npm run --silent lexicon -- check /);
    });
  }

  describe('on a database as shipped', () => {
    preparedEnvironment(lexiconPlace);

    it('write the files that the service ships, byte for byte, and again over them', async () => {
      const to = join(dir, 'shipped');
      for (let i = 0; i < 2; i++) {
        const { code, out, err } = await call(lexicon, 'export', to);
        assert.equal(code, 0, err);
        assert.match(out[0] ?? '', /^\d+ rows are in 21 files of /);
        assert.deepEqual(read(to), read(LEXICON_DIR));
      }
    });

    it('change nothing when the files come back, and make no version', async () => {
      const before = await newestVersion();
      const { code, out, err } = await call(lexicon, 'import', LEXICON_DIR, '--live');
      assert.equal(code, 0, err);
      assert.deepEqual(out, [
        'triggers: 0 added, 0 changed, 0 removed',
        'section_rules: 0 added, 0 changed, 0 removed',
        'token_classes: 0 added, 0 changed, 0 removed',
        'confidence_points: 0 added, 0 changed, 0 removed',
        'lexicon_cases: 0 added, 0 changed, 0 removed',
        UNCHANGED,
      ]);
      assert.equal(await newestVersion(), before);
    });
  });

  describe('on a database with a lexicon', () => {
    preparedEnvironment(smallLexiconPlace, true);

    it('leave a folder alone that has other files', async () => {
      const to = join(dir, 'busy');
      mkdirSync(join(to, 'fr'), { recursive: true });
      writeFileSync(join(to, 'README.md'), '');
      writeFileSync(join(to, 'fr', 'patients.tsv'), '');
      const { code, err } = await call(lexicon, 'export', to);
      assert.equal(code, 1);
      assert.match(err, /has other files \(fr\/patients\.tsv\): give a new or empty folder/);
    });

    it('refuse files with every fault, file and line, and write nothing', async () => {
      const from = join(dir, 'faulty');
      cpSync(small, from, { recursive: true });
      const words = readFileSync(join(from, 'en/words.tsv'), 'utf8');
      const lines = words.split('\n').length;
      const withWords = (...lines: string[]) => writeFileSync(join(from, 'en/words.tsv'), words + lines.join(''));
      withWords('COUSIN\tzilcousin\t\t\n', 'RESULT\tzilpos\tnegative\t\n');
      const before = await newestVersion();
      const unknown = await call(lexicon, 'import', from, '--live');
      assert.equal(unknown.code, 1);
      assert.ok(unknown.err.includes(`en/words.tsv:${lines}: The class COUSIN is unknown: a new class`), unknown.err);
      assert.ok(unknown.err.includes(`en/words.tsv:${lines + 1}: A word of the class RESULT has the`), unknown.err);
      // The reader takes both; the database says no.
      withWords('KIN\tZilaunt\t\t\n', 'KIN\tzilaunt\t\t\n');
      const doubled = await call(lexicon, 'import', from, '--live');
      assert.equal(doubled.code, 1);
      assert.ok(
        doubled.err.includes(`en/words.tsv:${lines + 1}: the same row stands at en/words.tsv:${lines}`),
        doubled.err,
      );
      // Nor does the reader know the classes of a folder that does not say them.
      rmSync(join(from, 'word-classes.tsv'));
      withWords('COUSIN\tzilcousin\t\t\n', `KIN\t${'z'.repeat(61)}\t\t\n`);
      const { code, err } = await call(lexicon, 'import', from, '--live');
      assert.equal(code, 1);
      assert.match(err, /^Nothing was imported, 2 row\(s\) are refused:\n/);
      assert.ok(err.includes(`en/words.tsv:${lines}: The class COUSIN is unknown`), err);
      assert.ok(err.includes(`en/words.tsv:${lines + 1}: A word is 1 to 60 characters`), err);
      const missing = await call(lexicon, 'import', join(dir, 'nowhere'), '--live');
      assert.match(missing.err, /en\/assertion\.tsv: cannot be read/);
      assert.equal(await newestVersion(), before);
    });
  });

  describe('between two sites', () => {
    const edited = join(tmpdir(), `test-lexicon-edited-${process.pid}`);
    after('remove the export', () => rmSync(edited, { recursive: true, force: true }));

    describe('at the first', () => {
      preparedEnvironment(smallLexiconPlace, true);

      it('carry edits, notes, rows that are switched off, and rows that nothing stops', async () => {
        await execute(`INSERT INTO triggers (language, axis, value, phrase, direction, stops, strength, notes, example_ok)
            VALUES ('en', 'assertion', 'negated', 'zilch of', 'forward', '{}', 0.855, 'ours', 'Zilch of [fever].');
UPDATE triggers SET enabled = false, notes = 'not here' WHERE language = 'en' AND phrase = 'denies' AND direction = 'forward';
UPDATE section_rules SET strength = 0.7 WHERE language = 'fr' AND heading = 'addictions';
UPDATE triggers SET notes = '' WHERE language = 'fr' AND phrase = 'pas de' AND axis = 'assertion';
DELETE FROM token_classes WHERE language = 'fr' AND class = 'ABBREV' AND word = 'abd';
INSERT INTO word_classes (class, value, meaning) VALUES ('COUSIN', 'first', 'ours')`);
        const { code, err } = await call(lexicon, 'export', edited);
        assert.equal(code, 0, err);
        const file = readFileSync(join(edited, 'en/assertion.tsv'), 'utf8');
        assert.match(file, /^kind\t.*\tnotes\tenabled\n/);
        assert.match(file, /\tzilch of\tforward\t\t\t\tnone\t.*\t0\.855\t.*\tours\t\n/);
        assert.match(file, /\tdenies\tforward\t.*\tnot here\t0\n/);
        assert.match(readFileSync(join(edited, 'word-classes.tsv'), 'utf8'), /\nCOUSIN\tfirst\tours\n/);
        assert.ok(!readFileSync(join(edited, 'en/words.tsv'), 'utf8').split('\n')[0]?.endsWith('enabled'));
        assert.equal((await call(lexicon, 'import', edited, '--live')).out.at(-1), UNCHANGED);
      });
    });

    describe('at the second', () => {
      preparedEnvironment(smallLexiconPlace, true);

      it('make one version of them, with who and why, and then change nothing', async () => {
        const before = Number(await newestVersion());
        const argv = ['import', edited, '--live', '--author', 'Dr Martin', '--reason', 'from the other site'];
        const { code, out, err } = await call(lexicon, ...argv);
        assert.equal(code, 0, err);
        assert.equal(out[0]?.replace(/\d+ changed/, 'n changed'), 'triggers: 1 added, n changed, 0 removed');
        assert.equal(out[1], 'section_rules: 0 added, 1 changed, 0 removed');
        assert.equal(out[2], 'token_classes: 0 added, 0 changed, 1 removed');
        assert.equal(out.at(-2), 'Classes of words are added at once: 1 are new or have another meaning.');
        assert.equal(out.at(-1), 'The changes are live, as one version.');
        assert.deepEqual(
          await query(`SELECT version, author, reason FROM lexicon_versions WHERE version > ${before}`),
          [{ version: before + 1, author: 'Dr Martin', reason: 'from the other site' }],
        );
        const again = join(dir, 'again');
        await call(lexicon, 'export', again);
        assert.deepEqual(read(again), read(edited));
        assert.equal((await call(lexicon, 'import', again, '--live')).out.at(-1), UNCHANGED);
      });

      it('make a draft of what files change, which is served once it is activated', async () => {
        const before = await newestVersion();
        const { code, out, err } = await call(lexicon, 'import', small, '--draft', 'as shipped', '--keep');
        assert.equal(code, 0, err);
        assert.match(out[0] ?? '', /^triggers: 0 added, \d+ changed, 0 removed$/);
        assert.equal(out[2], 'token_classes: 1 added, 0 changed, 0 removed');
        assert.match(out.at(-1) ?? '', /^The changes are in the draft as shipped: /);
        assert.equal(await newestVersion(), before);
        const again = await call(lexicon, 'import', small, '--draft', 'as shipped', '--keep');
        assert.equal(again.out.at(-1), 'The files change nothing in the draft as shipped.');
        const live = await call(lexicon, 'import', edited, '--live');
        assert.equal(live.out.at(-1), UNCHANGED);
        await query(`SELECT lexicon_activate('as shipped', override => 'of the shipped rows')`);
        assert.deepEqual(
          await query(
            `SELECT origin FROM triggers WHERE language = 'en' AND phrase = 'denies' AND direction = 'forward'`,
          ),
          [{ origin: 'builtin' }],
        );
        await query(`SELECT lexicon_rollback(${Number(before)}, 'for the next test')`);
      });

      it('tell file and line of a row that a draft refuses', async () => {
        const from = join(dir, 'refused');
        cpSync(small, from, { recursive: true });
        const words = readFileSync(join(from, 'fr/words.tsv'), 'utf8');
        writeFileSync(join(from, 'fr/words.tsv'), `${words}NIECE\tzilnièce\t\t\n`);
        rmSync(join(from, 'word-classes.tsv'));
        const { code, err } = await call(lexicon, 'import', from, '--draft', 'bad');
        assert.equal(code, 1);
        assert.ok(err.includes(`fr/words.tsv:${words.split('\n').length}: The class NIECE is unknown`), err);
        assert.deepEqual(await query(`SELECT name FROM lexicon_drafts`), []);
      });

      it('keep the rows that the files lack where told so', async () => {
        const { out } = await call(lexicon, 'import', small, '--live', '--keep');
        assert.match(out[0] ?? '', /^triggers: 0 added, \d+ changed, 0 removed$/);
        assert.equal(out[2], 'token_classes: 1 added, 0 changed, 0 removed');
        const { out: removed } = await call(lexicon, 'import', small, '--live');
        assert.equal(removed[0], 'triggers: 0 added, 0 changed, 1 removed');
      });
    });
  });

  describe('on a database of an earlier release, which kept no notes', () => {
    preparedEnvironment(smallLexiconPlace, true);

    it('see the notes come with the upgrade, as no change of the site and no conflict', async () => {
      await execute(`SELECT set_config('lexicon.loading', 'on', true);
UPDATE triggers SET notes = NULL, shipped = shipped - 'notes' WHERE notes IS NOT NULL`);
      await execute(
        `UPDATE triggers SET strength = 0.6 WHERE language = 'fr' AND phrase = 'pas de' AND axis = 'assertion'`,
      );
      const report = await withDatabase(({ db }) => publishBuiltinLexicon(db, readLexiconFiles(small), 'next'));
      assert.deepEqual(report.conflicts, []);
      assert.equal(report.inserted + report.deleted, 0);
      assert.equal(report.updated, readLexiconFiles(small).triggers.filter((row) => row.notes !== null).length);
      const origins = await query(`SELECT DISTINCT origin FROM triggers WHERE notes IS NOT NULL`);
      assert.deepEqual(origins, [{ origin: 'builtin' }]);
    });
  });

  describe('on a database without a lexicon', () => {
    preparedEnvironment(migratedPlace);

    it('say that the service must have run on it', async () => {
      for (const argv of [
        ['export', join(dir, 'none')],
        ['import', small, '--live'],
      ]) {
        const { code, err } = await call(lexicon, ...argv);
        assert.equal(code, 1);
        assert.match(err, /start the service on it once/);
      }
    });
  });
});
