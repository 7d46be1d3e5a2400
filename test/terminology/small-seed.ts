/** Small seeds and the shipped model, for tests that load a terminology into a real database. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { parseConfig } from '../../server/config.js';
import { writeThresholds } from '../../server/db/serving.js';
import type { Database } from '../../server/db/tables.js';
import type { Encode } from '../../server/domain/work.js';
import { type Encoder, openEncoder } from '../../server/embedding/encoder.js';
import type { ImportOptions } from '../../server/terminology/import/run-import.js';
import { readSeedFiles, type SeedFiles } from '../../server/terminology/seed-files.js';
import type { FitThresholds } from '../../server/terminology/serve-release.js';

const HEADER = 'sctid semantic_tag chronic en en_synonyms en_abbreviations fr fr_synonyms fr_abbreviations';

/** Rows of a seed file, cells parted by a tab. */
export const FEVER = '386661006\tfinding\t\tfever\tpyrexia | febrile\t\tfièvre\tpyrexie\t';
export const ASTHMA = '195967001\tdisorder\t1\tasthma\t\t\tasthme\t\t';
export const PAIN = '22253000\tfinding\t\tpain\tache\t\tdouleur\t\t';

/** A file of a seed: the header, then rows. */
export function seedText(rows: readonly string[]): string {
  return `${[HEADER.replaceAll(' ', '\t'), ...rows].join('\n')}\n`;
}

/** Reads a seed directory with these files, which is gone afterwards. */
export function seedOf(files: Readonly<Record<string, string>>): SeedFiles {
  const dir = mkdtempSync(join(tmpdir(), 'test-seed-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content);
    return readSeedFiles(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A seed of one file with these rows. */
export function smallSeed(...rows: string[]): SeedFiles {
  return seedOf({ 'small.tsv': seedText(rows) });
}

export interface TestModel {
  readonly model: Encoder['model'];
  readonly encode: Encode;
  readonly fitThresholds: FitThresholds;
}

/** The shipped model for all tests of the enclosing `describe`. */
export function testModel(): TestModel {
  let encoder: Encoder | undefined;
  const opened = () => {
    if (encoder === undefined) throw new Error('The model is open only inside tests and hooks.');
    return encoder;
  };
  before('open the model', async () => {
    const { MODEL_DIR } = parseConfig({});
    encoder = await openEncoder({ modelDir: MODEL_DIR, workers: 1, maxQueue: 5_000, cacheSize: 0 });
  });
  after('close the model', () => encoder?.close());
  return {
    get model() {
      return opened().model;
    },
    encode: (texts, options) => opened().encode(texts, options),
    // Small seeds have nothing to fit on.
    fitThresholds: () => Promise.resolve(),
  };
}

/** What an import with the shipped model does: no progress, fixed English thresholds, and the release is served. */
export function importOptions({ model, encode }: TestModel, seed: SeedFiles): ImportOptions {
  return {
    model,
    encode,
    fitThresholds: (trx, target) => {
      const thresholds = { mention: 0.6, floor: 0.7, resolvedCosine: 0.9, resolvedMargin: 0.1, termMargin: 0.05 };
      return writeThresholds(trx, { ...target, language: 'en' }, thresholds, 'a test');
    },
    progress: () => undefined,
    seed,
    use: true,
  };
}

/** The numbers of all loaded releases; 0 is that of the site. */
export async function releaseIds(db: Kysely<Database>): Promise<number[]> {
  const rows = await db.selectFrom('terminology_releases').select('release_id').orderBy('release_id').execute();
  return rows.map((row) => row.release_id);
}

/** The names of all tables of a release: its partitions and vectors. */
export async function tablesOf(db: Kysely<Database>, releaseId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ ${`_r${releaseId}$`} ORDER BY relname`.execute(
    db,
  );
  return rows.map((row) => row.name);
}

/** How many vectors a table holds. */
export async function countRows(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}
