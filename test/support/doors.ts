/** The ways to the server that the tests are given: straight, and through a pooler. None: the tests have the embedded database. */

const { TEST_DATABASE_URL, TEST_POOLER_URL } = process.env;
export const DOORS = [
  { through: '', door: TEST_DATABASE_URL },
  { through: ' through a pooler of transactions', door: TEST_POOLER_URL },
].filter((way): way is { through: string; door: string } => way.door !== undefined);

/** The URL of a database, by the host and port of a door. */
export function urlThrough(door: string, databaseUrl: string): string {
  return Object.assign(new URL(databaseUrl), { host: new URL(door).host }).href;
}
