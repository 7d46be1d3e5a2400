/** Reads a tab-separated file line by line, and reports every fault with its file and line. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Cells = Readonly<Record<string, string>>;
export type Fault = (message: string) => void;
/** Messages with file and line, in the order found. */
export type Faults = string[];

/** Where a row stands: "en/assertion.tsv:12". */
export type Place = string;

export interface Columns {
  readonly required: readonly string[];
  /** Last columns that a file may have. */
  readonly optional?: readonly string[];
}

/** Gives each line below the header as cells by column, with its place; a line with a wrong number of cells is a fault only. */
export function readTableFile(
  dir: string,
  file: string,
  { required, optional = [] }: Columns,
  faults: Faults,
  take: (cells: Cells, place: Place, fault: Fault) => void,
): void {
  const lines = linesOf(dir, file, faults);
  if (lines === null) return;
  const header = lines[0]?.split('\t');
  const columns = [...required, ...optional.filter((column) => header?.includes(column))];
  if (lines[0] !== columns.join('\t')) {
    faults.push(`${file}:1: the header line must be these columns, with tabs between: ${required.join(' ')}`);
    return;
  }
  lines.forEach((line, i) => {
    if (i === 0) return;
    const place = `${file}:${i + 1}`;
    const fault = (message: string): void => void faults.push(`${place}: ${message}`);
    if (/[\0\ufffd]/.test(line)) fault('the line has letters that are not UTF-8: save the file as UTF-8');
    const cells = line.split('\t');
    if (cells.length !== columns.length)
      fault(`${cells.length} cells where ${columns.length} are expected: check the tabs`);
    else take(Object.fromEntries(columns.map((column, c) => [column, cells[c] as string])), place, fault);
  });
}

function linesOf(dir: string, file: string, faults: Faults): string[] | null {
  try {
    return readFileSync(join(dir, file), 'utf8')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/);
  } catch {
    faults.push(`${file}: cannot be read: the file must exist, even if it has only its header line`);
    return null;
  }
}
