/** `npm run model -- check|use DIR`: tries out a model directory; embeds the served terminology with it and switches. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embeddingModel } from '../app/threshold-fit.js';
import { parseConfig } from '../config.js';
import type { DatabaseHandle } from '../db/connect.js';
import { placeModel } from '../db/embeddings.js';
import { readState } from '../db/serving.js';
import { checkModel } from '../embedding/check-model.js';
import { completeRelease, serveRelease } from '../terminology/serve-release.js';
import { positionals, readArguments, run, type Streams, TERMINAL, UsageError } from './arguments.js';
import { openModel } from './open.js';
import { refuseBusy, withDatabase } from './open-database.js';
import { showProgress } from './progress.js';

const USAGE = `Usage:
  npm run --silent model -- check DIR  tells whether the model in DIR can be used, and why not
  npm run --silent model -- use DIR    embeds everything with the model in DIR, then serves it

Processes that find DIR under the same path follow without a restart; others answer 503 until they have it. From then on the
database says which model is served, not MODEL_DIR.`;

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return run(USAGE, argv, streams, async () => {
    const [verb, ...rest] = readArguments(argv, {}).positionals;
    if (verb !== 'use' && verb !== 'check') throw new UsageError('Say check or use.');
    const [dir] = positionals(rest, ['the directory of a model']) as [string];
    if (verb === 'check') await check(resolve(dir), streams);
    else await withDatabase((handle) => use(handle, resolve(dir), streams));
  });
}

async function check(dir: string, streams: Streams): Promise<void> {
  const { model, size, milliseconds, checked } = await checkModel(dir);
  const { name, version, dimensions, pooling, maxTokens, prompt, tokenizer } = model;
  streams.out(`${name} (${version}) can be used.`);
  streams.out(`  dimensions  ${dimensions}`);
  streams.out(`  tokenizer   ${tokenizer.kind}, at most ${maxTokens} tokens`);
  streams.out(`  pooling     ${pooling === 'none' ? 'in the network' : pooling}`);
  streams.out(`  prompt      ${prompt === '' ? 'none' : JSON.stringify(prompt)}`);
  streams.out(`  size        ${(size / 1e6).toFixed(1)} MB`);
  streams.out(`  64 spans    ${milliseconds.toFixed(1)} ms on one core`);
  streams.out(`  check.json  ${checked === null ? 'none' : `${checked} texts have their vectors`}`);
}

async function use(handle: DatabaseHandle, dir: string, streams: Streams): Promise<void> {
  refuseBusy(handle);
  const { serving } = await readState(handle.db);
  if (serving === null) throw new Error('No terminology is served yet: start the service once, or import a release.');
  const encoder = await openModel(dir);
  try {
    const model = embeddingModel(encoder, handle, parseConfig(process.env));
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
