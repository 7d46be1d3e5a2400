/** Configuration: the environment, read once, every fault reported at once. */

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));

const integer = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(fallback);
const flag = z
  .enum(['0', '1', 'false', 'true'])
  .transform((value) => value === '1' || value === 'true')
  .default(false);

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  .optional();

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(8080, 0, 65535),
  METRICS_PORT: integer(0, 0, 65535),
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  DATABASE_POOL: integer(10, 1, 200),
  DATA_DIR: z.string().default('.data'),
  SEED_DIR: z.string().default(`${root}seed`),
  CALIBRATION_DIR: z.string().default(`${root}seed/calibration`),
  LEXICON_DIR: z.string().default(`${root}lexicons`),
  MODEL_DIR: z.string().default(`${root}models/clinical-ngram-en-fr`),
  EMBED_WORKERS: integer(Math.max(1, Math.min(8, availableParallelism() - 1)), 1, 64),
  EMBED_QUEUE: integer(20_000, 100, 1_000_000),
  EMBED_CACHE: integer(20_000, 0, 1_000_000),
  NEIGHBOUR_CACHE_MB: integer(64, 0, 100_000),
  SCREEN_MB: integer(300, 0, 100_000),
  MAX_TEXT: integer(100_000, 2, 10_000_000),
  MAX_CONCEPTS: integer(50_000, 1, 5_000_000),
  MAX_BODY_BYTES: integer(1_048_576, 1_024, 100_000_000),
  MAX_IN_FLIGHT: integer(64, 1, 10_000),
  MAX_WAIT_MS: integer(500, 0, 600_000),
  MAX_BATCHES: integer(16, 1, 1_000),
  BATCH_NOTES: integer(2 * availableParallelism(), 1, 256),
  BATCH_IDLE_MS: integer(60_000, 100, 3_600_000),
  RATE_LIMIT: integer(60, 1, 1_000_000),
  AUTH_FAILURES_PER_MINUTE: integer(0, 0, 1_000_000),
  MCP_HTTP: flag,
  SPAN_QUEUE: flag,
  SPAN_QUEUE_DAYS: integer(90, 1, 3_650),
  TRUST_PROXY: flag,
  DEADLINE_MS: integer(3_000, 100, 600_000),
  DRAIN_MS: integer(5_000, 0, 600_000),
  OMOP_SCHEMA: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

const checked = schema.refine((given) => given.DATABASE_READ_URL === undefined || given.DATABASE_URL !== undefined, {
  path: ['DATABASE_READ_URL'],
  message: 'is a replica of DATABASE_URL, which is not set',
});

/** Every setting, frozen; `.env.example` explains each key. */
export type Config = Readonly<z.infer<typeof schema>> & {
  readonly sqlDir: string;
  readonly workbenchDir: string;
  /** Of this program. */
  readonly version: string;
};

/**
 * Reads the configuration from an environment.
 * @throws Error that lists every wrong key and what it must be (never its value)
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = checked.safeParse(given);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is wrong; see .env.example:\n${faults.join('\n')}`);
  }
  return Object.freeze({
    ...result.data,
    sqlDir: `${root}sql`,
    workbenchDir: `${root}server/workbench`,
    version: programVersion(),
  });
}

function programVersion(): string {
  return (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }).version;
}

const SHIPPED = ['SEED_DIR', 'LEXICON_DIR', 'MODEL_DIR'] as const;

/**
 * Looks whether the directories that a start reads are there, before it does any work.
 * @throws Error that lists every missing one
 */
export function checkFiles(config: Config): void {
  const missing = SHIPPED.filter((key) => !existsSync(config[key]));
  if (missing.length === 0) return;
  const faults = missing.map((key) => `  ${key}: there is nothing at ${config[key]}`);
  throw new Error(`The configuration is wrong; see .env.example:\n${faults.join('\n')}`);
}
