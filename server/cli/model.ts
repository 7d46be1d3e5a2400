/** `npm run model -- use DIR`: embeds the served terminology with another model beside the one in use, then switches. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseConfig } from '../config.js';
import type { DatabaseHandle } from '../db/connect.js';
import { placeModel } from '../db/embeddings.js';
import { readState } from '../db/serving.js';
import { completeRelease, serveRelease } from '../terminology/serve-release.js';
import { positionals, readArguments, run, type Streams, TERMINAL, UsageError } from './arguments.js';
import { openModel, refuseBusy, withDatabase } from './open.js';
import { showProgress } from './progress.js';

const USAGE = `Usage:
  npm run --silent model -- use DIR    embeds everything with the model in DIR, then serves it

Processes that find DIR under the same path follow without a restart; others answer 503 until they have it. From then on the
database says which model is served, not MODEL_DIR.`;

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return run(USAGE, streams, async () => {
    const [verb, ...rest] = readArguments(argv, {}).positionals;
    if (verb !== 'use') throw new UsageError('Say use.');
    const [dir] = positionals(rest, ['the directory of a model']) as [string];
    await withDatabase((handle) => use(handle, resolve(dir), streams));
  });
}

async function use(handle: DatabaseHandle, dir: string, streams: Streams): Promise<void> {
  refuseBusy(handle);
  const { serving } = await readState(handle.db);
  if (serving === null) throw new Error('No terminology is served yet: start the service once, or import a release.');
  const encoder = await openModel(dir);
  try {
    const model = { model: encoder.model, encode: encoder.encode.bind(encoder) };
    const { releaseId } = serving;
    const modelId = await completeRelease(handle, releaseId, { ...model, progress: showProgress(process.stderr) });
    await placeModel(handle.db, modelId, dir === resolve(parseConfig(process.env).MODEL_DIR) ? null : dir);
    await serveRelease(handle.db, model.encode, { modelId, releaseId });
    streams.out(`The model ${encoder.model.name} (${encoder.model.version}) is served now.`);
  } finally {
    await encoder.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
