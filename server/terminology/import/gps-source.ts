/** The Global Patient Set: a list of SCTIDs with their fully specified names, and preferred terms from a second list where there is one. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { addFromSeed, keepTags } from '../../db/staging.js';
import type { NewConcept, NewDescription } from '../../db/terminology.js';
import { isSctid } from '../sctid.js';
import { Faults } from './fault.js';
import { readLines } from './lines.js';
import { type ImportSource, stageRows } from './source.js';

export interface GpsOptions {
  readonly name: string;
  /** Semantic tags to index; empty for all. */
  readonly tags: readonly string[];
  /**
   * A file of SCTIDs with preferred English terms, such as the free sets of the International Patient Summary. It has no semantic
   * tags: what only this list has is indexed where the built-in vocabulary knows its tag.
   */
  readonly preferred?: string | undefined;
}

const ID_COLUMNS = ['sctid', 'conceptid', 'id', 'code', 'referencedcomponentid'];
const NAME_COLUMNS = ['fsn', 'fullyspecifiedname', 'gps_fsn', 'term', 'display'];
const PREFERRED_COLUMNS = ['preferred_term', 'preferredterm', 'pt', 'display', 'term'];

/**
 * Reads and checks the lists. Columns are found by the names of their header: an SCTID and a fully specified name with its tag.
 * @throws ImportError that lists the faults with file and line
 */
export async function openGps(file: string, options: GpsOptions): Promise<ImportSource> {
  const hash = createHash('sha256');
  const faults = new Faults();
  const names = await readList(file, NAME_COLUMNS, hash, faults);
  const preferred = options.preferred
    ? await readList(options.preferred, PREFERRED_COLUMNS, hash, faults)
    : { names: new Map<string, string>(), inactive: new Set<string>() };
  faults.check();
  const rows = toRows(names.names, preferred.names);
  return {
    kind: 'gps',
    name: options.name,
    checksum: hash.update(JSON.stringify(options.tags)).digest('hex'),
    stage: async (staging) => {
      await stageRows(staging, rows, 'release');
      const only = [...preferred.names.keys()].filter((sctid) => !names.inactive.has(sctid));
      await addFromSeed(staging.trx, only);
      await keepTags(staging.trx, options.tags);
    },
  };
}

/** What a list has. */
interface List {
  /** The name of each active SCTID. */
  readonly names: ReadonlyMap<string, string>;
  readonly inactive: ReadonlySet<string>;
}

async function readList(
  file: string,
  nameColumns: readonly string[],
  hash: { update(text: string): unknown },
  faults: Faults,
): Promise<List> {
  const names = new Map<string, string>();
  const inactive = new Set<string>();
  let columns: Columns | null = null;
  const header = (line: string, place: string): Columns | null => {
    const found = findColumns(line, nameColumns);
    if (found === null)
      faults.add(place, `no column of SCTIDs (${ID_COLUMNS.join(', ')}) and names (${nameColumns.join(', ')})`);
    return found;
  };
  const row = (cells: readonly string[], { id: idAt, name: nameAt, active }: Columns, place: string) => {
    const [id = '', name = ''] = [cells[idAt]?.trim(), cells[nameAt]?.trim()];
    if (!isSctid(id, 'concept')) faults.add(place, `"${id.slice(0, 40)}" is no SCTID of a concept`);
    else if (name === '') faults.add(place, 'the name is empty');
    else if (active >= 0 && cells[active] === '0') inactive.add(id);
    else names.set(id, name);
  };
  try {
    for await (const { first, lines } of readLines(createReadStream(file))) {
      hash.update(lines.join('\n'));
      if (first === 1 && lines[0] !== undefined) columns = header(lines[0], `${file}:1`);
      if (columns === null) return { names, inactive };
      for (const [i, line] of lines.entries())
        if (first + i > 1 && line !== '') row(line.split('\t'), columns, `${file}:${first + i}`);
    }
  } catch (error) {
    faults.add(file, error instanceof Error ? error.message : 'cannot be read');
  }
  return { names, inactive };
}

/** Where the columns of a list are; -1 for one that it lacks. */
interface Columns {
  readonly id: number;
  readonly name: number;
  readonly active: number;
}

function findColumns(header: string, nameColumns: readonly string[]): Columns | null {
  const found = header
    .replace(/^\uFEFF/, '')
    .split('\t')
    .map((column) => column.trim().toLowerCase().replaceAll(' ', ''));
  const first = (names: readonly string[]) => found.findIndex((column) => names.includes(column));
  const columns = { id: first(ID_COLUMNS), name: first(nameColumns), active: found.indexOf('active') };
  return columns.id < 0 || columns.name < 0 ? null : columns;
}

function toRows(names: ReadonlyMap<string, string>, preferred: ReadonlyMap<string, string>) {
  const concepts: NewConcept[] = [];
  const descriptions: NewDescription[] = [];
  for (const [sctid, name] of names) {
    const [, fsn = name, tag = 'unknown'] = /^(.*\S)\s*\(([^()]+)\)$/.exec(name) ?? [];
    concepts.push({ sctid, fsn, semanticTag: tag, chronic: false });
    const term = preferred.get(sctid);
    if (term !== undefined) descriptions.push({ sctid, language: 'en', kind: 'preferred', term });
    descriptions.push({ sctid, language: 'en', kind: term === undefined ? 'preferred' : 'fsn', term: fsn });
  }
  for (const [sctid, term] of preferred) {
    if (!names.has(sctid)) descriptions.push({ sctid, language: 'en', kind: 'preferred', term });
  }
  return { concepts, descriptions };
}
