import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../server/db/connect.js';
import { tryLock } from '../../server/db/embedded/lock.js';
import { emptyEmbeddedPlace } from '../support/database.js';

describe('the lock of a data directory', function () {
  this.timeout(60_000);
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'test-lock-'));
  });

  afterEach(() => rm(dir, { recursive: true }));

  it('is held by one, released to the next, and leaves no file', async () => {
    const first = await tryLock(dir, dir);
    const second = await tryLock(dir, dir);
    assert.ok(first.held);
    assert.ok(!second.held);
    assert.equal(second.holder.pid, process.pid);
    first.release();
    const third = await tryLock(dir, dir);
    assert.ok(third.held);
    third.release();
    assert.deepEqual(await readdir(dir), []);
  });

  it('is taken over from a process that was killed', async () => {
    const child = await inProcess(lockProgram(dir));
    assert.equal(child.said, 'held');
    assert.ok(!(await tryLock(dir, dir)).held);
    child.process.kill('SIGKILL');
    await once(child.process, 'close');
    assert.ok((await tryLock(dir, dir)).held);
  });

  it('is taken over from a process whose number another one has now', async () => {
    const lock = await tryLock(dir, dir);
    assert.ok(lock.held);
    const path = join(dir, 'lock');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), processStart: 'long ago' }));
    assert.ok((await tryLock(dir, dir)).held);
  });

  it('is taken over from a file that holds no record', async () => {
    writeFileSync(join(dir, 'lock'), '');
    assert.ok((await tryLock(dir, dir)).held);
  });

  it('is taken over by one when several find it stale at the same time', async () => {
    writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: 999999999, processStart: 'x', socketDir: dir, token: 'x' }));
    const attempts = await Promise.all(Array.from({ length: 20 }, () => tryLock(dir, dir)));
    assert.equal(attempts.filter(({ held }) => held).length, 1);
  });

  it('is not given back by one that has lost it', async () => {
    const first = await tryLock(dir, dir);
    assert.ok(first.held);
    await rm(join(dir, 'lock'));
    const second = await tryLock(dir, dir);
    first.release();
    assert.ok(second.held);
    assert.ok(existsSync(join(dir, 'lock')));
  });
});

describe('the data directory of the embedded database', function () {
  this.timeout(60_000);

  it('is refused with the holder where that does not answer', async () => {
    const place = await emptyEmbeddedPlace();
    const child = await inProcess(lockProgram(place.options.dataDir));
    await assert.rejects(openDatabase(place.options), (error: Error) => {
      return error.message.includes(`is in use by process ${child.process.pid} since`);
    });
    child.process.kill('SIGKILL');
    await once(child.process, 'close');
    await place.remove();
  });

  it('keeps every committed row when the process is killed, and opens again at once', async () => {
    const place = await emptyEmbeddedPlace();
    const child = await inProcess(`
      const { openDatabase } = await import(${moduleUrl('connect.js')});
      const handle = await openDatabase(${JSON.stringify(place.options)});
      await handle.pool.query('CREATE TABLE beds AS SELECT 1 AS id');
      console.log('ready');`);
    assert.equal(child.said, 'ready');
    child.process.kill('SIGKILL');
    await once(child.process, 'close');
    const handle = await openDatabase(place.options);
    assert.equal(handle.kind, 'embedded');
    assert.equal((await handle.pool.query('SELECT * FROM beds')).rowCount, 1);
    await handle.close();
    await place.remove();
  });

  it('has no database under its name until one is whole', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'test-first-'));
    const child = spawnProgram(`
      const { openDatabase } = await import(${moduleUrl('connect.js')});
      await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });`);
    while (!(await readdir(dataDir)).some((name) => name.startsWith('pgdata.unfinished-'))) {
      await delay(5);
    }
    child.kill('SIGKILL');
    await once(child, 'close');
    assert.ok(!existsSync(join(dataDir, 'pgdata')));
    const handle = await openDatabase({ dataDir });
    assert.equal((await handle.pool.query('SELECT 1')).rowCount, 1);
    assert.ok(!(await readdir(dataDir)).some((name) => name.startsWith('pgdata.unfinished-')));
    await handle.close();
    await rm(dataDir, { recursive: true });
  });

  it('of another PostgreSQL release is refused, with what to do', async () => {
    const place = await emptyEmbeddedPlace();
    writeFileSync(join(place.options.dataDir, 'pgdata', 'PG_VERSION'), '17\n');
    await assert.rejects(
      openDatabase(place.options),
      /is of PostgreSQL 17, this release embeds 18: use a new DATA_DIR/,
    );
    await place.remove();
  });
});

function moduleUrl(name: string): string {
  return JSON.stringify(new URL(`../../server/db/${name}`, import.meta.url).href);
}

function lockProgram(dir: string): string {
  return `
    const { tryLock } = await import(${moduleUrl('embedded/lock.js')});
    const attempt = await tryLock(${JSON.stringify(dir)}, ${JSON.stringify(dir)});
    console.log(attempt.held ? 'held' : 'refused');
    setInterval(() => undefined, 1000);`;
}

function spawnProgram(program: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Starts a process and waits for the first line that it says. */
async function inProcess(program: string): Promise<{ process: ChildProcess; said: string }> {
  const child = spawnProgram(program);
  const line = once(child.stdout as NodeJS.ReadableStream, 'data') as Promise<[Buffer]>;
  const ended = once(child, 'exit').then(() => [Buffer.from('ended')]);
  const [said] = await Promise.race([line, ended]);
  return { process: child, said: String(said).trim() };
}
