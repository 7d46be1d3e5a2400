/**
 * `npm run bench -- builds [FILE.jsonl...]`: whether answers hang on the random graph of the index. The index of the served terminology is built
 * anew BUILDS times (3) on the PostgreSQL of DATABASE_URL, which must be one for measuring; each time the same notes are read by a service that
 * knows nothing yet, until there are SPANS spans (10,000): the golden notes, those of the files, then terms that are written a little otherwise.
 * Then once more from the last note to the first, and once more with all that is known by then: an answer hangs on no other note either.
 * SCREEN_MB=0 measures without the screen.
 */

import pg from 'pg';
import { Extraction } from '../../server/app/extraction.js';
import type { OpenService } from '../../server/app/open-service.js';
import { ReleaseScreen } from '../../server/app/release-screen.js';
import { withService } from '../../server/cli/open.js';
import type { ConceptEntry } from '../../server/concepts/answer.js';
import { NeighbourCache } from '../../server/concepts/lookup/neighbour-cache.js';
import { parseConfig } from '../../server/config.js';
import type { Shortlists } from '../../server/db/rank.js';
import type { Serving } from '../../server/db/serving.js';
import { vectorTypeId } from '../../server/db/vector-parameter.js';
import { difference, type Read } from './differences.js';
import { goldenNotes, textsOf } from './notes.js';
import { variedNotes } from './varied-notes.js';

const BUILDS = Number(process.env.BUILDS ?? 3);
const SPANS = Number(process.env.SPANS ?? 10_000);
const LENGTH = 2_000;
const files = process.argv.slice(2);
const { signal } = new AbortController();

function* notes(): Generator<string> {
  yield* goldenNotes(LENGTH, 4);
  if (files.length > 0) for (const text of textsOf(files)) yield text.slice(0, LENGTH);
  yield* variedNotes();
}

async function rebuild(url: string | undefined, index: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 0");
  await client.query(`REINDEX INDEX ${client.escapeIdentifier(index)}`);
  await client.end();
}

/** Reads notes by their numbers, in that order, until there are spans enough. @returns what was found, and the numbers of the notes read */
async function read(
  service: Extraction,
  texts: Iterable<readonly [number, string]>,
): Promise<[Read, [number, string][]]> {
  const found = new Map<string, ConceptEntry>();
  const seen: [number, string][] = [];
  for (const [number, text] of texts) {
    if (found.size >= SPANS) break;
    const { concepts } = await service.extractConcepts({ text, language: 'auto', explain: false }, signal);
    for (const entry of concepts) found.set(`${number} ${entry.start} ${entry.end}`, entry);
    seen.push([number, text]);
  }
  return [found, seen];
}

async function measure({ handle, live }: OpenService, serving: Serving, screen: ReleaseScreen): Promise<void> {
  const shortlists: Shortlists = (...asked) => screen.shortlists(...asked);
  const types = { id: await vectorTypeId(handle.db), stored: handle.vectorType, shortlists };
  const service = () => {
    const neighbours = { cache: new NeighbourCache(1e9), screen };
    return new Extraction({ db: handle.db, types, neighbours }, live, async () => undefined);
  };
  let texts: [number, string][] = [...notes()].map((text, number) => [number, text]);
  let first: Read | undefined;
  const take = async (name: string, asked: Extraction, order: readonly (readonly [number, string])[]) => {
    const began = performance.now();
    const [found, seen] = await read(asked, order);
    const ms = (performance.now() - began) / seen.length;
    first ??= found;
    const { spans, decided, onlyOne, margin, shown } = difference(first, found);
    process.stdout.write(
      `${name.padEnd(24)} ${ms.toFixed(0).padStart(5)} ms a note  ${spans} spans  code or status ${decided} (found once ${onlyOne})  cosine or margin ${margin}  candidates ${shown}\n`,
    );
    return seen;
  };
  let last = service();
  for (let build = 1; build <= BUILDS; build++) {
    if (build > 1) await rebuild(process.env.DATABASE_URL, `${serving.releaseTable}_hnsw`);
    last = service();
    texts = await take(`build ${build}`, last, texts);
  }
  await take('all known', last, texts);
  await take('from the last note', service(), texts.toReversed());
}

await withService(async (opened) => {
  const serving = opened.live.state?.serving;
  if (!serving?.ready || opened.handle.kind !== 'server') throw new Error('Set DATABASE_URL, and wait for the index.');
  const screen = new ReleaseScreen(opened.handle.db, parseConfig(process.env).SCREEN_MB * 1e6);
  await screen.follow(serving);
  await measure(opened, serving, screen).finally(() => screen.close());
});
