/** What the kinds of files have in common: how their rows reach the staging tables. */

import type { Kysely } from 'kysely';
import type { CopyTarget, LineBlocks } from '../../db/copy.js';
import {
  SEED_CONCEPTS,
  SEED_DESCRIPTIONS,
  STAGED_CONCEPTS,
  STAGED_DESCRIPTIONS,
  type StagedCount,
} from '../../db/staging.js';
import type { Database } from '../../db/tables.js';
import type { NewConcept, NewDescription } from '../../db/terminology.js';
import type { Progress } from '../../domain/work.js';

/** The transaction that loads a release. */
export interface Staging {
  readonly trx: Kysely<Database>;
  readonly copy: (target: CopyTarget, blocks: LineBlocks) => Promise<void>;
  readonly progress: Progress;
}

/** Which files are read, with their rows, and which are not. */
export interface FileReport {
  readonly read: readonly { readonly path: string; readonly what: string; readonly rows: number }[];
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
}

/** A checked release that is ready to be loaded. */
export interface ImportSource {
  readonly kind: 'rf2' | 'gps' | 'tsv';
  readonly name: string;
  /** SHA-256 over files and options: the same is not loaded twice. */
  readonly checksum: string;
  readonly files: FileReport;
  /** Fills `staged_concepts`, `staged_descriptions` and `staged_parents`, and says what of the rows it left out. */
  readonly stage: (staging: Staging) => Promise<readonly StagedCount[]>;
}

/** Stages concepts and terms that are in memory. */
export async function stageRows(
  staging: Staging,
  rows: { readonly concepts: readonly NewConcept[]; readonly descriptions: readonly NewDescription[] },
  part: 'release' | 'seed',
): Promise<void> {
  const [concepts, descriptions] =
    part === 'seed' ? [SEED_CONCEPTS, SEED_DESCRIPTIONS] : [STAGED_CONCEPTS, STAGED_DESCRIPTIONS];
  await staging.copy(
    concepts,
    blocks(rows.concepts, (row) => [row.sctid, row.fsn, row.semanticTag, row.chronic ? 't' : 'f']),
  );
  await staging.copy(
    descriptions,
    blocks(rows.descriptions, (row) => [row.sctid, row.language, row.kind, row.term, 'insensitive']),
  );
}

const BLOCK = 5_000;

async function* blocks<Row>(rows: readonly Row[], cells: (row: Row) => readonly string[]): AsyncGenerator<string[]> {
  for (let start = 0; start < rows.length; start += BLOCK) {
    yield rows.slice(start, start + BLOCK).map((row) => cells(row).join('\t'));
  }
}
