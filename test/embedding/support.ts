import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';

export const SHIPPED = path.resolve('models/clinical-ngram-en-fr');
export const TINY = path.resolve('test/embedding/tiny-transformer');

/** Runs `work` on a copy of a model directory that it may spoil. */
export async function withCopy<T>(source: string, work: (dir: string) => Promise<T>): Promise<T> {
  const parent = await mkdtemp(path.join(tmpdir(), 'model-'));
  const dir = path.join(parent, path.basename(source));
  try {
    await cp(source, dir, { recursive: true });
    return await work(dir);
  } finally {
    await rm(parent, { recursive: true });
  }
}

/** Changes members of a JSON file; undefined removes one. */
export async function patchJson(file: string, change: Record<string, unknown>): Promise<void> {
  const value = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...value, ...change }));
}

/** The threads that start while `work` runs, so that a test can kill them. */
export async function threadsOf<T>(
  work: () => Promise<T>,
): Promise<{ result: T; threads: Worker[]; stop: () => void }> {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker): void => void threads.push(worker);
  process.on('worker', onWorker);
  return { result: await work(), threads, stop: () => process.off('worker', onWorker) };
}

/** The largest difference between two vectors of one size. */
export function distance(one: ArrayLike<number>, other: ArrayLike<number>): number {
  return Array.from(one, (value, at) => Math.abs(value - (other[at] ?? Number.NaN))).reduce(
    (a, b) => Math.max(a, b),
    0,
  );
}
