/** The thread that holds the vectors of a terminology, and finds those nearest to others. */

import { parentPort, workerData } from 'node:worker_threads';
import { nearestGraph } from './nearest-graph.js';
import { InferenceSession, Tensor } from './onnxruntime.js';
import type { SearchResult } from './vector-search.js';
import type { VectorMessage } from './vector-thread.js';

const { count, dimensions } = workerData as { count: number; dimensions: number };
const vectors = new Float32Array(count * dimensions);
let filled = 0;
const network = await InferenceSession.create(nearestGraph(), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
});

async function search(queries: Float32Array, wanted: number): Promise<SearchResult> {
  const k = Math.min(wanted, count);
  const { cosines, places } = await network.run({
    queries: new Tensor('float32', queries, [queries.length / dimensions, dimensions]),
    vectors: new Tensor('float32', vectors, [count, dimensions]),
    k: new Tensor('int64', BigInt64Array.from([BigInt(k)]), [1]),
  });
  return { k, cosines: cosines?.data as Float32Array, places: Int32Array.from(places?.data as BigInt64Array, Number) };
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: VectorMessage) => {
  // As in worker.ts: the thread must not end while the network runs.
  if (message === 'end') void last.then(() => process.exit(0));
  else if (message.kind === 'add') {
    vectors.set(message.vectors, filled);
    filled += message.vectors.length;
  } else {
    last = last
      .then(() => search(message.queries, message.k))
      .then(
        (result) => parentPort?.postMessage(result),
        (error: Error) => parentPort?.postMessage(error),
      );
  }
});
