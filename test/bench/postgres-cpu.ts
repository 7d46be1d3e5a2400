/** What PostgreSQL takes of the cores of this machine (Linux), beside the service that asks it. */

import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** Clock ticks a second in /proc, the same on all machines that Node runs on. */
const TICKS = 100;
/** Fields of /proc/PID/stat behind the name of the program. */
const PARENT = 1;
const OWN = [11, 12];
const OF_ENDED_CHILDREN = [13, 14];

/** The fields of a process; none where it has ended. */
function statOf(pid: string): readonly number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

const seconds = (stat: readonly number[], fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + (stat[field] ?? 0), 0) / TICKS;

/** Seconds of CPU that the process of this connection has taken so far. */
export async function sessionCpuSeconds(client: Client): Promise<number> {
  return seconds(statOf(await pidOf(client)), OWN);
}

/**
 * Seconds of CPU that all processes of the server have taken so far, those that have ended too.
 * @throws Error where the server runs on another machine
 */
export async function postgresCpuSeconds(client: Client): Promise<number> {
  const server = statOf(await pidOf(client))[PARENT];
  if (server === undefined) throw new Error('The PostgreSQL of DATABASE_URL must run on this machine.');
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = processes.map(statOf).filter((stat) => stat[PARENT] === server);
  const ofServer = seconds(statOf(String(server)), [...OWN, ...OF_ENDED_CHILDREN]);
  return children.reduce((sum, stat) => sum + seconds(stat, OWN), ofServer);
}

async function pidOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return String(rows[0]?.pid);
}
