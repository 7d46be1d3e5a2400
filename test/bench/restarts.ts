/**
 * `npm run bench -- restarts [ROUNDS]`: kill -9 of the PostgreSQL of DATABASE_URL (POSTGRES_DIR) under steady load, which is away for 5 seconds,
 * ROUNDS (20) times: how requests ended, how long the service took to answer again, and whether it is still the same process.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { killPostgres, startPostgres } from './kill-postgres.js';
import { goldenNotes } from './notes.js';
import { firstKey, MAIN, start } from './started.js';
import { load, told } from './steady-load.js';

const ROUNDS = Number(process.argv[2] ?? 20);
const CALLERS = 4;
const REST_MS = 50;
const AWAY_MS = 4_000;
const CALM_MS = 3_000;
const POLL_MS = 20;
const { DATABASE_URL: url, POSTGRES_DIR: directory } = process.env;
if (url === undefined || directory === undefined)
  throw new Error('Set DATABASE_URL and POSTGRES_DIR: a PostgreSQL that test/support/postgres.sh started.');

// Nothing is kept in memory, so that every request reads the database.
const service = await start(MAIN, { NEIGHBOUR_CACHE_MB: '0' });
const { outcomes, stop } = load(service.url, firstKey(), goldenNotes(600, 40), CALLERS, REST_MS);
const waits: number[] = [];
const answered = () => outcomes.get('200') ?? 0;
for (let round = 1; round <= ROUNDS; round++) {
  await sleep(CALM_MS);
  killPostgres(directory);
  await sleep(AWAY_MS);
  await startPostgres(directory, url);
  const [back, before] = [performance.now(), answered()];
  while (answered() === before) await sleep(POLL_MS);
  waits.push(performance.now() - back);
  process.stdout.write(
    `round ${round}: answers again ${waits.at(-1)?.toFixed(0)} ms after PostgreSQL; ${told(outcomes)}\n`,
  );
}
await stop();
const alive = service.child.exitCode === null;
service.child.kill('SIGTERM');
await service.ended;
process.stdout.write(
  `${ROUNDS} rounds: at most ${Math.max(...waits).toFixed(0)} ms until it answers again; ${alive ? 'the same process' : 'the process ended'}; ${told(outcomes)}\n`,
);
