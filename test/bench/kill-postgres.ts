/** A PostgreSQL of this machine that is killed and started again: POSTGRES_DIR is its directory, as `test/support/postgres.sh start` made it. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

const SCRIPT = fileURLToPath(new URL('../../../test/support/postgres.sh', import.meta.url));
const TRIES = 50;
const PAUSE_MS = 1_000;

/** Ends the server as a machine without power would. */
export function killPostgres(directory: string): void {
  const pid = readFileSync(`${directory}/var/lib/concepts-test/postmaster.pid`, 'utf8').split('\n')[0];
  process.kill(Number(pid), 'SIGKILL');
}

/** Starts it again, once nothing is left of it. @throws Error when it does not answer in a minute */
export async function startPostgres(directory: string, url: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await sleep(PAUSE_MS);
    // A process that nobody has waited for yet passes for a server that runs.
    spawnSync(SCRIPT, ['start', directory, new URL(url).port]);
    if (await answers(url)) return;
  }
  throw new Error('PostgreSQL does not start again.');
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
