/** API keys: making one, telling a real one from a typing error, and looking up what it may do. */

import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Kysely } from 'kysely';
import { findUsableApiKey, touchApiKey } from '../db/api-keys.js';
import type { Database } from '../db/tables.js';
import type { KeyScope } from '../domain/key-scope.js';
import { AppError } from '../errors.js';
import { Patience, SilenceError } from './patience.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ccx_live_';
/** 27 base62 characters carry 160 random bits. */
const RANDOM_LENGTH = 27;
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;
const SHOWN_LENGTH = 13;
const BODY = /^[0-9A-Za-z]+$/;

/** What a valid key stands for. */
export interface VerifiedKey {
  readonly keyId: number;
  readonly scopes: readonly KeyScope[];
  /** The key's own limit; null for the default of the service. */
  readonly requestsPerMinute: number | null;
}

/** Answers whether a secret is a usable key. */
export interface KeyVerifier {
  /** @throws AppError NLP_UNAVAILABLE when the keys cannot be read and this one is not known */
  verify(secret: string): Promise<VerifiedKey | null>;
}

/** Makes a new secret: prefix, 160 random bits and a checksum, 42 characters. */
export function makeApiKey(): string {
  let key = PREFIX;
  while (key.length < PREFIX.length + RANDOM_LENGTH) {
    // 248 is the largest multiple of 62 in a byte: a byte above it would favour the first characters.
    for (const byte of randomBytes(RANDOM_LENGTH)) if (byte < 248) key += BASE62[byte % 62];
  }
  key = key.slice(0, PREFIX.length + RANDOM_LENGTH);
  return key + checksum(key);
}

/** Whether a string looks like a key; needs no database. */
function hasForm(secret: string): boolean {
  return secret.length === KEY_LENGTH && secret.startsWith(PREFIX) && BODY.test(secret.slice(PREFIX.length));
}

/** Whether a string has the form of a key, with the right checksum; needs no database. */
export function isWellFormedApiKey(secret: string): boolean {
  if (!hasForm(secret)) return false;
  return checksum(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 of a secret, 32 bytes: all that is ever stored of it. */
export function hashApiKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The first characters of a secret, by which a person recognises it. */
export function shownPrefix(secret: string): string {
  return secret.slice(0, SHOWN_LENGTH);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

interface Remembered {
  readonly key: VerifiedKey;
  /** When the key ends by itself, milliseconds since 1970. */
  readonly expiresAt: number;
  /** When the database last confirmed it, milliseconds of the monotonic clock. */
  readonly confirmedAt: number;
  /** When the database is asked again while this answer still holds, so that nobody waits for it. */
  askAheadAt: number;
  /** When this answer holds no longer, and the database is asked again. */
  askAgainAt: number;
}

const RETRY_MS = 1_000;
const MAX_REMEMBERED = 1_000;
const MINUTE_MS = 60_000;

/**
 * Verifies keys against the database. A good key is remembered for `ttlMs`, so that a revocation holds on every process
 * after that time; while the database is down a key that it has confirmed keeps working for `staleMs`, never an unknown one.
 * What has the form of a key and is none costs one look-up each time, whatever is wrong with it: unknown, revoked, expired or mistyped, it takes as long.
 */
export class ApiKeyVerifier implements KeyVerifier {
  readonly #known = new Map<string, Remembered>();
  readonly #patience: Patience;
  readonly #asking = new Map<string, Promise<VerifiedKey | null>>();

  /** @param silenceMs how long a key that was confirmed before waits for a database that answers nobody */
  constructor(
    private readonly db: Kysely<Database>,
    private readonly ttlMs = 5_000,
    private readonly staleMs = 60_000,
    silenceMs = Number.POSITIVE_INFINITY,
  ) {
    this.#patience = new Patience(silenceMs);
  }

  async verify(secret: string): Promise<VerifiedKey | null> {
    // The checksum is for scanners and people: a key that fails it here would be refused sooner than others.
    if (!hasForm(secret)) return null;
    const hash = hashApiKey(secret);
    const id = hash.toString('base64');
    const remembered = this.#known.get(id);
    const now = performance.now();
    if (remembered && now < remembered.askAgainAt && Date.now() < remembered.expiresAt) {
      if (now >= remembered.askAheadAt && !this.#asking.has(id)) this.#begin(id, hash).catch(() => undefined);
      return remembered.key;
    }
    const asking = this.#asking.get(id) ?? this.#begin(id, hash);
    if (!remembered) return asking;
    return this.#patience.within(asking).catch((cause: unknown) => {
      if (cause instanceof SilenceError) return this.#fallBack(id, cause);
      throw cause;
    });
  }

  #begin(id: string, hash: Buffer): Promise<VerifiedKey | null> {
    const asking = this.#ask(id, hash).finally(() => this.#asking.delete(id));
    this.#asking.set(id, asking);
    return asking;
  }

  async #ask(id: string, hash: Buffer): Promise<VerifiedKey | null> {
    try {
      const row = await findUsableApiKey(this.db, hash);
      const key = row ? { keyId: row.key_id, scopes: row.scopes, requestsPerMinute: row.requests_per_minute } : null;
      if (key === null) this.#known.delete(id);
      else this.#remember(id, key, row?.expires_at?.getTime() ?? Number.POSITIVE_INFINITY);
      if (row && (row.last_used_at === null || Date.now() - row.last_used_at.getTime() > MINUTE_MS)) {
        // Nobody waits for this note, and a request must not fail for it.
        touchApiKey(this.db, row.key_id).catch(() => undefined);
      }
      return key;
    } catch (cause) {
      return this.#fallBack(id, cause);
    }
  }

  #fallBack(id: string, cause: unknown): VerifiedKey {
    const now = performance.now();
    const remembered = this.#known.get(id);
    if (!remembered || now - remembered.confirmedAt >= this.staleMs || Date.now() >= remembered.expiresAt) {
      throw new AppError('NLP_UNAVAILABLE', { cause, retryAfter: 1 });
    }
    remembered.askAgainAt = now + Math.min(RETRY_MS, this.staleMs);
    return remembered.key;
  }

  #remember(id: string, key: VerifiedKey, expiresAt: number): void {
    const now = performance.now();
    this.#known.delete(id);
    this.#known.set(id, {
      key,
      expiresAt,
      confirmedAt: now,
      askAheadAt: now + this.ttlMs / 2,
      askAgainAt: now + this.ttlMs,
    });
    const oldest = this.#known.size > MAX_REMEMBERED ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
