/** `npm run lexicon -- export DIR`: the live rows as the files of lexicons/README.md. */

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWholeLexicon } from '../../db/lexicon-transfer.js';
import { LANGUAGES } from '../../domain/language.js';
import { LEXICON_FILES } from '../../lexicon/files.js';
import { WORD_CLASS_FILE } from '../../lexicon/word-classes.js';
import { lexiconFileContents } from '../../lexicon/write-files.js';
import { positionals, readArguments, type Streams } from '../arguments.js';
import { withDatabase } from '../open-database.js';

/** @throws Error when DIR has other files, or when a row does not fit into a line */
export async function exportLexicon(argv: readonly string[], streams: Streams): Promise<void> {
  const [dir] = positionals(readArguments(argv, {}).positionals, ['the folder to write']) as [string];
  refuseOtherFiles(dir);
  const rows = await withDatabase(({ db }) => readWholeLexicon(db));
  const contents = lexiconFileContents(rows);
  writeAll(dir, contents);
  const count = Object.values(rows).reduce((sum, list) => sum + list.length, 0);
  streams.out(`${count} rows are in ${contents.size} files of ${dir}.`);
}

/** A folder of git and its README may stand beside the files. @throws Error that names what is in the way */
function refuseOtherFiles(dir: string): void {
  const known: readonly string[] = [...LANGUAGES, WORD_CLASS_FILE, 'README.md'];
  const files: readonly string[] = LEXICON_FILES.map((name) => `${name}.tsv`);
  const strays = [
    ...entries(dir).filter((name) => !known.includes(name) && !name.startsWith('.')),
    ...LANGUAGES.flatMap((language) =>
      entries(join(dir, language))
        .filter((name) => !files.includes(name))
        .map((name) => `${language}/${name}`),
    ),
  ];
  if (strays.length > 0)
    throw new Error(`${dir} has other files (${strays.slice(0, 5).join(', ')}): give a new or empty folder.`);
}

function entries(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Every file is written aside first: a full disk leaves the earlier files whole. */
function writeAll(dir: string, contents: ReadonlyMap<string, string>): void {
  for (const language of LANGUAGES) mkdirSync(join(dir, language), { recursive: true });
  const aside = (path: string): string => join(dir, `${path}.new`);
  try {
    for (const [path, content] of contents) writeFileSync(aside(path), content);
    for (const path of contents.keys()) renameSync(aside(path), join(dir, path));
  } finally {
    for (const path of contents.keys()) rmSync(aside(path), { force: true });
  }
}
