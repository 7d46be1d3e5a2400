/** A database with the shipped lexicon and its cases, and nothing else: made once in a run, copied in a moment. */

import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../server/db/connect.js';
import { publishBuiltinLexicon } from '../../server/db/lexicon.js';
import { lexiconFiles } from './annotated.js';
import { copyOf, migratedPlace, type TestPlace } from './database.js';
import { oncePerRun } from './run.js';

/** The repository's lexicons. */
export const LEXICON_DIR = fileURLToPath(new URL('../../../lexicons', import.meta.url));

/** A place whose database holds the shipped lexicon. */
export async function lexiconPlace(): Promise<TestPlace> {
  return copyOf(await oncePerRun('lexicon', load));
}

async function load(): Promise<TestPlace['options']> {
  const place = await migratedPlace();
  const handle = await openDatabase({ ...place.options, statementTimeoutMs: 0 });
  try {
    await publishBuiltinLexicon(handle.db, lexiconFiles(), 'shipped');
  } finally {
    await handle.close();
  }
  return place.options;
}
