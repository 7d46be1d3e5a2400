/** The thread that tells how near any vector of a terminology can be to others: vectors are held in a byte a dimension. */

import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from './onnxruntime.js';
import { screenGraph, ZERO } from './screen-graph.js';
import type { VectorMessage } from './vector-thread.js';

const LEVELS = 127;
/** Room above the largest value of the first vectors; later ones beyond it are cut, which the error counts. */
const ROOM = 1.1;

const { count, dimensions } = workerData as { count: number; dimensions: number };
let columns = new Uint8Array(count * dimensions);
let filled = 0;
let scale = 0;
/** The greatest distance of a vector to what its bytes stand for. */
let error = 0;
let network: InferenceSession | undefined;

function add(vectors: Float32Array): void {
  if (scale === 0) scale = LEVELS / (ROOM * vectors.reduce((most, value) => Math.max(most, Math.abs(value)), 0.01));
  for (let start = 0; start < vectors.length; start += dimensions, filled++) {
    let squares = 0;
    for (let d = 0; d < dimensions; d++) {
      const value = vectors[start + d] as number;
      const level = Math.max(-LEVELS, Math.min(LEVELS, Math.round(value * scale)));
      columns[d * count + filled] = ZERO + level;
      squares += (value - level / scale) ** 2;
    }
    error = Math.max(error, Math.sqrt(squares));
  }
}

async function open(): Promise<InferenceSession> {
  const bytes = screenGraph(columns, dimensions);
  columns = new Uint8Array(0);
  return InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

/**
 * At least the greatest cosine of each query to any of the vectors. With q' and t' for what the bytes of q and t stand for,
 * qt = q't' + (q - q')t + q'(t - t') <= q't' + |q - q'| + (1 + |q - q'|) |t - t'| for unit vectors (Cauchy and Schwarz).
 */
async function bounds(queries: Float32Array): Promise<Float32Array> {
  network ??= await open();
  const rows = queries.length / dimensions;
  const levels = new Uint8Array(queries.length);
  const scales = new Float64Array(rows);
  const errors = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const query = queries.subarray(row * dimensions, (row + 1) * dimensions);
    const own = LEVELS / query.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
    let squares = 0;
    for (let d = 0; d < dimensions; d++) {
      const value = query[d] as number;
      const level = Math.round(value * own);
      levels[row * dimensions + d] = ZERO + level;
      squares += (value - level / own) ** 2;
    }
    scales[row] = own;
    errors[row] = Math.sqrt(squares);
  }
  const { greatest } = await network.run({ queries: new Tensor('uint8', levels, [rows, dimensions]) });
  const products = greatest?.data as Int32Array;
  return Float32Array.from(products, (product, row) => {
    const off = errors[row] as number;
    return product / ((scales[row] as number) * scale) + off + (1 + off) * error;
  });
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: VectorMessage) => {
  // As in worker.ts: the thread must not end while the network runs.
  if (message === 'end') void last.then(() => process.exit(0));
  else if (message.kind === 'add') add(message.vectors);
  else {
    last = last
      .then(() => bounds(message.queries))
      .then(
        (result) => parentPort?.postMessage(result),
        (failure: Error) => parentPort?.postMessage(failure),
      );
  }
});
