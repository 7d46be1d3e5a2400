/** The files that a person wants to import: folders, zips as they were delivered, or single files, together. */

import { createReadStream, type Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, open as openZipFile, type ZipFile } from 'yauzl';
import { ImportError } from './fault.js';

/** One file of a release. */
export interface ReleaseFile {
  /** Path inside the folder or zip, with slashes, behind the name of that where there are several; shown in messages. */
  readonly path: string;
  readonly name: string;
  /** Uncompressed bytes. */
  readonly size: number;
  /** Whether the person named this file itself, not a folder or zip around it. */
  readonly named: boolean;
  readonly open: () => Promise<Readable>;
}

/** The files of a release; close it at the end. */
export interface ReleaseFiles {
  readonly files: readonly ReleaseFile[];
  readonly close: () => void;
}

/**
 * Lists the files of folders and zips, and single files.
 * @throws ImportError when one is missing, or a zip is damaged
 */
export async function openReleaseFiles(...paths: readonly string[]): Promise<ReleaseFiles> {
  const opened: ReleaseFiles[] = [];
  const close = () => {
    for (const each of opened) each.close();
  };
  try {
    for (const path of paths) opened.push(await openOne(path));
  } catch (error) {
    close();
    throw error;
  }
  if (opened.length === 1) return opened[0] as ReleaseFiles;
  const labels = distinct(paths.map((path) => basename(path)));
  const files = opened.flatMap((each, i) =>
    each.files.map((file) => (file.named ? file : { ...file, path: `${labels[i]}/${file.path}` })),
  );
  return { files, close };
}

/** Names of which none stands twice. */
function distinct(names: readonly string[]): string[] {
  return names.map((name, i) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name}#${i + 1}`));
}

async function openOne(path: string): Promise<ReleaseFiles> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new ImportError(`There is no file or folder ${path}.`);
  if (found.isDirectory()) return { files: await filesBelow(path), close: () => undefined };
  if (/\.zip$/i.test(path) || (await isZip(path))) return openZip(path, found);
  const named = async () => createReadStream(path);
  return {
    files: [{ path: basename(path), name: basename(path), size: found.size, named: true, open: named }],
    close: () => undefined,
  };
}

/** Every zip begins with the head of its first file. */
async function isZip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const head = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return head.bytesRead === 4 && head.buffer.readUInt32LE(0) === 0x04034b50;
  } finally {
    await handle.close();
  }
}

async function filesBelow(root: string): Promise<ReleaseFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const full = join(entry.parentPath, entry.name);
      const { size } = await stat(full);
      const path = relative(root, full).split(sep).join('/');
      return { path, name: entry.name, size, named: false, open: async () => createReadStream(full) };
    });
  return (await Promise.all(files)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function openZip(path: string, found: Stats): Promise<ReleaseFiles> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    openZipFile(path, { lazyEntries: true, autoClose: false }, (error, opened) => {
      if (error) reject(new ImportError(`${path} is no zip file, or is cut off (${found.size} bytes).`));
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
  return {
    path: entry.fileName,
    name: basename(entry.fileName),
    size: entry.uncompressedSize,
    named: false,
    open,
  };
}
