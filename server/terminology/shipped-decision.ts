/** Weights of the decision that were fitted beforehand for the shipped model: a first start does not have to fit, and has no judged notes to. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { decisionSources, replaceDecisionWeights } from '../db/serving.js';
import type { Database } from '../db/tables.js';

/** The file in the directory of calibration; `npm run thresholds` writes it, and a test compares it. */
export const DECISION_FILE = 'decision.json';
/** How the source of shipped weights begins: those that a site has fitted stay. */
const SHIPPED = 'shipped';
/** Digits of the digest that tells the weights of one version from those of another. */
const DIGITS = 12;

/** The content of the file. */
interface ShippedDecision {
  /** Version of the model. */
  readonly model: string;
  readonly fittedOn: string;
  readonly weights: Readonly<Record<string, number>>;
}

export function decisionFile(
  model: string,
  spans: number,
  notes: number,
  weights: ReadonlyMap<string, number>,
): string {
  const rounded = [...weights].map(([feature, weight]) => [feature, Number(weight.toFixed(2))] as const);
  const sorted = rounded.sort(([a], [b]) => (a < b ? -1 : 1));
  const file = { model, fittedOn: `${spans} judged spans of ${notes} notes`, weights: Object.fromEntries(sorted) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Gives a model the shipped weights, in place of those that an earlier version shipped. Rows of which `fitted_on` says something else are a
 * site's own, and stay; so does what was changed of the shipped ones until a version ships others.
 */
export async function publishDecision(
  db: Kysely<Database>,
  modelId: number,
  { version }: { readonly version: string },
  calibrationDir: string,
): Promise<void> {
  const path = join(calibrationDir, DECISION_FILE);
  if (!existsSync(path)) return;
  const content = readFileSync(path, 'utf8');
  const file = JSON.parse(content) as ShippedDecision;
  if (file.model !== version) return;
  const digest = createHash('sha256').update(content).digest('hex').slice(0, DIGITS);
  const fittedOn = `${SHIPPED} ${digest}: ${file.fittedOn}`;
  const known = await decisionSources(db, modelId);
  const isOurs = known.length > 0 && !known.some((source) => source.startsWith(SHIPPED));
  if (isOurs || known.includes(fittedOn)) return;
  await replaceDecisionWeights(db, modelId, new Map(Object.entries(file.weights)), fittedOn, SHIPPED);
}
