/** Which files of a folder or zip are the RF2 release to read. */

import { Faults, ImportError } from './fault.js';
import type { ReleaseFile } from './files.js';
import { RF2_FORMATS, type Rf2Format } from './rf2-format.js';

export type Rf2View = 'Snapshot' | 'Full';

/** One file with its format. */
export interface Rf2File {
  readonly file: ReleaseFile;
  readonly format: Rf2Format;
}

/** The files of one release. */
export interface Rf2Release {
  readonly view: Rf2View;
  readonly files: readonly Rf2File[];
}

/**
 * Picks the Snapshot files, or the Full ones where there is no Snapshot or they are asked for.
 * @throws ImportError when a file is missing, or when the folder has several releases
 */
export function chooseRf2Files(files: readonly ReleaseFile[], wanted?: Rf2View): Rf2Release {
  const view = wanted ?? (files.some(({ name }) => isOf(name, 'Snapshot')) ? 'Snapshot' : 'Full');
  const chosen = RF2_FORMATS.flatMap((format) =>
    files.filter(({ name }) => format.pattern.exec(name)?.[1] === view).map((file) => ({ file, format })),
  );
  const faults = new Faults();
  for (const { required, table, purpose, pattern } of RF2_FORMATS) {
    const own = chosen.filter(({ format }) => format.table === table);
    if (required && own.length === 0)
      faults.add('missing file', `the release has no ${view} file of ${purpose} (${pattern.source})`);
    const undated = new Map<string, string>();
    for (const { file } of own) {
      const key = file.name.replace(/_\d{8}(T\d{6}Z)?\.txt$/, '');
      const twin = undated.get(key);
      if (twin !== undefined) faults.add(file.path, `is a second version of ${twin}: name the folder of one release`);
      undated.set(key, file.path);
    }
  }
  if (chosen.length === 0) throw new ImportError('There are no RF2 files here: sct2_Concept_Snapshot_... and so on.');
  faults.check();
  return { view, files: chosen };
}

function isOf(name: string, view: Rf2View): boolean {
  return RF2_FORMATS.some(({ pattern }) => pattern.exec(name)?.[1] === view);
}
