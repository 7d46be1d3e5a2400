/**
 * `npm run bench -- model [DIR]`: what tokenizer, threads and queue cost on top of the network, and how long the event loop
 * waits meanwhile. The texts are the terms of the seed, each asked once.
 */

import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { openEncoder } from '../../server/embedding/encoder.js';
import { readModelDirectory } from '../../server/embedding/model-directory.js';
import { InferenceSession, Tensor } from '../../server/embedding/onnxruntime.js';
import { openTokenizer } from '../../server/embedding/tokenizer.js';
import { readSeedFiles } from '../../server/terminology/seed-files.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ROWS = 32;
const TEXTS = 16_384;
/** Texts a call, like the spans of a note. */
const CALL = 64;
const CALLERS = 16;
const ROUNDS = 5;

const dir = path.resolve(process.argv[2] ?? `${ROOT}models/clinical-ngram-en-fr`);
const terms = [...new Set(readSeedFiles(`${ROOT}seed`).descriptions.map(({ term }) => term))].slice(0, TEXTS);

/** Texts a second of the network alone on one thread, its inputs ready made. */
async function networkAlone(): Promise<number> {
  const model = await readModelDirectory(dir);
  const tokenizer = await openTokenizer(model);
  const network = await InferenceSession.create(path.join(dir, 'onnx/model.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const tokens = terms.map((term) => tokenizer.ids(term)).sort((a, b) => a.length - b.length);
  const batches: Record<string, Tensor>[] = [];
  for (let from = 0; from < tokens.length; from += ROWS) {
    const rows = tokens.slice(from, from + ROWS);
    const width = Math.max(...rows.map((row) => row.length));
    const ids = new BigInt64Array(rows.length * width).fill(BigInt(tokenizer.padId));
    const mask = new BigInt64Array(rows.length * width);
    for (const [i, row] of rows.entries()) {
      for (const [at, id] of row.entries()) ids[i * width + at] = BigInt(id);
      mask.fill(1n, i * width, i * width + row.length);
    }
    const tensor = (values: BigInt64Array) => new Tensor('int64', values, [rows.length, width]);
    const all: Record<string, Tensor> = {
      input_ids: tensor(ids),
      attention_mask: tensor(mask),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    };
    batches.push(Object.fromEntries(network.inputNames.map((name) => [name, all[name] as Tensor])));
  }
  return best(async () => {
    for (const batch of batches) await network.run(batch);
  });
}

/** Texts a second through the encoder with one thread, and the event-loop delay meanwhile in milliseconds. */
async function throughEncoder(): Promise<{ rate: number; p99: number; longest: number }> {
  const encoder = await openEncoder({ modelDir: dir, workers: 1, maxQueue: 100_000, cacheSize: 0 });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await encoder.encode(terms.slice(0, 1_024));
  delay.enable();
  const rate = await best(async () => {
    let next = 0;
    const caller = async () => {
      while (next < terms.length) {
        const from = next;
        next += CALL;
        await encoder.encode(terms.slice(from, from + CALL));
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  });
  delay.disable();
  await encoder.close();
  return { rate, p99: delay.percentile(99) / 1e6, longest: delay.max / 1e6 };
}

async function best(work: () => Promise<void>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    shortest = Math.min(shortest, performance.now() - began);
  }
  return terms.length / (shortest / 1_000);
}

const raw = await networkAlone();
const { rate, p99, longest } = await throughEncoder();
process.stdout.write(
  `network alone     ${Math.round(raw)} texts/s on one thread
through encoder   ${Math.round(rate)} texts/s, ratio ${(rate / raw).toFixed(2)} (${CALLERS} callers, ${CALL} texts a call)
event-loop delay  p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(1)} ms
`,
);
