/** A service as a process of its own, for a measurement: the compiled program with the environment of the measurement. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const READY = /^Ready after .*: (http:\/\/\S+)$/m;

/** The program of this version. */
export const MAIN = fileURLToPath(new URL('../../server/main.js', import.meta.url));

export const DATA_DIR = process.env.DATA_DIR ?? '.data';

export interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  /** Settles when the process is gone. */
  readonly ended: Promise<unknown>;
}

/** Starts a program and waits until it answers. @throws Error with what it said where it ends before */
export async function start(program: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const child = spawn(process.execPath, [...process.execArgv, program], {
    env: { ...process.env, DATA_DIR, PORT: '0', RATE_LIMIT: '1000000', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  const url = await readyUrl(child.stderr.setEncoding('utf8'), ended);
  return { child, url, ended };
}

/** Where the service answers, once its start is over. @throws Error with what it said where it ends before */
export async function readyUrl(stderr: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    stderr.on('data', (text: string) => {
      said += text;
      const url = READY.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    void ended.then(() => reject(new Error(`The service ended before it was ready:\n${said}`)));
  });
}

/** The key that the first start wrote. */
export const firstKey = (): string => readFileSync(join(DATA_DIR, 'api-key'), 'utf8').trim();
