import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main as lexicon } from '../../server/cli/lexicon.js';
import { withDatabase } from '../../server/cli/open-database.js';
import { curate, rowsOf } from '../support/lexicon.js';
import { smallLexicon, smallLexiconPlace } from '../support/lexicon-database.js';
import { call, preparedEnvironment } from './command.js';

const UNCHANGED = 'The files change nothing.';
const AT_ONCE = 'The cases are changed at once: they guard drafts, and are part of none.';

const run = (statement: string, author = '') =>
  withDatabase(({ db }) => curate(db, { author }, (trx) => rowsOf(trx, statement)));
const all = () =>
  run(`SELECT language, text, span, occurrence, note_date::text, assertion, subject, temporality, certainty, role,
    author, notes, enabled, origin FROM lexicon_cases ORDER BY language, text, span, occurrence, note_date`);

describe('cases that travel by lexicon export and import', function () {
  this.timeout(120_000);
  const dir = mkdtempSync(join(tmpdir(), 'test-cases-'));
  let small: string;
  before('choose rows', async () => {
    small = await smallLexicon();
  });
  after('remove the folder', () => rmSync(dir, { recursive: true, force: true }));
  const ours = join(dir, 'ours');
  let oursAsRows: unknown;
  const read = (language: string, from = ours) => readFileSync(join(from, language, 'cases.tsv'), 'utf8');
  let copies = 0;
  /** The shipped files, with these lines at the end of a file of cases. */
  const withLines = (language: string, ...lines: string[]): string => {
    const to = join(dir, `copy ${copies++}`);
    cpSync(small, to, { recursive: true });
    writeFileSync(join(to, language, 'cases.tsv'), [read(language, small), ...lines].join(''));
    return to;
  };
  const imports = async (from: string, ...argv: string[]) => {
    const { code, out, err } = await call(lexicon, 'import', from, ...argv);
    return { code, cases: out[4], rest: out.slice(5), err };
  };

  describe('at the first site', () => {
    preparedEnvironment(smallLexiconPlace, true);

    it('carry edits, notes, their authors, lines of a note, and those that are switched off', async () => {
      await run(
        `INSERT INTO lexicon_cases (language, text, span, note_date, assertion, notes)
          VALUES ('en', E'PMH:\\nasthma\\n\\nNo rash.', E'asthma\\n\\nNo', NULL, 'affirmed', 'ours'),
            ('en', 'Flu in 2019.', 'Flu', '2024-02-29', 'affirmed', NULL), ('en', 'Flu in 2019.', 'Flu', NULL, 'affirmed', '')`,
        'Dr Martin',
      );
      await run(`UPDATE lexicon_cases SET enabled = false WHERE text = 'Oedema: none.'`);
      await run(`UPDATE lexicon_cases SET temporality = 'current' WHERE language = 'fr' AND text LIKE 'AIT %'`);
      await run(`DELETE FROM lexicon_cases WHERE text = 'Wife has influenza.'`);
      const { code, err } = await call(lexicon, 'export', ours);
      assert.equal(code, 0, err);
      const lines = read('en').split('\n');
      assert.equal(lines[0]?.split('\t').slice(-3).join(), 'notes,author,enabled');
      assert.ok(lines.includes('PMH: ¶ asthma ¶  ¶ No rash.\tasthma ¶  ¶ No\t\t\taffirmed\t\t\t\t\tours\tDr Martin\t'));
      assert.ok(lines.includes('Flu in 2019.\tFlu\t\t2024-02-29\taffirmed\t\t\t\t\t\tDr Martin\t'));
      assert.ok(lines.includes('Oedema: none.\tOedema\t\t\tnegated\t\t\t\t\tpolicy 10\t\t0'));
      assert.ok(read('fr').startsWith(read('fr', small).split('\n')[0] as string));
    });

    it('change nothing when they come back', async () => {
      oursAsRows = await all();
      const { cases, rest } = await imports(ours, '--live');
      assert.equal(cases, 'lexicon_cases: 0 added, 0 changed, 0 removed');
      assert.deepEqual(rest, [UNCHANGED]);
      assert.deepEqual(await all(), oursAsRows);
    });

    it('are not written where a text does not fit into a line, with the number of the case', async () => {
      for (const text of [`E'No\\r\\nfever.'`, `E'No ¶\\nfever.'`]) {
        await run(
          `INSERT INTO lexicon_cases (language, text, span, assertion) VALUES ('en', ${text}, 'fever', 'negated')`,
        );
        const { code, err } = await call(lexicon, 'export', join(dir, 'none'));
        assert.equal(code, 1, text);
        assert.match(err, /^Row \d+ of lexicon_cases has a tab or a ¶ in text: write it without, then export\.$/);
        await run(`DELETE FROM lexicon_cases WHERE text = ${text}`);
      }
    });
  });

  describe('at the second site', () => {
    preparedEnvironment(smallLexiconPlace, true);
    const version = () => run('SELECT max(version) FROM lexicon_versions');
    const count = async () => (await all()).length;

    it('are left alone by a folder without them, and those of a language by a folder without its file', async () => {
      const from = withLines('en');
      rmSync(join(from, 'fr', 'cases.tsv'));
      writeFileSync(join(from, 'en', 'cases.tsv'), `${read('en', small).split('\n').slice(0, 3).join('\n')}\n`);
      const english = (await all()).filter(({ language }) => language === 'en').length;
      assert.equal((await imports(from, '--keep')).cases, 'lexicon_cases: 0 added, 0 changed, 0 removed');
      const { cases } = await imports(from);
      assert.equal(cases, `lexicon_cases: 0 added, 0 changed, ${english - 2} removed`);
      rmSync(join(from, 'en', 'cases.tsv'));
      assert.deepEqual((await imports(from)).rest, ['The files change nothing in the draft import.']);
      const back = await imports(small, '--author', 'service');
      assert.equal(back.cases, `lexicon_cases: ${english - 2} added, 0 changed, 0 removed`);
      assert.deepEqual(await run(`SELECT DISTINCT origin, author FROM lexicon_cases`), [
        { origin: 'builtin', author: 'service' },
      ]);
    });

    it('are there at once, of a draft too, and make no version', async () => {
      const before = await version();
      const { code, cases, rest, err } = await imports(ours);
      assert.equal(code, 0, err);
      assert.equal(cases, 'lexicon_cases: 3 added, 2 changed, 1 removed');
      assert.deepEqual(rest, [AT_ONCE, 'The files change nothing else in the draft import.']);
      assert.deepEqual(await version(), before);
      assert.deepEqual(await all(), oursAsRows);
      const again = join(dir, 'again');
      await call(lexicon, 'export', again);
      for (const language of ['en', 'fr']) assert.equal(read(language, again), read(language));
      assert.deepEqual((await imports(again, '--live')).rest, [UNCHANGED]);
    });

    it('keep their authors where files name none, and new ones have the author of the import', async () => {
      const flu = 'Flu in 2019.\tFlu\t\t\taffirmed\t\t\t\t\t\n';
      const from = withLines('en', flu, 'Flu in 2018.\tFlu\t\t\taffirmed\t\t\t\t\t\n');
      const { cases } = await imports(from, '--live', '--keep', '--author', 'Dr Roy');
      assert.equal(cases, 'lexicon_cases: 2 added, 2 changed, 0 removed');
      assert.deepEqual(
        await run(`SELECT text, author FROM lexicon_cases WHERE text ~ '^Flu' AND note_date IS NULL ORDER BY text`),
        [
          { text: 'Flu in 2018.', author: 'Dr Roy' },
          { text: 'Flu in 2019.', author: 'Dr Martin' },
        ],
      );
    });

    it('are refused with file and line, and nothing is written', async () => {
      const [rows, line] = [await count(), read('fr', small).split('\n').length];
      const bad = (...columns: string[]) => `${columns.join('\t')}\n`;
      const first = await imports(
        withLines('fr', bad('Pas de toux.', 'toux', '0', '2024-02-30', 'absent', '', '', '', '', '')),
        '--live',
      );
      assert.equal(first.code, 1);
      for (const fault of ['occurrence is a whole number', '"2024-02-30" is no note_date', '"absent" is no assertion'])
        assert.ok(first.err.includes(`fr/cases.tsv:${line}: ${fault}`), first.err);
      const toux = bad('Pas de toux.', 'toux', '', '', 'negated', '', '', '', '', '');
      const doubled = await imports(withLines('fr', toux, toux), '--live');
      assert.match(
        doubled.err,
        new RegExp(`fr/cases.tsv:${line + 1}: the same row stands at fr/cases.tsv:${line}: keep`),
      );
      const judged = bad('Pas de toux.', 'rhume', '', '', 'negated', '', '', '', '', '');
      const refused = await imports(
        withLines('fr', judged, bad('Toux.', 'Toux', '', '', '', '', '', '', '', '')),
        '--live',
      );
      assert.ok(refused.err.includes(`fr/cases.tsv:${line}: The span does not stand in the text`), refused.err);
      assert.ok(refused.err.includes(`fr/cases.tsv:${line + 1}: The case judges nothing`), refused.err);
      const latin = withLines('fr', toux);
      writeFileSync(join(latin, 'fr', 'cases.tsv'), Buffer.from(read('fr', latin), 'latin1'));
      assert.match((await imports(latin)).err, /fr\/cases\.tsv:\d+: the line has letters that are not UTF-8: save/);
      const header = withLines('fr');
      writeFileSync(join(header, 'fr', 'cases.tsv'), 'text\tspan\n');
      assert.match((await imports(header)).err, /fr\/cases\.tsv:1: the header line must be these columns/);
      assert.equal(await count(), rows);
    });
  });
});
