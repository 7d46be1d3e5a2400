/** A service of its own for a measurement: the compiled program on the database of the environment. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

const READY = /^Ready after .*: (http:\/\/\S+)$/m;
const CPU = /^process_cpu_seconds_total (\S+)/m;
const RESIDENT = /^process_resident_memory_bytes (\S+)/m;

/** A running service. */
export interface Measured {
  /** Sends a body to an operation; the answer as it came. @throws Error on any status but 200 */
  post(path: string, body: string): Promise<string>;
  /** Sends lines to an operation while it reads its answer, as fast as the service takes them, and tells of each line; leaves when the signal is set. @throws Error as `post` */
  stream(path: string, lines: Iterable<string>, onLine: (line: string) => void, signal?: AbortSignal): Promise<void>;
  /** Begins to send lines and reads nothing of the answer, until the function that it returns ends it. */
  neglect(path: string, lines: Iterable<string>): () => void;
  /** Seconds of all its threads on a core so far. */
  cpuSeconds(): Promise<number>;
  /** What it holds of the machine's memory, bytes. */
  residentBytes(): Promise<number>;
}

/** Starts a program, runs the work beside it and ends it. @param program `dist/server/main.js` of this or of another version */
export async function withProgram(program: string, work: (service: Measured) => Promise<void>): Promise<void> {
  const metricsPort = await freePort();
  const dataDir = process.env.DATA_DIR ?? '.data';
  const child = spawn(process.execPath, [...process.execArgv, program], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: String(metricsPort),
      RATE_LIMIT: '1000000',
      DRAIN_MS: '0',
      DEADLINE_MS: '60000',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  const agent = new Agent({ keepAlive: true });
  try {
    const url = await readyUrl(child.stderr.setEncoding('utf8'), ended);
    const key = readFileSync(join(dataDir, 'api-key'), 'utf8').trim();
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const metric = async (pattern: RegExp) =>
      Number(pattern.exec(await call(agent, new URL(`http://127.0.0.1:${metricsPort}/metrics`), {}, ''))?.[1]);
    const lineHeaders = { ...headers, 'Content-Type': 'application/x-ndjson' };
    await work({
      stream: (path, lines, onLine, signal) => stream(new URL(path, url), lineHeaders, lines, onLine, signal),
      neglect: (path, lines) => {
        const sent = request(new URL(path, url), { method: 'POST', headers: lineHeaders });
        sent.on('error', () => undefined).on('response', (answer) => answer.on('error', () => undefined).pause());
        Readable.from(lines).pipe(sent);
        return () => sent.destroy();
      },
      post: (path, body) => call(agent, new URL(path, url), { method: 'POST', headers }, body),
      cpuSeconds: () => metric(CPU),
      residentBytes: () => metric(RESIDENT),
    });
  } finally {
    agent.destroy();
    child.kill('SIGTERM');
    await ended;
  }
}

/** Where the service answers, once its start is over. @throws Error when it ends before */
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

function call(agent: Agent, url: URL, options: object, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${url.pathname} answered ${answer.statusCode}: ${text}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

async function stream(
  url: URL,
  headers: Record<string, string>,
  lines: Iterable<string>,
  onLine: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const sent = request(url, { method: 'POST', headers });
  const leave = () => sent.destroy();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    Readable.from(lines).pipe(sent);
    const [answer] = await answered;
    sent.on('error', () => undefined);
    for await (const line of createInterface(answer)) {
      if (answer.statusCode !== 200) throw new Error(`${url.pathname} answered ${answer.statusCode}: ${line}`);
      onLine(line);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
