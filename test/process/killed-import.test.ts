import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/db/connect.js';
import { readState } from '../../server/db/serving.js';
import type { Database } from '../../server/db/tables.js';
import { writeSyntheticRelease } from '../rf2/synthetic-release.js';
import { migratedPlace, type TestPlace } from '../support/database.js';
import { emptyDirectory, FIRST_USE_MS } from './service-process.js';

const IMPORT = fileURLToPath(new URL('../../server/cli/import.js', import.meta.url));
const TERMINOLOGY = fileURLToPath(new URL('../../server/cli/terminology.js', import.meta.url));
/** KILLS=50 for a campaign. */
const KILLS = Number(process.env.KILLS ?? (process.env.TEST_DATABASE_URL === undefined ? 6 : 10));
const SIZES = { old: 80, new: 900 } as const;

/** A number of 0 to 1 for each kill: spread over the run, the same in every test. */
const moment = (kill: number) => (kill * 0.618_033_988_75) % 1;

describe('an import that is killed', function () {
  this.timeout(FIRST_USE_MS);
  const dirs = { old: emptyDirectory(), new: emptyDirectory() };
  let place: TestPlace;
  let whole: Record<keyof typeof SIZES, string>;

  const env = () => ({
    ...process.env,
    DATA_DIR: place.options.dataDir,
    ...(place.options.databaseUrl === undefined ? {} : { DATABASE_URL: place.options.databaseUrl }),
  });

  function start(program: string, ...argv: string[]) {
    return spawn(process.execPath, [program, ...argv], { env: env(), stdio: 'ignore' });
  }

  async function run(program: string, ...argv: string[]): Promise<number | null> {
    const [code] = await once(start(program, ...argv), 'exit');
    return code as number | null;
  }

  /** The served release, its rows and what they hash to, as one line. */
  async function served(): Promise<string> {
    const handle = await openDatabase({ ...place.options, statementTimeoutMs: 0 });
    try {
      return await fingerprint(handle.db);
    } finally {
      await handle.close();
    }
  }

  before('import both releases once', async () => {
    place = await migratedPlace();
    for (const name of ['old', 'new'] as const) await writeSyntheticRelease(dirs[name], SIZES[name]);
    assert.equal(await run(IMPORT, 'rf2', dirs.new, '--name', 'new'), 0);
    const second = await served();
    assert.equal(await run(IMPORT, 'rf2', dirs.old, '--name', 'old'), 0);
    whole = { old: await served(), new: second };
    assert.notEqual(whole.old, whole.new);
  });
  after('drop the database', () => place?.remove());

  it(`at ${KILLS} moments leaves one whole release served, and the next run completes it`, async () => {
    const began = performance.now();
    assert.equal(await run(TERMINOLOGY, 'drop', 'new'), 0);
    assert.equal(await run(IMPORT, 'rf2', dirs.new, '--name', 'new', '--no-use'), 0);
    const length = performance.now() - began;
    let completed = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      if (completed === kill || (await served()) === whole.new) {
        await run(TERMINOLOGY, 'use', 'old');
        await run(TERMINOLOGY, 'drop', 'new');
        completed = kill + 1;
      }
      const child = start(IMPORT, 'rf2', dirs.new, '--name', 'new');
      const ended = once(child, 'exit');
      await Promise.race([sleep(length * moment(kill)), ended]);
      child.kill('SIGKILL');
      await ended;
      const found = await served();
      assert.ok(found === whole.old || found === whole.new, `kill ${kill}: ${found}`);
    }
    assert.equal(await run(IMPORT, 'rf2', dirs.new, '--name', 'new'), 0);
    assert.equal(await served(), whole.new);
  });
});

async function fingerprint(db: Kysely<Database>): Promise<string> {
  const { serving } = await readState(db);
  assert.ok(serving);
  const table = sql.table(serving.releaseTable);
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', ${serving.releaseName}::text,
      (SELECT count(*) || ':' || md5(string_agg(c.sctid || c.fsn || c.chronic, ',' ORDER BY c.sctid)) FROM concepts c WHERE c.release_id = ${serving.releaseId}::int),
      (SELECT count(*) || ':' || md5(string_agg(d.sctid || d.language || d.kind || d.term, ',' ORDER BY d.sctid, d.language, d.term)) FROM descriptions d WHERE d.release_id = ${serving.releaseId}::int),
      (SELECT count(*) || ':' || md5(string_agg(e.embedding::text, ',' ORDER BY e.sctid, e.language, e.embedding::text)) FROM ${table} e),
      (SELECT count(*) FROM pg_index WHERE indrelid = ${serving.releaseTable}::regclass AND indisvalid)) AS line`.execute(
    db,
  );
  return rows[0]?.line ?? '';
}
