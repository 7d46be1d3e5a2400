/** Names that wait for their concept: brands, French names and shorthand of concepts whose SCTID the seed has not. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SoughtConcept, WaitingName, WaitingNames } from '../db/waiting-names.js';
import { MEASURES, SUBSTANCES } from '../domain/semantic-tags.js';
import { foldTerm } from '../text/normalize.js';

const HEADER = ['concept', 'en_synonyms', 'en_abbreviations', 'fr', 'fr_synonyms', 'fr_abbreviations'] as const;

/** Which description each column gives. */
const COLUMNS = [
  ['concept', 'en', 'synonym'],
  ['en_synonyms', 'en', 'synonym'],
  ['en_abbreviations', 'en', 'abbreviation'],
  ['fr', 'fr', 'preferred'],
  ['fr_synonyms', 'fr', 'synonym'],
  ['fr_abbreviations', 'fr', 'abbreviation'],
] as const;

/** The semantic tags that the concepts of a file may have, the one that its names go to first. */
const TAGS_OF_FILE: Readonly<Record<string, readonly string[]>> = {
  'findings.tsv': ['finding', 'situation'],
  'medicines.tsv': [...SUBSTANCES],
  'tests.tsv': [...MEASURES, 'regime/therapy', 'assessment scale'],
};

/** How SNOMED CT names a product by its ingredient. */
const PRODUCT_NAMES: readonly ((ingredient: string) => string)[] = [
  (ingredient) => ingredient,
  (ingredient) => `product containing only ${ingredient}`,
  (ingredient) => `product containing ${ingredient}`,
  (ingredient) => `${ingredient} only product`,
  (ingredient) => `${ingredient}-containing product`,
];

/**
 * Reads the folder names/ of a seed; nothing where it has none.
 * @throws Error with file and line when a row has the wrong number of cells or no concept, or a file is none of the known ones
 */
export function readWaitingNames(seedDir: string): WaitingNames {
  const dir = join(seedDir, 'names');
  const concepts: SoughtConcept[] = [];
  const names: WaitingName[] = [];
  if (!existsSync(dir)) return { concepts, names };
  let row = 0;
  for (const file of readdirSync(dir).sort()) {
    const tags = TAGS_OF_FILE[file];
    if (tags === undefined) throw new Error(`names/${file}: the files are ${Object.keys(TAGS_OF_FILE).join(', ')}`);
    const [header, ...lines] = readFileSync(join(dir, file), 'utf8').split(/\r?\n/);
    if (header !== HEADER.join('\t')) throw new Error(`names/${file}:1: the columns must be ${HEADER.join(', ')}`);
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      row += 1;
      const cells = readRow(line, `names/${file}:${index + 2}`);
      concepts.push(...soughtConcepts(row, terms(cells.concept), tags));
      names.push(...rowNames(row, cells));
    }
  }
  return { concepts, names };
}

type NameRow = Record<(typeof HEADER)[number], string>;

function readRow(line: string, where: string): NameRow {
  const cells = line.split('\t');
  if (cells.length !== HEADER.length) throw new Error(`${where}: ${cells.length} cells instead of ${HEADER.length}`);
  const row = Object.fromEntries(HEADER.map((name, index) => [name, (cells[index] as string).trim()])) as NameRow;
  if (row.concept === '') throw new Error(`${where}: the name of the concept is missing`);
  return row;
}

function terms(cell: string): string[] {
  return cell.split(' | ').filter((term) => term !== '');
}

/** What the concept of a row may be called, in the order of preference: by semantic tag, then by the order of its names. */
function soughtConcepts(row: number, englishNames: readonly string[], tags: readonly string[]): SoughtConcept[] {
  const sought = tags.flatMap((tag) => {
    const forms = tag !== 'substance' && SUBSTANCES.has(tag) ? PRODUCT_NAMES : PRODUCT_NAMES.slice(0, 1);
    return englishNames.flatMap((name) => forms.map((form) => ({ tag, norm: foldTerm(form(name)) })));
  });
  return sought.map(({ tag, norm }, place) => ({ row, place, tag, norm }));
}

function rowNames(row: number, cells: NameRow): WaitingName[] {
  return COLUMNS.flatMap(([column, language, kind]) =>
    terms(cells[column]).map((term) => ({ row, language, kind, term, norm: foldTerm(term) })),
  );
}
