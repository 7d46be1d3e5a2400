/** Checks every line of an RF2 release before anything is written. */

import { createHash } from 'node:crypto';
import type { Progress } from '../../domain/work.js';
import { Faults } from './fault.js';
import { readLines } from './lines.js';
import type { Rf2File, Rf2Release } from './rf2-release.js';

/** Older releases name the last column of associations so. */
const COLUMN_ALIASES: Readonly<Record<string, string>> = { targetComponent: 'targetComponentId' };

/** What the check found out. */
export interface CheckedRf2 {
  /** SHA-256 over names and lines. */
  readonly checksum: string;
  /** Rows without headers, by file path. */
  readonly rows: ReadonlyMap<string, number>;
}

/**
 * Reads all files once.
 * @throws ImportError that lists the faults with file and line
 */
export async function checkRf2(release: Rf2Release, progress: Progress): Promise<CheckedRf2> {
  const hash = createHash('sha256');
  const faults = new Faults();
  const rows = new Map<string, number>();
  const total = release.files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  for (const entry of release.files) {
    hash.update(`${entry.file.name}\0`);
    rows.set(
      entry.file.path,
      await checkFile(entry, faults, (lines, bytes) => {
        hash.update(lines.join('\n')).update('\n');
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
  { file, format }: Rf2File,
  faults: Faults,
  onBlock: (lines: readonly string[], bytes: number) => void,
): Promise<number> {
  let count = 0;
  try {
    for await (const { first, lines, bytes } of readLines(await file.open())) {
      lines.forEach((line, i) => {
        if (first + i === 1) checkHeader(line, format.cells, file.path, faults);
        else if (checkRow(line, format.cells, `${file.path}:${first + i}`, faults)) count++;
      });
      onBlock(lines, bytes);
    }
  } catch (error) {
    faults.add(file.path, error instanceof Error ? error.message : 'cannot be read');
  }
  return count;
}

function checkHeader(line: string, cells: Rf2File['format']['cells'], path: string, faults: Faults): void {
  const columns = line
    .replace(/^\uFEFF/, '')
    .split('\t')
    .map((column) => COLUMN_ALIASES[column] ?? column);
  const wanted = cells.map(({ column }) => column);
  if (columns.join('\t') !== wanted.join('\t'))
    faults.add(`${path}:1`, `the columns must be ${wanted.join(', ')}, with tabs between`);
}

function checkRow(line: string, cells: Rf2File['format']['cells'], place: string, faults: Faults): boolean {
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
