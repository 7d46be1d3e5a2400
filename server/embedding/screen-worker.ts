/** The thread that tells how near the vectors of a terminology can be to others: they are held in a byte a dimension. */

import { parentPort, workerData } from 'node:worker_threads';
import type { ScreenAnswer } from './cosine-screen.js';
import { InferenceSession, Tensor } from './onnxruntime.js';
import { screenGraph, ZERO } from './screen-graph.js';
import type { VectorMessage } from './vector-thread.js';

const LEVELS = 127;
/** Room above the largest value of the first vectors; later ones beyond it are cut, which the error counts. */
const ROOM = 1.1;
/** A sample has one vector of so many, of many vectors fewer; and so many of it are likely to be among the nearest ones. */
const STEP = 64;
const LARGEST_SAMPLE = 4_096;
const SAMPLED = 3;
/** Vectors that a list may have. */
const LONGEST_LIST = 4_000;
/** What half floats, and rounding a query to them, do to a cosine, twice: a list is cut that much lower. */
const ROUNDING = 1e-3;

const BELOW_ALL = Number.NEGATIVE_INFINITY;

const { count, dimensions } = workerData as { count: number; dimensions: number };
let columns = new Uint8Array(count * dimensions);
const concepts = new BigInt64Array(count);
let filled = 0;
let scale = 0;
/** The greatest distance of a vector to what its bytes stand for. */
let error = 0;
let network: InferenceSession | undefined;

function add(vectors: Float32Array, ofVectors: BigInt64Array | undefined): void {
  if (ofVectors !== undefined) concepts.set(ofVectors, filled);
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

/** Queries in bytes. */
interface Levels {
  readonly tensor: Tensor;
  /** Levels in 1, of each. */
  readonly scales: Float64Array;
  /** The distance of each to what its bytes stand for. */
  readonly errors: Float64Array;
}

function levelsOf(queries: Float32Array): Levels {
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
  return { tensor: new Tensor('uint8', levels, [rows, dimensions]), scales, errors };
}

/**
 * At most how far a product of bytes is from the cosine. With q' and t' for what the bytes of q and t stand for,
 * qt = q't' + (q - q')t + q'(t - t') <= q't' + |q - q'| + (1 + |q - q'|) |t - t'| for unit vectors, and likewise below (Cauchy and Schwarz).
 */
const errorOf = (off: number): number => off + (1 + off) * error;

/** At least the greatest cosine of each query to any of the vectors. */
async function bounds(queries: Float32Array): Promise<ScreenAnswer> {
  network ??= await open();
  const { tensor, scales, errors } = levelsOf(queries);
  const { greatest } = await network.run({ queries: tensor }, ['greatest']);
  return Float32Array.from(
    greatest?.data as Int32Array,
    (product, row) => product / ((scales[row] as number) * scale) + errorOf(errors[row] as number),
  );
}

/** Of each query the places of the vectors that can be nearer than the last of its nearest concepts. */
async function lists(queries: Float32Array, wanted: number): Promise<ScreenAnswer> {
  network ??= await open();
  const { tensor, scales, errors } = levelsOf(queries);
  const { all } = await network.run({ queries: tensor }, ['all']);
  const products = all?.data as Int32Array;
  return Array.from(scales, (own, row) => {
    const ofQuery = products.subarray(row * count, (row + 1) * count);
    const room = (2 * errorOf(errors[row] as number) + ROUNDING) * own * scale;
    const list = listOf(ofQuery, wanted, room);
    return list.length > LONGEST_LIST ? null : Int32Array.from(list);
  });
}

/** The places of the products that are less than `room` below that of the last of the nearest concepts; all of a terminology of fewer concepts. */
function listOf(products: Int32Array, wanted: number, room: number): readonly number[] {
  const least = sampled(products);
  const nearest = placesOver(products, least);
  const last = lastOf(products, wanted, nearest) ?? lastOf(products, wanted, placesOver(products, BELOW_ALL));
  const from = last === undefined ? BELOW_ALL : last - room;
  return from >= least ? nearest.filter((place) => (products[place] as number) > from) : placesOver(products, from);
}

/** The product of the last of the nearest concepts among places; undefined where they are of fewer concepts. */
function lastOf(products: Int32Array, wanted: number, places: readonly number[]): number | undefined {
  const nearest = places.toSorted((a, b) => (products[b] as number) - (products[a] as number));
  const found = new Set<bigint>();
  const last = nearest.find((place) => found.add(concepts[place] as bigint).size === wanted);
  return last === undefined ? undefined : products[last];
}

/** A product that some hundreds of all are above. */
function sampled(products: Int32Array): number {
  const step = Math.max(STEP, Math.ceil(products.length / LARGEST_SAMPLE));
  const sample = new Int32Array(Math.floor(products.length / step));
  for (let i = 0; i < sample.length; i++) sample[i] = products[i * step] as number;
  return sample.sort()[sample.length - SAMPLED] ?? BELOW_ALL;
}

function placesOver(products: Int32Array, least: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < products.length; place++) if ((products[place] as number) > least) places.push(place);
  return places;
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: VectorMessage) => {
  // As in worker.ts: the thread must not end while the network runs.
  if (message === 'end') void last.then(() => process.exit(0));
  else if (message.kind === 'add') add(message.vectors, message.concepts);
  else {
    last = last
      .then(() => (message.k === 0 ? bounds(message.queries) : lists(message.queries, message.k)))
      .then(
        (result) => parentPort?.postMessage(result),
        (failure: Error) => parentPort?.postMessage(failure),
      );
  }
});
