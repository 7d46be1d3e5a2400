/** `npm run terminology -- list | use NAME | drop NAME`: the loaded releases. */

import { pathToFileURL } from 'node:url';
import { embeddingModel } from '../app/threshold-fit.js';
import { parseConfig } from '../config.js';
import type { DatabaseHandle } from '../db/connect.js';
import { readState } from '../db/serving.js';
import { countRelease } from '../db/staging.js';
import { dropRelease, listReleases, type ReleaseEntry } from '../db/terminology.js';
import { completeRelease, serveRelease } from '../terminology/serve-release.js';
import { positionals, readArguments, run, type Streams, TERMINAL, UsageError } from './arguments.js';
import { openServedModel } from './open.js';
import { refuseBusy, withDatabase } from './open-database.js';
import { showProgress } from './progress.js';

const USAGE = `Usage:
  npm run --silent terminology -- list         the releases; * is served
  npm run --silent terminology -- use NAME     serves a release from now on
  npm run --silent terminology -- drop NAME    removes a release that is not served`;

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return run(USAGE, argv, streams, async () => {
    const { positionals: given } = readArguments(argv, {});
    const [verb, ...rest] = given;
    if (verb === 'list') {
      positionals(rest, []);
      await withDatabase((handle) => list(handle, streams));
    } else if (verb === 'use' || verb === 'drop') {
      const [name] = positionals(rest, ['the name of a release']) as [string];
      await withDatabase((handle) => (verb === 'use' ? use(handle, name, streams) : drop(handle, name, streams)));
    } else {
      throw new UsageError('Say list, use or drop.');
    }
  });
}

async function list({ db }: DatabaseHandle, streams: Streams): Promise<void> {
  const { serving } = await readState(db);
  for (const { releaseId, name, kind, state, createdAt } of await listReleases(db)) {
    const mark = serving?.releaseId === releaseId ? '*' : ' ';
    const sums = new Map<string, number>();
    for (const { what, count } of await countRelease(db, releaseId)) {
      const key = what.startsWith('concepts: ') ? 'concepts' : what.replace('terms: ', '');
      sums.set(key, (sums.get(key) ?? 0) + count);
    }
    const size = [...sums].map(([what, count]) => `${count} ${what}`).join(', ');
    streams.out(`${mark} ${name}  ${kind}  ${state}  ${createdAt.toISOString().slice(0, 10)}  ${size}`);
  }
}

async function use(handle: DatabaseHandle, name: string, streams: Streams): Promise<void> {
  refuseBusy(handle);
  const { releaseId, state } = await find(handle, name);
  if (state !== 'ready') throw new Error(`${name} is not complete: run its import again.`);
  const encoder = await openServedModel(handle);
  try {
    const model = embeddingModel(encoder, handle, parseConfig(process.env));
    const modelId = await completeRelease(handle, releaseId, { ...model, progress: showProgress(process.stderr) });
    await serveRelease(handle.db, model.encode, { modelId, releaseId });
  } finally {
    await encoder.close();
  }
  streams.out(`${name} is served now.`);
}

async function drop(handle: DatabaseHandle, name: string, streams: Streams): Promise<void> {
  const { releaseId } = await find(handle, name);
  const { serving } = await readState(handle.db);
  if (serving?.releaseId === releaseId) throw new Error(`${name} is served: serve another release first.`);
  await dropRelease(handle.db, releaseId);
  streams.out(`${name} is dropped.`);
}

/** @throws Error when there is no such release */
async function find({ db }: DatabaseHandle, name: string): Promise<ReleaseEntry> {
  const found = (await listReleases(db)).find((release) => release.name === name);
  if (found === undefined) throw new Error(`There is no release ${name}: see npm run terminology -- list.`);
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
