/** Tries out a model directory: whether it can be used, and what to expect of it. */

import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type ModelDirectory, readModelDirectory } from './model-directory.js';
import { modelFault } from './model-settings.js';
import { type EmbeddingSession, openSession } from './session.js';

/** Vectors that differ by more than this make another answer. */
const SAME = 1e-4;
const SPANS = 64;
const ROUNDS = 15;

export interface ModelReport {
  readonly model: ModelDirectory;
  /** Bytes of all files. */
  readonly size: number;
  /** Median milliseconds of 64 spans on one core. */
  readonly milliseconds: number;
  /** How many texts of its check.json gave their vectors; null without that file. */
  readonly checked: number | null;
}

const TEXTS = [
  'fever',
  'shortness of breath on exertion',
  'fracture du col du fémur gauche',
  'œdème des membres inférieurs',
  'type 2 diabetes mellitus with diabetic nephropathy and hypertension',
  'insuffisance rénale chronique terminale',
  'HbA1c',
  'left upper quadrant abdominal pain radiating to the back, worse after meals',
];
const checkFile = z.array(z.object({ text: z.string(), vector: z.array(z.number()) }));

/**
 * Loads a model and embeds with it in this thread.
 * @throws Error that says why the directory cannot be used
 */
export async function checkModel(dir: string): Promise<ModelReport> {
  const model = await readModelDirectory(dir);
  const session = await openSession(model);
  await requireSteadyVectors(model, session);
  const checked = await compareChecks(model, session);
  return { model, size: await sizeOf(dir), milliseconds: await timeSpans(session), checked };
}

/** A text must get the same vector alone and among others, or an answer would depend on who else asks. */
async function requireSteadyVectors(model: ModelDirectory, session: EmbeddingSession): Promise<void> {
  const together = await session.embed(TEXTS);
  if (together.some((value) => !Number.isFinite(value))) throw modelFault(model.dir, 'its vectors are not all numbers');
  for (const [at, text] of TEXTS.entries()) {
    const alone = await session.embed([text]);
    const difference = largestDifference(alone, together.subarray(at * model.dimensions, (at + 1) * model.dimensions));
    if (difference > SAME)
      throw modelFault(
        model.dir,
        `the vector of a text depends on the texts beside it (by ${difference.toFixed(4)}): quantise its weights only, not its activations`,
      );
  }
}

async function compareChecks(model: ModelDirectory, session: EmbeddingSession): Promise<number | null> {
  const content = await readFile(path.join(model.dir, 'check.json'), 'utf8').catch(() => null);
  if (content === null) return null;
  const checks = checkFile.parse(JSON.parse(content));
  for (const [at, { text, vector }] of checks.entries()) {
    if (largestDifference(await session.embed([text]), vector) > SAME)
      throw modelFault(model.dir, `text ${at + 1} of its check.json gets another vector than it should`);
  }
  return checks.length;
}

async function timeSpans(session: EmbeddingSession): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const texts = Array.from({ length: SPANS }, (_, at) => `${TEXTS[at % TEXTS.length]} ${round} ${at}`);
    const began = performance.now();
    await session.embed(texts);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number;
}

async function sizeOf(dir: string): Promise<number> {
  const files = await readdir(dir, { recursive: true });
  const stats = await Promise.all(files.map((file) => stat(path.join(dir, file))));
  return stats.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

function largestDifference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  return Array.from(one, (value, at) => Math.abs(value - (other[at] ?? Number.NaN))).reduce(
    (a, b) => (b > a || Number.isNaN(b) ? b : a),
    0,
  );
}
