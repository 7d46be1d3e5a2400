/** Reads the built-in terminology: seed/*.tsv, one row a concept. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { NewConcept, NewDescription } from '../db/terminology.js';
import type { DescriptionKind } from '../domain/candidate.js';
import type { Language } from '../domain/language.js';

const HEADER = [
  'sctid',
  'semantic_tag',
  'chronic',
  'en',
  'en_synonyms',
  'en_abbreviations',
  'fr',
  'fr_synonyms',
  'fr_abbreviations',
] as const;

/** Which description each term column gives. */
const TERM_COLUMNS: readonly (readonly [(typeof HEADER)[number], Language, DescriptionKind])[] = [
  ['en', 'en', 'preferred'],
  ['en_synonyms', 'en', 'synonym'],
  ['en_abbreviations', 'en', 'abbreviation'],
  ['fr', 'fr', 'preferred'],
  ['fr_synonyms', 'fr', 'synonym'],
  ['fr_abbreviations', 'fr', 'abbreviation'],
];

export interface SeedFiles {
  /** SHA-256 over names and contents. */
  readonly checksum: string;
  readonly concepts: readonly NewConcept[];
  readonly descriptions: readonly NewDescription[];
}

/**
 * Reads all files of a seed directory, or one file.
 * @throws Error with file and line when a row has the wrong number of cells, no SCTID or no preferred term, or a concept stands twice
 */
export function readSeedFiles(dir: string): SeedFiles {
  const hash = createHash('sha256');
  const concepts: NewConcept[] = [];
  const descriptions: NewDescription[] = [];
  const seen = new Map<string, string>();
  for (const path of tsvFiles(dir)) {
    const file = basename(path);
    const content = readFileSync(path, 'utf8');
    hash.update(`${file}\0${content}\0`);
    const [header, ...lines] = content.split(/\r?\n/);
    if (header !== HEADER.join('\t')) throw new Error(`${file}:1: the columns must be ${HEADER.join(', ')}`);
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const where = `${file}:${index + 2}`;
      const row = readRow(line, where);
      const earlier = seen.get(row.sctid);
      if (earlier !== undefined) throw new Error(`${where}: the concept ${row.sctid} stands in ${earlier} already`);
      seen.set(row.sctid, where);
      concepts.push({ sctid: row.sctid, fsn: row.en, semanticTag: row.semantic_tag, chronic: row.chronic === '1' });
      descriptions.push(...rowDescriptions(row));
    }
  }
  if (concepts.length === 0)
    throw new Error(`There is no concept in ${dir}: set SEED_DIR to a directory of seed files`);
  return { checksum: hash.digest('hex'), concepts, descriptions };
}

function tsvFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith('.tsv'));
  return names.sort().map((name) => join(path, name));
}

type SeedRow = Record<(typeof HEADER)[number], string>;

function readRow(line: string, where: string): SeedRow {
  const cells = line.split('\t');
  if (cells.length !== HEADER.length) throw new Error(`${where}: ${cells.length} cells instead of ${HEADER.length}`);
  const row = Object.fromEntries(HEADER.map((name, index) => [name, (cells[index] as string).trim()])) as SeedRow;
  if (!/^\d{6,18}$/.test(row.sctid)) throw new Error(`${where}: the first cell is no SCTID`);
  if (row.en === '' || row.fr === '') throw new Error(`${where}: a preferred term is missing`);
  if (!['', '1'].includes(row.chronic)) throw new Error(`${where}: chronic must be 1 or empty`);
  if (row.semantic_tag === '') throw new Error(`${where}: the semantic tag is missing`);
  return row;
}

function rowDescriptions(row: SeedRow): NewDescription[] {
  return TERM_COLUMNS.flatMap(([column, language, kind]) =>
    row[column]
      .split(' | ')
      .filter((term) => term !== '')
      .map((term) => ({ sctid: row.sctid, language, kind, term })),
  );
}
