import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { assertShown, readGuide, type Step } from './guide.js';
import { openPsql, type Psql } from './psql.js';
import { emptyDirectory, FIRST_USE_MS, launch, preparedEnv, type Serving, serve } from './service-process.js';

/** More than a check of the cases, the writing of the queue and the serving of an edit take. */
const WITHIN_MS = 15_000;
/** A person thinks between two statements, longer than the embedded database bears an open transaction. */
const THINKS_MS = 5_500;
const CLI = fileURLToPath(new URL('../../server/cli/', import.meta.url));

const GUIDES = {
  'curation.md': [
    'AMU, 71-year-old woman.\nGastroenteritis. No let-up in the vomiting overnight.\nDenies abdominal pain.\n',
    'No let-up in the pain. No fever.\n',
  ],
  'curation.fr.md': [
    'Femme de 82 ans, décompensation cardiaque.\nJ3 : pas de fonte des œdèmes, dyspnée au repos.\nPas de douleur thoracique.\n',
    'Pas de décrue des œdèmes. Pas de fièvre.\n',
  ],
};

for (const [name, notes] of Object.entries(GUIDES)) {
  describe(`docs/${name}`, function () {
    this.timeout(FIRST_USE_MS);
    const guide = readGuide(name);
    const mark = `_${randomUUID().slice(0, 8)}`;
    const ourNames = (sql: string) => sql.replace(/\b(curator|dr_[a-z]+)\b/g, `$1${mark}`);
    const role = ourNames(/dr_[a-z]+/.exec(guide.grants)?.[0] ?? '');
    const folder = emptyDirectory();
    let env: Awaited<ReturnType<typeof preparedEnv>>;
    let place: pg.ClientConfig;
    let service: Serving;
    let psql: Psql | undefined;

    before('start the service, and give the role its rights', async () => {
      env = await preparedEnv();
      place = placeOf(env);
      service = await serve({ ...env, SPAN_QUEUE: '1' });
      await asOwner(place, ourNames(guide.grants));
      mkdirSync(join(folder, 'notes'));
      for (const [i, note] of notes.entries()) writeFileSync(join(folder, 'notes', `${i + 1}.txt`), note);
    });
    after('drop the role', async () => {
      await leave();
      await asOwner(place, ourNames(`DROP OWNED BY curator; DROP ROLE ${role}; DROP ROLE curator`));
      await service.end();
    });

    /** The embedded database takes one client at a time. */
    async function leave(): Promise<void> {
      await psql?.quit();
      psql = undefined;
    }

    async function inPsql({ typed, opens }: Step): Promise<string[]> {
      if (opens) await leave();
      psql ??= await openPsql(place, role);
      return (await psql.run(ourNames(typed))).map((line) => line.replaceAll(mark, ''));
    }

    async function inShell({ typed }: Step): Promise<string[]> {
      await leave();
      const [, call, body] = /^(contexts|concepts) '(.*)'$/.exec(typed) ?? [];
      if (call !== undefined) {
        const response = await service.post(`/v1/extract/${call}`, body ?? '');
        return [`X-Lexicon-Version: ${response.headers.get('x-lexicon-version')}`, await response.text()].flatMap(
          (line) => line.match(SHOWN[call as keyof typeof SHOWN]) ?? [],
        );
      }
      const [, program, argv = ''] = /^npm run --silent (\w+) -- (.*)$/.exec(typed) ?? [];
      const other = argv.startsWith('import ') ? await preparedEnv() : env;
      const words = argv.split(' ').map((word) => (/^(notes|rules|regles)$/.test(word) ? join(folder, word) : word));
      const command = launch(other, `${CLI}${program}.js`, ...words);
      assert.deepEqual(await command.ended, { code: 0, signal: null }, command.stderr());
      return command.stdout().replaceAll(`${folder}/`, '').split('\n');
    }

    /** Runs a step; what only looks is run again until it sees what the service does by itself. */
    async function walk(step: Step): Promise<void> {
      if (/ draft_triggers /.test(step.typed) && !step.shown[0]?.startsWith('ERROR')) await sleep(THINKS_MS);
      const looks = /^(SELECT (?!lexicon_)|contexts |concepts )/.test(step.typed);
      for (const began = performance.now(); ; await sleep(100)) {
        const answer = await (step.kind === 'sql' ? inPsql(step) : inShell(step));
        try {
          assertShown(step, answer);
          return;
        } catch (error) {
          if (!looks || performance.now() - began > WITHIN_MS) throw error;
        }
      }
    }

    it('is what happens, step by step at the speed of a person, with the rights that it gives', async () => {
      const queued = guide.steps.flatMap(({ typed }) => /^concepts '(.*)"}'$/.exec(typed)?.[1] ?? []);
      for (const note of new Set(queued))
        for (let day = 10; day < 24; day++) await service.post('/v1/extract/concepts', `${note} Day ${day}."}`);
      for (const step of guide.steps) await walk(step);
    });

    it('lets the history, the linter and the reviews be used with these rights', async () => {
      psql ??= await openPsql(place, role);
      const review =
        "INSERT INTO span_reviews (language, span, offered_code, verdict) VALUES ('en', 'x', 62315008, 'rejected')";
      assert.deepEqual(await psql.run(review), ['INSERT 0 1']);
      for (const view of [
        'lexicon_changes',
        'lexicon_versions',
        'lexicon_lint',
        'lint_silenced',
        'span_reviews',
        'concepts',
      ])
        assert.match((await psql.run(`SELECT count(*) FROM ${view}`)).join(), /^count,/, view);
    });

    it('takes a term back with these rights, and opens no keys, no rare spans, no shipped terms and no history', async () => {
      psql ??= await openPsql(place, role);
      assert.deepEqual(await psql.run(guide.undoTerm), ['DELETE 1']);
      for (const statement of [
        'SELECT * FROM api_keys',
        'SELECT * FROM span_sightings',
        'SELECT * FROM span_queue_secret',
        'DELETE FROM descriptions WHERE release_id = 1',
        "INSERT INTO descriptions (release_id, sctid, language, term) VALUES (1, 62315008, 'en', 'x')",
        'UPDATE serving SET local_version = 0',
        "INSERT INTO lexicon_history (table_name, row_id, row_data, version_from) VALUES ('triggers', 1, '{}', 1)",
        'UPDATE lexicon_history SET version_to = 1',
        'DELETE FROM lexicon_history',
        "UPDATE lexicon_versions SET reason = ''",
        'DELETE FROM lexicon_versions',
        'DELETE FROM lexicon_removals',
      ])
        assert.match((await psql.run(statement)).join(), /^ERROR: {2}permission denied/, statement);
    });

    it('is kept in the history under the name of who typed it', async () => {
      psql ??= await openPsql(place, role);
      const [, , ...authors] = await psql.run(
        'SELECT DISTINCT author FROM lexicon_versions WHERE version > 1 UNION SELECT author FROM lexicon_cases WHERE origin = $$local$$',
      );
      assert.deepEqual(authors, [role, '(1 row)']);
    });

    it('needs no transaction', () => {
      for (const { typed } of guide.steps) assert.doesNotMatch(typed, /^(BEGIN|SET|COMMIT)\b/);
    });

    it('shows the whole way', () => {
      const all = guide.steps.map(({ typed, shown }) => [typed, ...shown].join('\n')).join('\n');
      for (const part of [
        /"value":"negated".*\n"axis":"assertion".*"phrase":"[^"]+"\n[\s\S]*INSERT INTO lexicon_cases/,
        /INSERT INTO draft_triggers[^;]*;\nERROR: /,
        /SELECT lexicon_activate\([^;]*;\nERROR: {2}The draft ".*" breaks \d+ of the cases/,
        /lexicon_activate\n-+\n +2\n[\s\S]*X-Lexicon-Version: 2\n"assertion":{"value":"affirmed"/,
        /"as_of": 1}'\nX-Lexicon-Version: 1\n"assertion":{"value":"negated"/,
        /lexicon_rollback\n-+\n +3\n[\s\S]*X-Lexicon-Version: 3\n"assertion":{"value":"negated"/,
        /INSERT INTO descriptions[\s\S]*"status":"resolved"/,
      ])
        assert.match(all, part);
    });

    it('has pictures of at most 120 KB', () => {
      assert.equal(guide.pictures.length, 4);
      for (const bytes of guide.pictures) assert.ok(bytes > 0 && bytes <= 120_000, `${bytes} bytes`);
    });
  });
}

/** What the functions of the guides print of an answer. */
const SHOWN = {
  contexts: /X-Lexicon-Version: \S+|"assertion":\{[^}]*\}|"axis":"assertion",.{1,80}"phrase":"[^"]*"/g,
  concepts:
    /"code":(?:"[0-9]+"|null),"cosine":[0-9.]+,"margin":[0-9.]+,"concept_confidence":[0-9.]+,"status":"[a-z]+"/g,
};

function placeOf(env: Awaited<ReturnType<typeof preparedEnv>>): pg.ClientConfig {
  const { DATABASE_URL } = env as { DATABASE_URL?: string };
  return DATABASE_URL === undefined
    ? { host: env.DATA_DIR, user: 'postgres', database: 'postgres' }
    : { connectionString: DATABASE_URL };
}

async function asOwner(place: pg.ClientConfig, statements: string): Promise<void> {
  const client = new pg.Client(place);
  await client.connect();
  try {
    for (const statement of statements.split(';')) if (statement.trim() !== '') await client.query(statement);
  } finally {
    await client.end();
  }
}
