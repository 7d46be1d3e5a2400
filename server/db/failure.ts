/** Tells a database that cannot be reached now from a statement that failed. */

/**
 * SQLSTATE classes and codes that pass without a change of this program: connection, resources, operator intervention, lock waits; a database
 * that shuts the service out: a changed password or `pg_hba.conf` (28), `ALLOW_CONNECTIONS false` (55000), one that is restored under its
 * name (3D000); and a table of vectors that was dropped after a switch which this process has not seen yet (42P01).
 */
const PASSING = /^(08|28|3D000|53|57|55000|55P03|25P03|40|42P01)/;
/** Of these what says that a connection has ended in the middle, or that a replica gave a read up for what the primary did (40001). */
const CUT = /^(08|57P01|57P02|40001)/;
const CUT_CODES = new Set(['ECONNRESET', 'EPIPE', 'CONNECTION_TERMINATED', 'CONNECTION_ERROR']);
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
  'EAI_AGAIN',
]);
/** node-postgres gives these no code: what it says, and the code that we give them. */
const MESSAGES = {
  'Query read timeout': 'QUERY_READ_TIMEOUT',
  'timeout exceeded when trying to connect': 'CONNECT_TIMEOUT',
  'Connection terminated due to connection timeout': 'CONNECT_TIMEOUT',
  'Connection terminated': 'CONNECTION_TERMINATED',
  'Client has encountered a connection error': 'CONNECTION_ERROR',
};
const CODES: ReadonlySet<string> = new Set(Object.values(MESSAGES));

/** Whether the database gave a statement up, as it does at `statement_timeout`. */
export function isCanceled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** Whether a row was refused by a check of its table (check_violation). */
export function isRefused(error: unknown): boolean {
  return codeOf(error) === '23514';
}

/** Whether a statement names a table that there is not. */
export function isTableMissing(error: unknown): boolean {
  return codeOf(error) === '42P01';
}

/** Whether a connection that was there has ended under a statement, so that another one may answer it at once. */
export function isConnectionCut(error: unknown): boolean {
  const code = codeOf(error);
  return CUT.test(code) || CUT_CODES.has(code);
}

/** Whether an error says that the database is away, overloaded or lets nobody in, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return PASSING.test(code) || NETWORK.has(code) || CODES.has(code);
}

/** The same error with a code that a log may show, where node-postgres gives it only a message. */
export function withCode(error: unknown): unknown {
  const code = codeOf(error);
  return error instanceof Error && code !== '' && !('code' in error) ? Object.assign(error, { code }) : error;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return Object.entries(MESSAGES).find(([message]) => error.message.includes(message))?.[1] ?? '';
}
