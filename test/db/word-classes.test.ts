import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../server/db/connect.js';
import { publishBuiltinLexicon, readLexicon } from '../../server/db/lexicon.js';
import { migrate } from '../../server/db/migrate.js';
import { compileLexicon } from '../../server/lexicon/compile.js';
import { readNote } from '../../server/text/note.js';
import { emptyPlace, migrateForTests, SQL_DIR, testDatabase } from '../support/database.js';
import { curate, files, rowsOf, trigger, WORD_CLASSES } from '../support/lexicon.js';

describe('the classes of words', () => {
  const database = testDatabase();
  const run = (statement: string) => rowsOf(database.handle.db, statement);
  const add = (name: string, value: string | null, meaning = 'Ours') => {
    const values = sql.join([name, value, meaning]);
    return sql`INSERT INTO word_classes (class, value, meaning) VALUES (${values})`.execute(database.handle.db);
  };
  const word = (name: string, word: string, value: string | null) =>
    sql`INSERT INTO token_classes (language, class, word, value) VALUES (${sql.join(['en', name, word, value])})`.execute(
      database.handle.db,
    );
  const hint = async (refused: Promise<unknown>): Promise<string | undefined> =>
    refused.then(
      () => undefined,
      (error: { hint?: string }) => error.hint,
    );
  before('publish', () => publishBuiltinLexicon(database.handle.db, files(trigger('no')), 'a'));

  it('are the shipped rows', async () => {
    const rows = await run('SELECT * FROM word_classes ORDER BY class COLLATE "C", value COLLATE "C" NULLS FIRST');
    assert.deepEqual(rows, WORD_CLASSES);
  });

  it('are told where a word has another, or a value that its class has not', async () => {
    await assert.rejects(word('COUSIN', 'zilcousin', null), /^error: The class COUSIN is unknown$/);
    assert.match(
      (await hint(word('COUSIN', 'zilcousin', null))) ?? '',
      /^Classes: ABBREV, ABSENT, .*, WORD_PART\. A new/,
    );
    await assert.rejects(
      word('RESULT', 'zilpos', 'negative'),
      /A word of the class RESULT has the value "positive" or none/,
    );
    assert.match((await hint(word('RESULT', 'zilpos', 'negative'))) ?? '', /FROM word_classes WHERE class = 'RESULT'/);
  });

  it('and their values are rows: words of a new one are served at once', async () => {
    await add('COUSIN', null);
    await add('RESULT', 'zilch');
    await word('COUSIN', 'zilcousin', null);
    await word('RESULT', 'zilpos', 'zilch');
    const { words } = compileLexicon(await readLexicon(database.handle.db)).vocabulary;
    const { tokens } = readNote(
      'zilcousin zilpos',
      'en',
      compileLexicon(await readLexicon(database.handle.db)).vocabulary,
    );
    const found = [0, 1].map((at) => words.en.matchesAt(tokens, at).map((match) => [match.class, match.value]));
    assert.deepEqual(found, [[['COUSIN', null]], [['RESULT', 'zilch']]]);
    await assert.rejects(word('COUSIN', 'zilaunt', 'first'), /A word of the class COUSIN has no value/);
  });

  it('may have any number or any words for a value, beside names', async () => {
    await add('GRADE', '<number>');
    await assert.rejects(word('GRADE', 'zilgrade', 'high'), /GRADE needs a number as its value/);
    await add('GRADE', 'high');
    await assert.rejects(word('GRADE', 'zilgrade', 'low'), /GRADE has the value a number or "high"$/);
    await add('LONG', '<words>');
    await assert.rejects(word('LONG', 'zillong', null), /LONG needs words as its value/);
    await word('GRADE', 'zilgrade', '2.5');
    await word('GRADE', 'zilhigh', 'high');
    await word('LONG', 'zillong', 'zil of length');
  });

  it('hold for drafts too', async () => {
    const draft = (values: string) =>
      curate(database.handle.db, { draft: 'ours' }, (trx) =>
        rowsOf(trx, `INSERT INTO draft_token_classes (language, class, word, value) VALUES (${values})`),
      );
    await assert.rejects(draft(`'en', 'RESULT', 'zilneg', 'negative'`), /the value "positive" or "zilch" or none/);
    await draft(`'en', 'RESULT', 'zilneg', 'zilch'`);
  });

  it('stay as long as words have them', async () => {
    const gone = `DELETE FROM word_classes WHERE class = 'RESULT' AND value = 'zilch'`;
    await assert.rejects(run(gone), /There are words of the class RESULT with the value zilch/);
    await assert.rejects(run(`UPDATE word_classes SET value = 'nil' WHERE value = 'zilch'`), /There are words of/);
    await assert.rejects(run(`DELETE FROM word_classes WHERE class = 'COUSIN'`), /class COUSIN with no value/);
    await assert.rejects(run('TRUNCATE word_classes'), /would leave words without their class/);
    await run(`DELETE FROM token_classes WHERE value = 'zilch'`);
    await run(gone);
    await run(`DELETE FROM word_classes WHERE class = 'SIDE'`);
  });

  it('are refused where they cannot work', async () => {
    await assert.rejects(add('Cousin', null), /A class is one word in capitals, not "Cousin"/);
    for (const value of ['', '<any>', 'a\tb'])
      await assert.rejects(add('COUSIN', value), /The value of a class is words, /);
    await assert.rejects(add('COUSIN', 'first', ' '), /Say in one line what words/);
    await assert.rejects(add('KIN', null), /duplicate key/);
  });

  it('come again with an upgrade, with their meaning, and those of the site stay', async () => {
    await run(`UPDATE word_classes SET meaning = 'Other' WHERE class = 'KIN'`);
    await publishBuiltinLexicon(database.handle.db, files(trigger('no')), 'b');
    const own = ['COUSIN', 'GRADE', 'LONG'];
    const rows = await run(
      `SELECT * FROM word_classes WHERE meaning <> 'Ours' ORDER BY class COLLATE "C", value COLLATE "C" NULLS FIRST`,
    );
    assert.deepEqual(rows, WORD_CLASSES);
    assert.deepEqual(
      (await run(`SELECT DISTINCT class FROM word_classes WHERE meaning = 'Ours' ORDER BY class`)).map(
        (row) => row.class,
      ),
      own,
    );
  });
});

describe('a database with words, when it gets the table of classes', function () {
  this.timeout(60_000);
  const before = mkdtempSync(join(tmpdir(), 'test-sql-'));
  after('remove the folder', () => rmSync(before, { recursive: true }));

  it('keeps what its words have, and its curators may go on', async () => {
    for (const name of readdirSync(SQL_DIR)) if (name < '0008') cpSync(join(SQL_DIR, name), join(before, name));
    const place = await emptyPlace();
    const handle = await openDatabase(place.options);
    const run = (statement: string) => rowsOf(handle.db, statement);
    const role = `curator_${randomUUID().slice(0, 8)}`;
    try {
      await migrate(handle, { dir: before });
      await run(`CREATE ROLE ${role}`);
      await run(`GRANT SELECT, INSERT, UPDATE ON token_classes TO ${role}`);
      await run(`INSERT INTO token_classes (language, class, word, value)
        VALUES ('en', 'RISK', 'zilrisk', 'ours'), ('en', 'NUMBER', 'zilnumber', '3'), ('en', 'KIN', 'zilkin', NULL)`);
      await migrateForTests(handle);
      const [of] = await run(`SELECT array_agg(class || ' ' || coalesce(value, '-') ORDER BY class) AS all,
        has_table_privilege('${role}', 'word_classes', 'INSERT') AS inserts,
        has_column_privilege('${role}', 'word_classes', 'value', 'UPDATE') AS renames FROM word_classes`);
      assert.deepEqual(of, { all: ['KIN -', 'NUMBER <number>', 'RISK ours'], inserts: true, renames: false });
      await run(`UPDATE token_classes SET notes = 'ours'`);
      await run(`DROP OWNED BY ${role}`);
    } finally {
      await run(`DROP ROLE IF EXISTS ${role}`);
      await handle.close();
      await place.remove();
    }
  });
});
