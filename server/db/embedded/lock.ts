/** The lock of a data directory: PGlite has none, and two processes on one directory lose rows in silence. */

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { socketAnswers } from './socket.js';

/** What the file `<dataDir>/lock` says, as JSON. */
export interface LockRecord {
  readonly pid: number;
  /** When the process began, in the system's own words: a reused pid has another. */
  readonly processStart: string;
  readonly lockedAt: string;
  /** The directory of the database's local socket. */
  readonly socketDir: string;
  readonly token: string;
}

export type LockAttempt =
  | { readonly held: true; readonly release: () => void }
  | { readonly held: false; readonly holder: LockRecord };

/** Takes the directory's lock, over from a holder that is dead. The lock file appears whole or not at all. */
export async function tryLock(dataDir: string, socketDir: string): Promise<LockAttempt> {
  const path = join(dataDir, 'lock');
  const record: LockRecord = {
    pid: process.pid,
    processStart: processStart(process.pid) ?? '',
    lockedAt: new Date().toISOString(),
    socketDir,
    token: randomUUID(),
  };
  const draft = `${path}.${record.token}`;
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
  try {
    while (!linked(draft, path)) {
      const text = readText(path);
      const holder = parseRecord(text);
      if (holder !== undefined && (await isAlive(holder))) {
        return { held: false, holder };
      }
      removeStale(path, text, `${draft}.stale`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return { held: true, release: () => release(path, record.token) };
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Moves the stale file away, and back when another process has put its own lock there in the meantime. */
function removeStale(path: string, staleText: string | undefined, aside: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return; // Another process was quicker.
  }
  if (readText(aside) !== staleText) {
    linked(aside, path);
  }
  rmSync(aside, { force: true });
}

function release(path: string, token: string): void {
  if (parseRecord(readText(path))?.token === token) {
    rmSync(path, { force: true });
  }
}

/** The socket tells where the pid cannot: in another container that shares the directory. */
async function isAlive(holder: LockRecord): Promise<boolean> {
  return processStart(holder.pid) === holder.processStart || (await socketAnswers(holder.socketDir));
}

function processStart(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/stat')) {
      return linuxProcessStart(pid);
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

/** Boot id and start in ticks since boot (field 22 of proc(5) stat); a zombie counts as dead. */
function linuxProcessStart(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${bootId} ${fields[19]}`;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseRecord(text: string | undefined): LockRecord | undefined {
  try {
    const record = JSON.parse(text ?? '') as LockRecord;
    return Number.isInteger(record.pid) && typeof record.socketDir === 'string' ? record : undefined;
  } catch {
    return undefined;
  }
}
