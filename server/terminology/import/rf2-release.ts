/** Which files are read: one view of each package, one version of each file. What is left out has a reason. */

import { Faults } from './fault.js';
import type { ReleaseFile } from './files.js';
import type { ListColumns } from './list-format.js';
import { type Recognised, recognise } from './recognise.js';
import { RF2_FORMATS, type Rf2Format, type Rf2View } from './rf2-format.js';

/** One RF2 file with its format. */
export interface Rf2File {
  readonly file: ReleaseFile;
  readonly format: Rf2Format;
  readonly view: Rf2View;
}

/** One list of concepts with names. */
export interface ListFile {
  readonly file: ReleaseFile;
  readonly columns: ListColumns;
}

/** A file that gives nothing, and why. */
export interface IgnoredFile {
  readonly path: string;
  readonly reason: string;
}

/** The files of one import. */
export interface ChosenFiles {
  readonly rf2: readonly Rf2File[];
  readonly lists: readonly ListFile[];
  readonly ignored: readonly IgnoredFile[];
}

/** Why the files of a view are not read. */
const UNREAD: Readonly<Record<Rf2View, string>> = {
  Delta: 'only the changes since the release before',
  Full: 'the history; the Snapshot of the package is read',
  Snapshot: 'the Full files of the package are read',
};
const OLDER = 'an older version of a file that is read';
const COPY = 'a copy of a file that is read';
/** Unreadable files that a message names. */
const MOST_NAMED = 10;

/**
 * Recognises every file and picks those to read: of each package its Snapshot, or Full where there is no Snapshot or it is asked for.
 * @throws ImportError when a file is missing, or a package has a file twice
 */
export async function chooseFiles(files: readonly ReleaseFile[], wanted?: Rf2View): Promise<ChosenFiles> {
  const rf2: Rf2File[] = [];
  const lists: ListFile[] = [];
  const ignored: IgnoredFile[] = [];
  for (const file of files) {
    const found: Recognised = await recognise(file);
    if (found.as === 'rf2') rf2.push({ file, ...found });
    else if (found.as === 'list') lists.push({ file, ...found });
    else ignored.push({ path: file.path, reason: found.reason });
  }
  const faults = new Faults();
  const read = oneVersion(oneView(rf2, wanted, ignored), ignored, faults);
  if (read.length === 0 && lists.length === 0) {
    for (const { path, reason } of ignored.slice(0, MOST_NAMED)) faults.add(`${path}:1`, reason);
    faults.add(
      'There are no RF2 files here',
      'none has the columns of sct2_Concept and the like, none is a list of names',
    );
  } else if (read.length > 0 || rf2.length > 0) requireTables(read, lists, wanted ?? 'Snapshot', faults);
  faults.check();
  const order = (file: Rf2File) => RF2_FORMATS.indexOf(file.format);
  return { rf2: [...read].sort((a, b) => order(a) - order(b)), lists, ignored };
}

/** What stands above the folder of the view; files in no such folder are of one package with their neighbours. */
function packageOf({ file: { path } }: Rf2File): string {
  const folders = path.split('/').slice(0, -1);
  const at = folders.findIndex((folder) => /^(snapshot|full|delta)$/i.test(folder));
  return folders.slice(0, at < 0 ? undefined : at).join('/');
}

/** Keeps one view of each package. */
function oneView(all: readonly Rf2File[], wanted: Rf2View | undefined, ignored: IgnoredFile[]): Rf2File[] {
  const views = new Map<string, Set<Rf2View>>();
  for (const file of all) {
    const name = packageOf(file);
    views.set(name, (views.get(name) ?? new Set()).add(file.view));
  }
  return all.filter((file) => {
    const has = views.get(packageOf(file)) as Set<Rf2View>;
    const chosen =
      wanted !== undefined && has.has(wanted)
        ? wanted
        : has.has('Snapshot')
          ? 'Snapshot'
          : has.has('Full')
            ? 'Full'
            : null;
    if (file.view !== chosen) ignored.push({ path: file.file.path, reason: UNREAD[file.view] });
    return file.view === chosen;
  });
}

const DATED = /_(\d{8})(?:T\d{6}Z)?\.\w+$/;

/** Keeps the newest of several versions of a file, and one of copies. A package that has two versions is at fault. */
function oneVersion(all: readonly Rf2File[], ignored: IgnoredFile[], faults: Faults): Rf2File[] {
  const newest = new Map<string, Rf2File>();
  const kept = new Set(all);
  const leave = (file: Rf2File, reason: string) => {
    kept.delete(file);
    ignored.push({ path: file.file.path, reason });
  };
  for (const file of all) {
    const key = file.file.name.replace(DATED, '').replace(/^x(?=sct2|der2)/, '');
    const other = newest.get(key);
    if (other === undefined) {
      newest.set(key, file);
      continue;
    }
    const order = dateOf(file).localeCompare(dateOf(other));
    if (order !== 0 && packageOf(file) === packageOf(other))
      faults.add(file.file.path, `is a second version of ${other.file.path}: name the folder of one release`);
    else if (order > 0) {
      newest.set(key, file);
      leave(other, OLDER);
    } else if (order < 0) leave(file, OLDER);
    else if (DATED.test(file.file.name) && file.file.size === other.file.size) leave(file, COPY);
  }
  return all.filter((file) => kept.has(file));
}

function dateOf({ file }: Rf2File): string {
  return DATED.exec(file.name)?.[1] ?? '';
}

/** A list has concepts, so beside one a translation is enough. */
function requireTables(read: readonly Rf2File[], lists: readonly ListFile[], view: Rf2View, faults: Faults): void {
  for (const { required, table, purpose, cells } of RF2_FORMATS) {
    if (!required || read.some(({ format }) => format.table === table)) continue;
    if (table === 'concepts' && lists.length > 0) continue;
    const columns = cells.map(({ column }) => column).join(', ');
    faults.add('missing file', `the release has no ${view} file of ${purpose} (columns ${columns})`);
  }
}
