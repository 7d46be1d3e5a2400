/** Thresholds that were fitted beforehand for the shipped seed and model, so that a first start does not have to. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Thresholds } from '../db/serving.js';
import type { Language } from '../domain/language.js';
import type { LabelledPhrase } from './labelled-phrases.js';

/** The thresholds of one language, and what they were fitted on. */
export interface Fitted {
  readonly language: Language;
  readonly thresholds: Thresholds;
  readonly fittedOn: string;
}

/** What thresholds hang on: where one of these is another, they are fitted anew. */
export interface FitOf {
  /** Checksum of the seed. */
  readonly seed: string;
  /** Version of the model. */
  readonly model: string;
  /** Checksum of the labelled phrases. */
  readonly phrases: string;
}

/** The file in the directory of the labelled phrases; `npm run thresholds` writes it, and a test compares it. */
export const THRESHOLDS_FILE = 'thresholds.json';

export function phrasesChecksum(phrases: readonly LabelledPhrase[]): string {
  return createHash('sha256').update(JSON.stringify(phrases)).digest('hex');
}

/** The shipped thresholds where they are those of this seed, model and phrases; else undefined. */
export function shippedThresholds(dir: string, wanted: FitOf): readonly Fitted[] | undefined {
  const path = join(dir, THRESHOLDS_FILE);
  if (!existsSync(path)) return undefined;
  const file = JSON.parse(readFileSync(path, 'utf8')) as FitOf & { readonly fitted: readonly Fitted[] };
  const isSame = file.seed === wanted.seed && file.model === wanted.model && file.phrases === wanted.phrases;
  return isSame ? file.fitted : undefined;
}

/** The content of the file. */
export function thresholdsFile(of: FitOf, fitted: readonly Fitted[]): string {
  return `${JSON.stringify({ ...of, fitted }, null, 2)}\n`;
}
