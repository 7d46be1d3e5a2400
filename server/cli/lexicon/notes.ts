/** Notes of files and folders: *.txt, one note a file, and *.jsonl with the note of each line in `text`. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

export interface NoteFile {
  /** The file, with the line of a .jsonl. */
  readonly name: string;
  readonly text: string;
}

/** @throws Error that names the file that cannot be read, never its text */
export function readNotes(paths: readonly string[]): NoteFile[] {
  return paths.flatMap((path) => filesOf(path).flatMap(readFile)).filter(({ text }) => text.trim().length >= 2);
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => isNotes(name));
  if (names.length === 0) throw new Error(`${path} has no .txt and no .jsonl.`);
  return names.sort().map((name) => join(path, name));
}

function isNotes(name: string): boolean {
  return ['.txt', '.jsonl'].includes(extname(name));
}

function readFile(path: string): NoteFile[] {
  const content = decoded(path);
  if (extname(path) !== '.jsonl') return [{ name: basename(path), text: content }];
  return content.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    return [{ name: `${basename(path)}:${i + 1}`, text: textOf(line, `${path}:${i + 1}`) }];
  });
}

/** @throws Error when the file is not UTF-8: a note must not be read with wrong letters */
function decoded(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw new Error(`${path} is not UTF-8: convert it first, for example with iconv.`);
    throw error;
  }
}

function textOf(line: string, place: string): string {
  const fault = new Error(`${place}: the line must be a JSON object with a string "text".`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw fault;
  }
  const text = (value as { text?: unknown } | null)?.text;
  if (typeof text !== 'string') throw fault;
  return text;
}
