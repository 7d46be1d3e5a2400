/**
 * `npm run bench -- peers FILE.jsonl...`: what a note costs this service (with its PostgreSQL, on this machine), and other annotators on the
 * same terms, in one run. The files have one JSON object with `text` a line; half of the notes come first, the other half is measured.
 * PYTHON names an interpreter that has what test/bench/peers/requirements.txt names; the database must serve the seed.
 */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readSeedFiles } from '../../server/terminology/seed-files.js';
import { textsOf } from './notes.js';
import { postgresCpuSeconds } from './postgres-cpu.js';
import { type Measured, withProgram } from './service.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LENGTH = 2_000;
const POLL_MS = 500;

/** What measured notes took of the cores, in seconds, and the spans that were found in them. */
interface Taken {
  readonly name: string;
  readonly seconds: number;
  /** Of these, what PostgreSQL took. */
  readonly postgres?: number;
  readonly found: number;
}

const texts = textsOf(process.argv.slice(2)).map((text) => text.slice(0, LENGTH));
const before = texts.filter((_, i) => i % 2 === 0);
const notes = texts.filter((_, i) => i % 2 === 1);

async function ofService(): Promise<Taken[]> {
  const taken: Taken[] = [];
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  await withProgram(`${ROOT}dist/server/main.js`, async (service) => {
    await whenIndexed(client);
    await client.query('TRUNCATE release_neighbours');
    const measure = async (name: string, asked: readonly string[]) => {
      const [ownBegan, postgresBegan] = [await service.cpuSeconds(), await postgresCpuSeconds(client)];
      const found = await foundIn(service, asked);
      const scale = notes.length / asked.length;
      const postgres = ((await postgresCpuSeconds(client)) - postgresBegan) * scale;
      taken.push({ name, seconds: postgres + ((await service.cpuSeconds()) - ownBegan) * scale, postgres, found });
    };
    await measure('this service, its first notes', before);
    await measure('this service, after them', notes);
    await measure('this service, the same again', notes);
  });
  await client.end();
  return taken;
}

/** Until no index is built any more. */
async function whenIndexed(client: pg.Client): Promise<void> {
  const isBuilding = async () =>
    (await client.query("SELECT FROM embedding_sets WHERE state = 'loading'")).rows.length > 0;
  while (await isBuilding()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

async function foundIn({ post }: Measured, asked: readonly string[]): Promise<number> {
  let found = 0;
  for (const text of asked) {
    const { concepts } = JSON.parse(await post('/v1/extract/concepts', JSON.stringify({ text }))) as {
      readonly concepts: readonly { readonly code: string | null }[];
    };
    found += concepts.filter(({ code }) => code !== null).length;
  }
  return found;
}

async function ofPeers(): Promise<Taken[]> {
  const { descriptions } = readSeedFiles(`${ROOT}seed`);
  const terms = descriptions.map(({ sctid, term, kind }) => [sctid, term, kind === 'preferred']);
  const python = spawn(process.env.PYTHON ?? 'python3', [`${ROOT}test/bench/peers/peers.py`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  python.stdin.end(JSON.stringify({ terms, before, notes }));
  const lines = await python.stdout.setEncoding('utf8').toArray();
  return lines
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Taken);
}

const perNote = (seconds: number): string => ((seconds / notes.length) * 1_000).toFixed(1);

for (const { name, seconds, postgres, found } of [...(await ofService()), ...(await ofPeers())]) {
  const rate = (notes.length / seconds).toFixed(1).padStart(7);
  const ofPostgres = postgres === undefined ? '' : `, ${perNote(postgres)} of them PostgreSQL`;
  process.stdout.write(
    `${name.padEnd(30)} ${rate} notes a CPU second; ${found} spans; ${perNote(seconds)} ms a note${ofPostgres}\n`,
  );
}
