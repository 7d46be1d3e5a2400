/** Connections for work that may take minutes. */

import { type DatabaseHandle, openDatabase } from '../db/connect.js';
import type { ServiceOptions } from './options.js';

/** Warnings about what happens in long work, not about the server as it is. */
const DURING_WORK = new Set(['database_connection_lost', 'index_outgrows_memory']);

/** Opens the server once more, without limits of time. */
export function openPatient({
  config,
  onWarning,
}: Pick<ServiceOptions, 'config' | 'onWarning'>): Promise<DatabaseHandle> {
  return openDatabase({
    ...(config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }),
    dataDir: config.DATA_DIR,
    poolMax: 2,
    statementTimeoutMs: 0,
    onWarning: (code, message) => {
      // What is true of the server was told when the main pool was opened.
      if (DURING_WORK.has(code)) onWarning(code, message);
    },
  });
}
