/** Checks every line of the files of an import before anything is written. */

import { createHash, type Hash } from 'node:crypto';
import type { Progress } from '../../domain/work.js';
import { Faults } from './fault.js';
import type { ReleaseFile } from './files.js';
import { readLines } from './lines.js';
import { checkListRow } from './list-format.js';
import { columnsOf, type Rf2Format } from './rf2-format.js';
import type { ChosenFiles } from './rf2-release.js';

/** What the check found out. */
export interface CheckedFiles {
  /** SHA-256 over names and lines. */
  readonly checksum: string;
  /** Rows without headers, by file path. */
  readonly rows: ReadonlyMap<string, number>;
}

/** The checks of one file; each says whether the line is right. */
interface LineChecks {
  readonly file: ReleaseFile;
  readonly header: (line: string, place: string) => boolean;
  readonly row: (line: string, place: string) => boolean;
}

/**
 * Reads all files once.
 * @throws ImportError that lists the faults with file and line
 */
export async function checkFiles({ rf2, lists }: ChosenFiles, progress: Progress): Promise<CheckedFiles> {
  const hash = createHash('sha256');
  const faults = new Faults();
  const checks: LineChecks[] = [
    ...rf2.map(({ file, format: { cells } }) => ({
      file,
      header: (line: string, place: string) => checkHeader(line, cells, place, faults),
      row: (line: string, place: string) => checkRow(line, cells, place, faults),
    })),
    ...lists.map(({ file, columns }) => ({
      file,
      header: () => true,
      row: (line: string, place: string) => line === '' || checkListRow(line, columns, place, faults),
    })),
  ];
  const rows = new Map<string, number>();
  const total = checks.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  for (const check of checks) {
    rows.set(
      check.file.path,
      await checkFile(check, faults, hash, (bytes) => {
        done += bytes;
        progress('checking files', Math.min(done, total), total);
      }),
    );
  }
  faults.check();
  progress('checking files', total, total);
  return { checksum: hash.digest('hex'), rows };
}

async function checkFile(
  check: LineChecks,
  faults: Faults,
  hash: Hash,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const { file } = check;
  hash.update(`${file.name}\0`);
  let count = 0;
  try {
    for await (const { first, lines, bytes } of readLines(await file.open())) {
      const found = checkLines(check, first, lines);
      if (found === null) break;
      count += found;
      if (lines.length > 0) hash.update(lines.join('\n')).update('\n');
      onBytes(bytes);
    }
  } catch (error) {
    faults.add(file.path, error instanceof Error ? error.message : 'cannot be read');
  }
  return count;
}

/** How many of the lines are rows; null where the header is wrong, which says it for all lines. */
function checkLines({ file, header, row }: LineChecks, first: number, lines: readonly string[]): number | null {
  const [top] = lines;
  if (first === 1 && top !== undefined && !header(top, `${file.path}:1`)) return null;
  let count = 0;
  for (const [i, line] of lines.entries())
    if (first + i > 1 && row(line, `${file.path}:${first + i}`) && line !== '') count++;
  return count;
}

function checkHeader(line: string, cells: Rf2Format['cells'], place: string, faults: Faults): boolean {
  const wanted = cells.map(({ column }) => column);
  if (columnsOf(line).join('\t') === wanted.join('\t')) return true;
  faults.add(place, `the columns must be ${wanted.join(', ')}, with tabs between`);
  return false;
}

function checkRow(line: string, cells: Rf2Format['cells'], place: string, faults: Faults): boolean {
  const found = line.split('\t');
  if (found.length !== cells.length) {
    faults.add(place, `${found.length} cells where ${cells.length} are expected`);
    return false;
  }
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] as (typeof cells)[number];
    if (cell.isRight(found[i] as string)) continue;
    const shown = cell.column === 'term' ? '' : ` "${(found[i] as string).slice(0, 40)}"`;
    faults.add(place, `${cell.column}${shown} must be ${cell.want}`);
    return false;
  }
  return true;
}
