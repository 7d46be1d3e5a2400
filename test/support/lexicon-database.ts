/** A database with the shipped lexicon and its cases, and nothing else: made once a test process, copied in a moment. */

import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../server/db/connect.js';
import { publishBuiltinLexicon } from '../../server/db/lexicon.js';
import { lexiconFiles } from './annotated.js';
import { copyOfPlace, migratedPlace, type TestPlace } from './database.js';

/** The repository's lexicons. */
export const LEXICON_DIR = fileURLToPath(new URL('../../../lexicons', import.meta.url));

let loaded: Promise<TestPlace> | undefined;

/** A place whose database holds the shipped lexicon. */
export async function lexiconPlace(): Promise<TestPlace> {
  loaded ??= load();
  return copyOfPlace(await loaded);
}

async function load(): Promise<TestPlace> {
  const place = await migratedPlace();
  const handle = await openDatabase({ ...place.options, statementTimeoutMs: 0 });
  try {
    await publishBuiltinLexicon(handle.db, lexiconFiles(), 'shipped');
  } finally {
    await handle.close();
  }
  return place;
}

after('drop the database with the lexicon', async () => {
  await (await loaded?.catch(() => undefined))?.remove();
});
