/** A service as its user starts it, with the default of every setting, on an embedded database that is removed afterwards. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.js';
import { type Client, clientOf } from './open-loop.js';
import { readyUrl } from './started.js';

const CPU = /^process_cpu_seconds_total (\S+)/m;
const RESIDENT = /^process_resident_memory_bytes (\S+)/m;
const KEYS = fileURLToPath(new URL('../../server/cli/keys.js', import.meta.url));

export interface OwnService {
  readonly url: string;
  /** One that sends with a key of this name, made on first use; its limit is out of the way. */
  client(name: string): Client;
  /** Seconds of all threads on a core so far. */
  cpuSeconds(): Promise<number>;
  /** Memory of the machine that the process holds. */
  residentBytes(): Promise<number>;
}

/** @param program `dist/server/main.js` of this or of another version */
export async function withDefaults(program: string, work: (service: OwnService) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'overload-'));
  const metricsPort = await freePort();
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    METRICS_PORT: String(metricsPort),
    DRAIN_MS: '0',
  };
  const child = spawn(process.execPath, [program], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  try {
    const url = await readyUrl(child.stderr.setEncoding('utf8'), ended);
    const clients = new Map<string, Client>();
    const client = (name: string): Client => {
      const known = clients.get(name);
      if (known !== undefined) return known;
      const argv = [KEYS, 'create', '--name', name, '--rpm', '1000000'];
      const said = execFileSync(process.execPath, argv, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      const made = clientOf(url, said.trim().split('\n').at(-1) as string);
      clients.set(name, made);
      return made;
    };
    const metric = async (pattern: RegExp) => {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      return Number(pattern.exec(await answer.text())?.[1]);
    };
    await work({ url, client, cpuSeconds: () => metric(CPU), residentBytes: () => metric(RESIDENT) });
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}
