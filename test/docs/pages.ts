/** The pages that people read, and the sources that point at them. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);
/** Where pages and sources stand; the rest is code of others, data or made by a build. */
const FOLDERS = ['docs', 'lexicons', 'models', 'seed', 'server', 'test'];

export interface Page {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** The path of a file of the project, given from its root. */
export function inProject(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

/** Reads a page, given from the root of the project. */
export function readPage(path: string): Page {
  return { path, text: readFileSync(inProject(path), 'utf8') };
}

/** All Markdown pages, or all TypeScript sources. */
export function allPages(ending: '.md' | '.ts'): Page[] {
  const nested = FOLDERS.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return [...readdirSync(inProject('.')), ...nested].filter((path) => path.endsWith(ending)).map(readPage);
}

/** The fenced blocks of a page, in order; the language is empty where none is said. */
export function fencedBlocks({ text }: Page): { readonly language: string; readonly body: string }[] {
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', body = '']) => ({ language, body }));
}
