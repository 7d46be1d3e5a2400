/** Tells a database that cannot be reached now from a statement that failed. */

/**
 * SQLSTATE classes and codes that pass by themselves: connection, resources, operator intervention, lock waits, and a table of
 * vectors that was dropped after a switch which this process has not seen yet (42P01).
 */
const PASSING = /^(08|53|57|55P03|25P03|40|42P01)/;
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
/** node-postgres gives these no code. */
const MESSAGES = [
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
];

/** Whether an error says that the database is away or overloaded, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return PASSING.test(code) || NETWORK.has(code) || MESSAGES.some((message) => error.message.includes(message));
}
