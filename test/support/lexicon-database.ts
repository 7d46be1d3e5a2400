/** Databases with a lexicon and its cases, and nothing else: made once in a run, copied in a moment. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../server/db/connect.js';
import { publishBuiltinLexicon } from '../../server/db/lexicon.js';
import { readLexiconFiles } from '../../server/lexicon/files.js';
import { copyOf, migratedPlace, type TestPlace } from './database.js';
import { newDirectory, oncePerRun } from './run.js';

/** The repository's lexicons. */
export const LEXICON_DIR = fileURLToPath(new URL('../../../lexicons', import.meta.url));
/** Of so many lines of a file one goes into the small lexicon, */
const ONE_OF = 20;
/** ... these, which tests edit, */
const WANTED = /\t(?:denies|pas de|abd)\t|^addictions\t/;
/** ... and all of these short files. */
const WHOLE = new Set(['cases.tsv', 'confidence.tsv', 'word-classes.tsv']);

/** A place whose database holds the shipped lexicon. */
export async function lexiconPlace(): Promise<TestPlace> {
  return copyOf(await oncePerRun('lexicon', () => publish(LEXICON_DIR)));
}

/** A folder with some rows of each file of the shipped lexicon: what is tried on it takes a tenth of the time. */
export function smallLexicon(): Promise<string> {
  return oncePerRun('small-lexicon-files', async () => {
    const folder = newDirectory('lexicon-');
    for (const file of readdirSync(LEXICON_DIR, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.tsv')) continue;
      const lines = readFileSync(join(LEXICON_DIR, file), 'utf8').split('\n').slice(0, -1);
      const isWhole = WHOLE.has(basename(file));
      const kept = lines.filter((line, i) => isWhole || i % ONE_OF === 0 || WANTED.test(line));
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), `${kept.join('\n')}\n`);
    }
    return folder;
  });
}

/** A place whose database holds the small lexicon. */
export async function smallLexiconPlace(): Promise<TestPlace> {
  const folder = await smallLexicon();
  return copyOf(await oncePerRun('small-lexicon', () => publish(folder)));
}

async function publish(folder: string): Promise<TestPlace['options']> {
  const place = await migratedPlace();
  const handle = await openDatabase({ ...place.options, statementTimeoutMs: 0 });
  try {
    await publishBuiltinLexicon(handle.db, readLexiconFiles(folder), 'shipped');
  } finally {
    await handle.close();
  }
  return place.options;
}
