/** SNOMED CT as it is delivered, as a source of an import: RF2 packages and lists such as the Global Patient Set, together. */

import { createHash } from 'node:crypto';
import type { LineBlocks } from '../../db/copy.js';
import { LISTED } from '../../db/list-staging.js';
import { createSnomedTables, type Selection, stageSnomed } from '../../db/release-staging.js';
import { keepLatest, RF2_TABLES } from '../../db/rf2-staging.js';
import type { StagedCount } from '../../db/staging.js';
import type { Progress } from '../../domain/work.js';
import { checkFiles } from './check-files.js';
import { ImportError } from './fault.js';
import type { ReleaseFile, ReleaseFiles } from './files.js';
import { readLines } from './lines.js';
import { findListColumns, LIST_WANTED, readListRow, splitFsn } from './list-format.js';
import { columnsOf, type Rf2View } from './rf2-format.js';
import { type ChosenFiles, chooseFiles, type ListFile } from './rf2-release.js';
import type { ImportSource, Staging } from './source.js';

export interface SnomedOptions extends Selection {
  /** Name of the release; shown in X-Terminology-Version. */
  readonly name: string;
  readonly view?: Rf2View | undefined;
  /**
   * A list whose names are the preferred English terms, such as the free sets of the International Patient Summary. What only this list has
   * is indexed where the built-in vocabulary knows its tag.
   */
  readonly preferred?: ReleaseFiles | undefined;
}

/** Names of the language refsets of the International Edition; any other is given by its SCTID. */
export const REFSETS: Readonly<Record<string, string>> = {
  'en-US': '900000000000509007',
  'en-GB': '900000000000508004',
};

/** Which of several names of a concept is preferred: that of --preferred, then of RF2 (1), then of the lists in their order. */
const PREFERRED_PLACE = 0;
const FIRST_LIST_PLACE = 2;

/** A list with its place. */
interface PlacedList extends ListFile {
  readonly place: number;
}

/**
 * Recognises the files and checks every line.
 * @throws ImportError that lists the faults with file and line
 */
export async function openSnomed(
  files: ReleaseFiles,
  options: SnomedOptions,
  progress: Progress,
): Promise<ImportSource> {
  const chosen = await chooseFiles(files.files, options.view);
  const lists: PlacedList[] = [
    ...(await preferredLists(options.preferred?.files ?? [])),
    ...chosen.lists.map((list, i) => ({ ...list, place: FIRST_LIST_PLACE + i })),
  ];
  const { checksum, rows } = await checkFiles({ ...chosen, lists }, progress);
  const { tags, modules, refsets } = options;
  const read = [
    ...chosen.rf2.map(({ file, format }) => ({ path: file.path, what: format.purpose })),
    ...lists.map(({ file }) => ({ path: file.path, what: 'a list of names' })),
  ].map((file) => ({ ...file, rows: rows.get(file.path) ?? 0 }));
  return {
    kind: chosen.rf2.length > 0 ? 'rf2' : 'gps',
    name: options.name,
    checksum: createHash('sha256')
      .update(JSON.stringify([checksum, tags, modules, refsets]))
      .digest('hex'),
    files: { read, ignored: chosen.ignored },
    stage: (staging) => stage(staging, chosen, lists, options),
  };
}

/** @throws ImportError when a file of --preferred has no column of names */
async function preferredLists(files: readonly ReleaseFile[]): Promise<PlacedList[]> {
  const lists: PlacedList[] = [];
  for (const file of files) {
    const columns = findListColumns(await readHeader(file), true);
    if (columns === null)
      throw new ImportError(
        `Nothing was imported: ${file.path}:1: no column of SCTIDs (${LIST_WANTED.id}) and names (${LIST_WANTED.names})`,
      );
    lists.push({ file, columns, place: PREFERRED_PLACE });
  }
  return lists;
}

async function stage(
  staging: Staging,
  { rf2 }: ChosenFiles,
  lists: readonly PlacedList[],
  selection: Selection,
): Promise<readonly StagedCount[]> {
  const { trx, copy, progress } = staging;
  await createSnomedTables(trx);
  const total = [...rf2, ...lists].reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    progress('copying rows', Math.min(done, total), total);
  };
  for (const { file, format } of rf2)
    await copy(
      RF2_TABLES[format.table],
      rowsOf(file, onBytes, (line) => line),
    );
  for (const { file, columns, place } of lists) {
    const toRow = (line: string) => {
      const { sctid, active, fsn, preferred } = readListRow(line, columns);
      const { name, tag } = splitFsn(fsn);
      return [place, sctid, active, name, tag, preferred].join('\t');
    };
    await copy(LISTED, rowsOf(file, onBytes, toRow));
  }
  progress('copying rows', total, total);
  progress('selecting terms', 0, 1);
  const earlier = needsLatest(rf2) ? await keepLatest(trx) : [];
  const leftOut = await stageSnomed(trx, selection);
  progress('selecting terms', 1, 1);
  return [...earlier, ...leftOut];
}

/** Full files hold every state of a row, and an extension is delivered beside its base: a component may stand in both. */
function needsLatest(rf2: ChosenFiles['rf2']): boolean {
  return rf2.some(({ view }) => view === 'Full') || new Set(rf2.map(({ format }) => format.table)).size < rf2.length;
}

async function* rowsOf(
  file: ReleaseFile,
  onBytes: (bytes: number) => void,
  toRow: (line: string) => string,
): AsyncGenerator<readonly string[]> & LineBlocks {
  for await (const { first, lines, bytes } of readLines(await file.open())) {
    const rows = first === 1 ? lines.slice(1) : lines;
    yield rows.filter((line) => line !== '').map(toRow);
    onBytes(bytes);
  }
}

async function readHeader(file: ReleaseFile): Promise<string[]> {
  for await (const { lines } of readLines(await file.open())) if (lines[0] !== undefined) return columnsOf(lines[0]);
  return [];
}
