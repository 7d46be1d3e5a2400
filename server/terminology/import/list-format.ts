/** Lists of concepts with their names, such as the Global Patient Set: which columns they have, and what a row must be. */

import { isSctid } from '../sctid.js';
import type { Faults } from './fault.js';

/** Where the columns of a list are; -1 for one that it lacks. */
export interface ListColumns {
  readonly id: number;
  readonly fsn: number;
  readonly preferred: number;
  readonly active: number;
  /** How many there are. */
  readonly count: number;
}

/** One row of a list; a name that it lacks is empty. */
export interface ListRow {
  readonly sctid: string;
  readonly active: boolean;
  readonly fsn: string;
  readonly preferred: string;
}

/** Names of columns in small letters, without spaces and underscores. */
const ID = ['sctid', 'conceptid', 'referencedcomponentid', 'code', 'id'];
const FSN = ['fsn', 'fullyspecifiedname', 'gpsfsn'];
const PREFERRED = ['uspreferredterm', 'preferredterm', 'pt'];
/** Either, by what else there is. */
const ANY_NAME = ['term', 'display'];

/** What a message says that a list must have. */
export const LIST_WANTED = { id: 'sctid, conceptId, ...', names: 'fsn, USPreferredTerm, ...' };

const plain = (column: string) => column.toLowerCase().replace(/[\s_]+/g, '');

/**
 * The columns of a list by the names of its header.
 * @param onlyPreferred the names are preferred terms, as in the file of --preferred
 * @returns null when there is no column of SCTIDs or none of names
 */
export function findListColumns(header: readonly string[], onlyPreferred = false): ListColumns | null {
  const found = header.map(plain);
  const first = (names: readonly string[]) => names.map((name) => found.indexOf(name)).find((at) => at >= 0) ?? -1;
  const any = first(ANY_NAME);
  const [ownFsn, ownPreferred] = [first(FSN), first(PREFERRED)];
  const fsn = onlyPreferred ? -1 : ownFsn < 0 && ownPreferred < 0 ? any : ownFsn;
  const preferred = ownPreferred < 0 && any !== fsn ? any : ownPreferred;
  const columns = { id: first(ID), fsn, preferred, active: found.indexOf('active'), count: found.length };
  return columns.id < 0 || (columns.fsn < 0 && columns.preferred < 0) ? null : columns;
}

/** Whether a header can only be that of such a list; others are taken for one only where the person names the file. */
export function isExplicit(header: readonly string[]): boolean {
  const found = header.map(plain);
  const has = (names: readonly string[]) => names.some((name) => found.includes(name));
  return has(ID.slice(0, 2)) && has([...FSN, ...PREFERRED]);
}

/** The row of a line. */
export function readListRow(line: string, columns: ListColumns): ListRow {
  const cells = line.split('\t');
  const cell = (at: number) => (at < 0 ? '' : (cells[at]?.trim() ?? ''));
  return {
    sctid: cell(columns.id),
    active: !/^(0|false)$/i.test(cell(columns.active)),
    fsn: cell(columns.fsn),
    preferred: cell(columns.preferred),
  };
}

/** A fully specified name without its semantic tag, which stands in the last brackets; the tag in small letters. */
export function splitFsn(fsn: string): { readonly name: string; readonly tag: string } {
  const [, name = fsn, tag = 'unknown'] = /^(.*\S)\s*\(([^()]+)\)$/.exec(fsn) ?? [];
  return { name, tag: tag.toLowerCase() };
}

/** Checks a line of a list; an inactive concept may have lost its names. */
export function checkListRow(line: string, columns: ListColumns, place: string, faults: Faults): boolean {
  const cells = line.split('\t');
  const { sctid, active, fsn, preferred } = readListRow(line, columns);
  const state = columns.active < 0 ? '1' : (cells[columns.active]?.trim() ?? '');
  const fault = cells.slice(columns.count).some((cell) => cell.trim() !== '')
    ? `${cells.length} cells where ${columns.count} are expected`
    : !isSctid(sctid, 'concept')
      ? `"${sctid.slice(0, 40)}" is no SCTID of a concept`
      : !/^(0|1|true|false)$/i.test(state)
        ? `active "${state.slice(0, 40)}" must be 0 or 1`
        : active && fsn === '' && preferred === ''
          ? 'the name is empty'
          : null;
  if (fault !== null) faults.add(place, fault);
  return fault === null;
}
