/**
 * `API_KEY=... npm run bench -- healthz URL FILE.jsonl...`: how long `GET /healthz` of a running service takes beside notes of 100,000
 * characters, made of notes of the files (one JSON object with `text` a line). Start the service anew, and the first note is its first.
 */

import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { notesOf } from './notes.js';

const LENGTH = 100_000;
const NOTES = 4;
/** The most spans that a request for contexts may have. */
const SPANS = 1_000;
const WARM_UP = 20;
const WORST = 3;

const [url, ...files] = process.argv.slice(2);
const key = process.env.API_KEY;
if (url === undefined || key === undefined)
  throw new Error('Name the URL of a service and files of notes, and set API_KEY.');
const note = notesOf(files);

interface Concept {
  readonly code: string | null;
  readonly span: string;
}

async function post(path: string, body: unknown): Promise<{ readonly concepts?: readonly Concept[] }> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { readonly concepts?: readonly Concept[] };
}

// One open connection, so that only the wait for the answer counts.
const agent = new Agent({ keepAlive: true });

/** Milliseconds. */
function healthz(): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(new URL('/healthz', url), { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(performance.now() - began));
    }).on('error', reject);
  });
}

async function beside<T>(name: string, request: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const taken: number[] = [];
  let answered = false;
  const answer = request().finally(() => {
    answered = true;
  });
  while (!answered) {
    taken.push(await healthz());
    await sleep(2);
  }
  const result = await answer;
  const worst = taken.sort((a, b) => b - a).slice(0, WORST);
  const seconds = (performance.now() - began) / 1_000;
  process.stdout.write(
    `${name.padEnd(20)} ${seconds.toFixed(2).padStart(6)} s, ${String(taken.length).padStart(5)} calls of /healthz, the slowest ${worst.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
  );
  return result;
}

for (let i = 0; i < WARM_UP; i++) await healthz();
for (let i = 0; i < NOTES; i++) {
  const text = note(LENGTH, i * 37);
  const { concepts = [] } = await beside(`concepts, note ${i + 1}`, () => post('/v1/extract/concepts', { text }));
  const spans = concepts.slice(0, SPANS).map(({ code, span }) => ({ code, span }));
  await beside(`contexts, note ${i + 1}`, () => post('/v1/extract/contexts', { text, concepts: spans }));
}
agent.destroy();
