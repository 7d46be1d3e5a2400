/** Opens the database: a PostgreSQL server where a URL is given, else the embedded one. */

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { openEmbedded } from './embedded/open.js';
import { soundPool } from './sound-pool.js';
import type { Database } from './tables.js';

export interface DatabaseOptions {
  /** A PostgreSQL server; absent: the embedded database in `dataDir`. */
  readonly databaseUrl?: string;
  /** A replica of it, for reads; nothing is asked of it here. */
  readonly readUrl?: string;
  readonly dataDir: string;
  /** Connections of the main pool to a server, default 10. The embedded database has one. */
  readonly poolMax?: number;
  /** Milliseconds after which a server cancels a statement, default 2000; 0: never, for the CLI. */
  readonly statementTimeoutMs?: number;
  readonly onWarning?: (code: string, message: string) => void;
}

export interface DatabaseHandle {
  readonly db: Kysely<Database>;
  /** For what goes on beside the requests, so that it waits for none of them: a small pool of its own on a server. */
  readonly background: Kysely<Database>;
  readonly pool: pg.Pool;
  /** For counters that may lose their last second in a crash: a small pool of its own on a server. */
  readonly limiterPool: pg.Pool;
  /** Of the replica; null where there is none. */
  readonly replicaPool: pg.Pool | null;
  /** `socket`: the embedded database of another process, through its local socket. */
  readonly kind: 'server' | 'embedded' | 'socket';
  /** WebAssembly has no fast half floats. */
  readonly vectorType: 'halfvec' | 'vector';
  readonly close: () => Promise<void>;
}

type Warn = (code: string, message: string) => void;

const MIN_SERVER_VERSION = 15;
const LIMITER_POOL_MAX = 4;
const BACKGROUND_POOL_MAX = 2;
const IDLE_IN_TRANSACTION_MS = 5_000;
/** A statement waits so long for a table that somebody has locked. */
const LOCK_MS = 1_000;
const HANG_MS = 150;
/** Words of notes are parameters. Any role may set this; `log_parameter_max_length` a superuser only. */
const QUIET = '-c log_parameter_max_length_on_error=0';
const QUICK = `${QUIET} -c jit=off`;
const LAZY = `${QUICK} -c synchronous_commit=off`;

/**
 * Opens the database and checks that it can serve. Nothing is created in it: migrate() does that.
 * On a server each connection asks for `statement_timeout` and `idle_in_transaction_session_timeout`, those of requests also for `lock_timeout`, the limiter's
 * also for `synchronous_commit=off`, and all for `jit=off` and `log_parameter_max_length_on_error=0`. A pooler such as PgBouncer refuses these: then they are left out, with a warning.
 * Throws an Error that says what is wrong and what to do, without the URL's password.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseHandle> {
  const warn = options.onWarning ?? (() => undefined);
  if (options.databaseUrl !== undefined) {
    return openServer(options.databaseUrl, options, warn);
  }
  const { kind, pool, close } = await openEmbedded(options.dataDir, warn);
  return handleOf(kind, { pool, limiterPool: pool, backgroundPool: pool, replicaPool: null }, warn, close);
}

async function openServer(databaseUrl: string, options: DatabaseOptions, warn: Warn): Promise<DatabaseHandle> {
  const place = placeOf(databaseUrl);
  const { readUrl, poolMax = 10 } = options;
  if (readUrl !== undefined) placeOf(readUrl);
  const acceptsParameters = await checkServer(databaseUrl, place, warn);
  const common: pg.PoolConfig = {
    connectionString: databaseUrl,
    application_name: 'clinical-concept-extraction',
    connectionTimeoutMillis: 1000,
    maxLifetimeSeconds: 1800,
    keepAlive: true,
  };
  const timeout = options.statementTimeoutMs ?? 2000;
  const limits: pg.PoolConfig =
    acceptsParameters && timeout > 0
      ? { statement_timeout: timeout, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS }
      : {};
  // A database that hangs does not cancel its own statements; this gives them up on our side, a little later.
  const patience: pg.PoolConfig = timeout > 0 ? { query_timeout: timeout + HANG_MS } : {};
  // Our statements are short: with a million terms they cost enough to be compiled, which takes longer than to run them.
  const quick: pg.PoolConfig = acceptsParameters ? { options: QUICK } : {};
  const lazy: pg.PoolConfig = acceptsParameters ? { options: LAZY } : {};
  const config = { ...common, ...limits, ...patience };
  // What goes on beside the requests may wait as long as a statement takes.
  const impatient: pg.PoolConfig = acceptsParameters && timeout > 0 ? { lock_timeout: LOCK_MS } : {};
  const requests = { ...config, ...impatient, ...quick, max: poolMax };
  const pool = new pg.Pool(requests);
  const replicaPool = readUrl === undefined ? null : new pg.Pool({ ...requests, connectionString: readUrl });
  const limiterPool = new pg.Pool({ ...config, ...impatient, ...lazy, max: LIMITER_POOL_MAX });
  const backgroundPool = new pg.Pool({ ...config, ...quick, max: BACKGROUND_POOL_MAX });
  return handleOf('server', { pool, limiterPool, backgroundPool, replicaPool }, warn, async () => undefined);
}

interface Pools {
  readonly pool: pg.Pool;
  readonly limiterPool: pg.Pool;
  readonly backgroundPool: pg.Pool;
  readonly replicaPool: pg.Pool | null;
}

function handleOf(
  kind: DatabaseHandle['kind'],
  { pool, limiterPool, backgroundPool, replicaPool }: Pools,
  warn: Warn,
  closeRest: () => Promise<void>,
): DatabaseHandle {
  const pools = new Set([pool, limiterPool, backgroundPool, ...(replicaPool === null ? [] : [replicaPool])]);
  for (const each of pools) {
    // Without a listener the loss of an idle connection would end the process. Of the replica the reader tells, once.
    each.on('error', (error) => {
      if (each !== replicaPool) warn('database_connection_lost', `A database connection was lost: ${reasonOf(error)}.`);
    });
    // While a connection is in use its query fails with the error; the event itself needs a listener all the same.
    each.on('connect', (client) => {
      client.on('error', () => undefined);
      client.on('notice', (notice) => tellSlowBuild(notice.message, warn));
    });
  }
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    await Promise.all([...pools].map((each) => each.end()));
    await closeRest();
  };
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: soundPool(pool) }) }),
    background: new Kysely<Database>({ dialect: new PostgresDialect({ pool: soundPool(backgroundPool) }) }),
    pool,
    limiterPool,
    replicaPool,
    kind,
    vectorType: kind === 'server' ? 'halfvec' : 'vector',
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** Passes on what pgvector says of an index that takes far longer to build than it had to. */
function tellSlowBuild(notice: string | undefined, warn: Warn): void {
  if (notice?.startsWith('hnsw graph no longer fits') !== true) return;
  warn(
    'index_outgrows_memory',
    'The index no longer fits into the memory of its build, and the rest of it takes far longer: it gets a quarter of ' +
      'effective_cache_size, and no less than maintenance_work_mem. To raise that, end the import or the service that builds it, set it, reload the server and begin again.',
  );
}

/** Host, port and database of a URL, for messages: no user, no password. */
function placeOf(databaseUrl: string): string {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') {
    throw new Error(
      'DATABASE_URL is not a URL such as postgresql://user:password@host:5432/database: correct it. In a password write ' +
        '@ : / ? # % as %40 %3A %2F %3F %23 %25, or leave it out of the URL and set PGPASSWORD to it as it is.',
    );
  }
  return `${url.host}${url.pathname}`;
}

/** Connects once; false when the other end takes no settings at connection, as PgBouncer does by default. */
async function checkServer(databaseUrl: string, place: string, warn: Warn): Promise<boolean> {
  let client: pg.Client;
  let acceptsParameters = true;
  try {
    client = await connectOnce({ statement_timeout: 2000, options: LAZY }, databaseUrl);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '08P01') {
      throw unreachable(place, error);
    }
    acceptsParameters = false;
    warn(
      'pooler_refuses_settings',
      'The database takes no settings at connection (a pooler): set them once for the role, with ' +
        'ALTER ROLE ... SET statement_timeout = 2000, ALTER ROLE ... SET lock_timeout = 1000, ALTER ROLE ... SET idle_in_transaction_session_timeout = 5000 ' +
        'and, for a large terminology, ALTER ROLE ... SET jit = off.',
    );
    client = await connectOnce({}, databaseUrl).catch((cause: unknown) => {
      throw unreachable(place, cause);
    });
  }
  try {
    await checkVersion(client, place);
    await checkPgvector(client, place, warn);
    await checkLog(client, warn);
  } finally {
    await client.end();
  }
  return acceptsParameters;
}

async function connectOnce(config: pg.ClientConfig, databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function unreachable(place: string, error: unknown): Error {
  return new Error(
    `Cannot connect to the database at ${place}: ${reasonOf(error)}. ` +
      'Check DATABASE_URL, and that the server runs and lets this user in.',
  );
}

/** The server's own words, or the code of a network fault. */
function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) {
    return `${error.message} (${error.code})`;
  }
  return (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : 'unknown fault');
}

async function checkVersion(client: pg.Client, place: string): Promise<void> {
  const result = await client.query<{ server_version: string }>('SHOW server_version');
  const version = result.rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < MIN_SERVER_VERSION) {
    throw new Error(
      `The database at ${place} is PostgreSQL ${version}: use PostgreSQL ${MIN_SERVER_VERSION} or newer, 17 for instance.`,
    );
  }
}

async function checkPgvector(client: pg.Client, place: string, warn: Warn): Promise<void> {
  const result = await client.query<{ installed: string | null; available: string | null }>(
    "SELECT installed_version AS installed, default_version AS available FROM pg_available_extensions WHERE name = 'vector'",
  );
  const { installed, available } = result.rows[0] ?? { installed: null, available: null };
  const version = installed ?? available;
  if (version === null) {
    throw new Error(
      `The server at ${place} has no pgvector: install it there (Debian: postgresql-17-pgvector for PostgreSQL 17), ` +
        'or switch the extension "vector" on at your provider.',
    );
  }
  if (isOlder(version, [0, 8, 0])) {
    const remedy =
      available !== null && !isOlder(available, [0, 8, 0])
        ? 'run ALTER EXTENSION vector UPDATE in that database'
        : 'upgrade pgvector on that server';
    throw new Error(`The database at ${place} has pgvector ${version}; 0.8.0 or newer is needed: ${remedy}.`);
  }
  if (isOlder(version, [0, 8, 4])) {
    warn(
      'pgvector_old',
      `pgvector ${version} has faults in parallel index builds and in vacuum: indexes are built by one process; ` +
        'upgrade to 0.8.4 or newer.',
    );
  }
}

/** `current_setting(..., true)`: that of a library that is not loaded is null. */
const LOGS_PARAMETERS = `
  SELECT (current_setting('log_parameter_max_length') <> '0' AND (
      current_setting('log_statement') IN ('mod', 'all')
      OR current_setting('log_min_duration_statement') <> '-1'
      OR current_setting('log_transaction_sample_rate') <> '0'
      OR (current_setting('log_min_duration_sample') <> '-1' AND current_setting('log_statement_sample_rate') <> '0')))
    OR coalesce(current_setting('auto_explain.log_min_duration', true) <> '-1'
      AND current_setting('auto_explain.log_parameter_max_length', true) <> '0', false) AS logs`;

/** Warns where the server writes statements into its log with their parameters, which hold words of notes. */
async function checkLog(client: pg.Client, warn: Warn): Promise<void> {
  const { rows } = await client.query<{ logs: boolean }>(LOGS_PARAMETERS);
  if (rows[0]?.logs !== true) return;
  warn(
    'database_logs_parameters',
    'The server logs statements with their parameters, which hold words of notes: let an administrator run ' +
      'ALTER ROLE ... SET log_parameter_max_length = 0 for the role of the service, and with auto_explain ' +
      'ALTER ROLE ... SET auto_explain.log_parameter_max_length = 0 (docs/operations.md).',
  );
}

function isOlder(version: string, minimum: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  const at = minimum.findIndex((wanted, index) => (parts[index] ?? 0) !== wanted);
  return at >= 0 && (parts[at] ?? 0) < (minimum[at] ?? 0);
}
