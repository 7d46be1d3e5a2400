/** A service of its own for a measurement: the compiled program on the database of the environment. */

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { freePort } from '../support/free-port.js';
import { firstKey, start } from './started.js';

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
  const { child, url, ended } = await start(program, {
    METRICS_PORT: String(metricsPort),
    DRAIN_MS: '0',
    DEADLINE_MS: '60000',
  });
  const agent = new Agent({ keepAlive: true });
  try {
    const headers = { Authorization: `Bearer ${firstKey()}`, 'Content-Type': 'application/json' };
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
