/** The files of a release: a folder, or the zip that it was delivered as. */

import { createReadStream, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, open as openZipFile, type ZipFile } from 'yauzl';
import { ImportError } from './fault.js';

/** One file of a release. */
export interface ReleaseFile {
  /** Path inside the folder or zip, with slashes; shown in messages. */
  readonly path: string;
  readonly name: string;
  /** Uncompressed bytes. */
  readonly size: number;
  readonly open: () => Promise<Readable>;
}

/** The files of a release; close it at the end. */
export interface ReleaseFiles {
  readonly files: readonly ReleaseFile[];
  readonly close: () => void;
}

/**
 * Lists the files of a folder or a zip.
 * @throws ImportError when there is neither
 */
export async function openReleaseFiles(path: string): Promise<ReleaseFiles> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new ImportError(`There is no file or folder ${path}.`);
  if (found.isDirectory()) return { files: await filesBelow(path), close: () => undefined };
  return openZip(path, found);
}

async function filesBelow(root: string): Promise<ReleaseFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const full = join(entry.parentPath, entry.name);
      const { size } = await stat(full);
      const path = relative(root, full).split(sep).join('/');
      return { path, name: entry.name, size, open: async () => createReadStream(full) };
    });
  return (await Promise.all(files)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function openZip(path: string, found: Stats): Promise<ReleaseFiles> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    openZipFile(path, { lazyEntries: true, autoClose: false }, (error, opened) => {
      if (error) reject(new ImportError(`${path} is no folder and no zip file (${found.size} bytes).`));
      else resolve(opened);
    });
  });
  const files = await new Promise<ReleaseFile[]>((resolve, reject) => {
    const list: ReleaseFile[] = [];
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/')) list.push(zipped(zip, entry));
      zip.readEntry();
    });
    zip.on('end', () => resolve(list));
    zip.on('error', () => reject(new ImportError(`${path} is damaged: its list of files cannot be read.`)));
    zip.readEntry();
  });
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), close: () => zip.close() };
}

function zipped(zip: ZipFile, entry: Entry): ReleaseFile {
  const open = () =>
    new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
    });
  return { path: entry.fileName, name: basename(entry.fileName), size: entry.uncompressedSize, open };
}
