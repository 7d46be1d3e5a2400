/** `npm run keys -- create|list|revoke`: the API keys of the service. */

import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { hashApiKey, makeApiKey, shownPrefix } from '../app/api-keys.js';
import { type ApiKeyRow, insertApiKey, listApiKeys, revokeApiKey } from '../db/api-keys.js';
import type { Database } from '../db/tables.js';
import { type KeyScope, READING_SCOPES, SCOPES } from '../domain/key-scope.js';
import { positionals, readArguments, run, type Streams, TERMINAL, UsageError, wholeNumber } from './arguments.js';
import { withDatabase } from './open-database.js';

const USAGE = `Usage:
  npm run --silent keys -- create --name NAME [--rpm N] [--scopes concepts,contexts,review] [--expires-in 90d]
  npm run --silent keys -- list
  npm run --silent keys -- revoke ID

create prints the key, once, as the last line of its output: it is stored nowhere. Without --rpm the limit of the service
holds, without --scopes the key has concepts and contexts and may not write reviews, without --expires-in it never ends.`;

const OPTIONS = {
  name: { type: 'string' },
  rpm: { type: 'string' },
  scopes: { type: 'string' },
  'expires-in': { type: 'string' },
} as const;

const MAX_NAME = 100;
const MAX_RPM = 1_000_000;
const MAX_DAYS = 36_500;

export interface KeysOptions {
  /** Opens the database for one command and closes it after. */
  readonly open: (work: (handle: { readonly db: Kysely<Database> }) => Promise<void>) => Promise<void>;
  readonly streams: Streams;
}

type Command = (db: Kysely<Database>) => Promise<void>;

/** Runs one command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], { open, streams }: KeysOptions): Promise<number> {
  return run(USAGE, argv, streams, async () => {
    // The arguments are read before anything is opened.
    const command = readCommand(argv, streams);
    await open(({ db }) => command(db));
  });
}

function readCommand(argv: readonly string[], streams: Streams): Command {
  const { values, positionals: given } = readArguments(argv, OPTIONS);
  const [name, ...rest] = given;
  if (name !== 'create' && Object.keys(values).length > 0) throw new UsageError('Only create takes options.');
  switch (name) {
    case 'create':
      positionals(rest, []);
      return create(values, streams);
    case 'list':
      positionals(rest, []);
      return async (db) => {
        for (const row of await listApiKeys(db)) streams.out(describe(row));
      };
    case 'revoke':
      return revoke(positionals(rest, ['ID'])[0], streams);
    default:
      throw new UsageError('The command must be create, list or revoke.');
  }
}

function create(values: { [Option in keyof typeof OPTIONS]?: string | undefined }, streams: Streams): Command {
  const name = values.name?.trim() ?? '';
  if (name === '' || name.length > MAX_NAME) throw new UsageError(`--name must have 1 to ${MAX_NAME} characters.`);
  const scopes = readScopes(values.scopes);
  const requestsPerMinute = wholeNumber('--rpm', values.rpm, 1, MAX_RPM) ?? null;
  const expiresInDays = readDays(values['expires-in']);
  return async (db) => {
    const secret = makeApiKey();
    const key = {
      name,
      prefix: shownPrefix(secret),
      hash: hashApiKey(secret),
      scopes,
      requestsPerMinute,
      expiresInDays,
    };
    const id = await insertApiKey(db, key);
    streams.err(`Key ${id} is made. Keep it in a safe place: it is shown only now.`);
    streams.out(secret);
  };
}

function revoke(id: string | undefined, streams: Streams): Command {
  const keyId = wholeNumber('ID', id, 1, 999_999_999) as number;
  return async (db) => {
    if (!(await revokeApiKey(db, keyId))) throw new Error(`There is no key ${keyId} that is not revoked; see list.`);
    streams.err(`Key ${keyId} is revoked; every process refuses it within 5 seconds.`);
  };
}

function readScopes(value: string | undefined): readonly KeyScope[] {
  if (value === undefined) return READING_SCOPES;
  const asked = new Set(value.split(',').map((scope) => scope.trim()));
  const scopes = SCOPES.filter((scope) => asked.delete(scope));
  if (asked.size > 0 || scopes.length === 0)
    throw new UsageError(`--scopes must be one or more of ${SCOPES.join(',')}.`);
  return scopes;
}

function readDays(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (!value.endsWith('d')) throw new UsageError('--expires-in must be a number of days, such as 90d.');
  return wholeNumber('The days of --expires-in', value.slice(0, -1), 1, MAX_DAYS) as number;
}

/** One line a key, columns separated by tabs. */
function describe(row: ApiKeyRow): string {
  const day = (date: Date | null) => date?.toISOString().slice(0, 10);
  const ends = row.expires_at ? `expires ${day(row.expires_at)}` : 'never expires';
  const state = row.revoked_at ? `revoked ${day(row.revoked_at)}` : ends;
  const limit = row.requests_per_minute === null ? 'default limit' : `${row.requests_per_minute} a minute`;
  const used = row.last_used_at ? `last used ${day(row.last_used_at)}` : 'never used';
  return [row.key_id, `${row.prefix}...`, row.name, row.scopes.join(','), limit, state, used].join('\t');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), { open: withDatabase, streams: TERMINAL });
}
