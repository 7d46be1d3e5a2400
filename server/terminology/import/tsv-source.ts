/** A terminology of one's own in the format of the built-in one. */

import { isSctid } from '../sctid.js';
import { readSeedFiles } from '../seed-files.js';
import { Faults, ImportError } from './fault.js';
import { type ImportSource, stageRows } from './source.js';

/**
 * Reads a folder of files, or one file, in the format of seed/.
 * @throws ImportError that says what is wrong, with file and line where one is at fault
 */
export function openTsv(path: string, name: string): ImportSource {
  const rows = read(path);
  const faults = new Faults();
  for (const { sctid } of rows.concepts) {
    if (!isSctid(sctid, 'concept')) faults.add(path, `${sctid} is no SCTID of a concept: its check digit is wrong`);
  }
  faults.check();
  return {
    kind: 'tsv',
    name,
    checksum: rows.checksum,
    files: { read: [{ path, what: 'concepts with terms', rows: rows.concepts.length }], ignored: [] },
    stage: async (staging) => {
      await stageRows(staging, rows, 'release');
      return [];
    },
  };
}

function read(path: string) {
  try {
    return readSeedFiles(path);
  } catch (error) {
    throw new ImportError(
      `Nothing was imported: ${error instanceof Error ? error.message : 'the files cannot be read'}`,
    );
  }
}
