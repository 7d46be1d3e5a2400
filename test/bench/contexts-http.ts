/**
 * `npm run bench -- contexts-http [MAIN.js]`: what a request for contexts costs over HTTP: 30 spans, with the codes that concept extraction
 * gave them, in a note of 2,000 characters made of the golden notes. Starts a service on the database of the environment; MAIN.js is the
 * compiled program of another version, to compare with.
 */

import { fileURLToPath } from 'node:url';
import { goldenNotes } from './notes.js';
import { type Measured, withProgram } from './service.js';

const NOTE_LENGTH = 2_000;
const NOTES = 20;
const SPANS = 30;
const WARM_UP = 15;
const ROUNDS = 25;
const CALLERS = 4;

interface Concept {
  readonly code: string | null;
  readonly span: string;
}

/** The body of a request for the contexts of a note's concepts, those of the note again where it has too few. */
async function bodyOf({ post }: Measured, text: string): Promise<string> {
  const { concepts } = JSON.parse(await post('/v1/extract/concepts', JSON.stringify({ text }))) as {
    readonly concepts: readonly Concept[];
  };
  const chosen = Array.from({ length: SPANS }, (_, i) => concepts[i % concepts.length] as Concept);
  return JSON.stringify({ text, concepts: chosen.map(({ span, code }) => ({ span, code })) });
}

async function measure(service: Measured, bodies: readonly string[], callers: number): Promise<void> {
  const cpuBegan = await service.cpuSeconds();
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    let next = 0;
    const caller = async () => {
      while (next < bodies.length) await service.post('/v1/extract/contexts', bodies[next++] as string);
    };
    await Promise.all(Array.from({ length: callers }, caller));
  }
  const requests = ROUNDS * bodies.length;
  const ms = (performance.now() - began) / requests;
  const cpu = (((await service.cpuSeconds()) - cpuBegan) * 1_000) / requests;
  process.stdout.write(
    `${callers} at once: ${ms.toFixed(2)} ms a request, ${Math.round((SPANS / ms) * 1_000)} spans/s; the service took ${cpu.toFixed(2)} ms of its cores\n`,
  );
}

const program = process.argv[2] ?? fileURLToPath(new URL('../../server/main.js', import.meta.url));
await withProgram(program, async (service) => {
  const bodies: string[] = [];
  for (const note of goldenNotes(NOTE_LENGTH, NOTES)) bodies.push(await bodyOf(service, note));
  for (let round = 0; round < WARM_UP; round++) {
    for (const body of bodies) await service.post('/v1/extract/contexts', body);
  }
  await measure(service, bodies, 1);
  await measure(service, bodies, CALLERS);
});
