/** Which keys terms of the served release and of the site have, as hashes, read in the background. */

import type { Kysely } from 'kysely';
import { filterOf, hashesOf, type KeyFilter, type TermKeyHashes } from '../concepts/lookup/key-filter.js';
import type { SearchTarget } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import { readKeyHashes, readTermKeys, writeKeyHashes } from '../db/term-keys.js';

/** Release 0 is the site's own. */
const SITE = 0;

interface Loaded {
  readonly name: string;
  readonly hashes: TermKeyHashes;
}

export class TermKeyFilter {
  #release: Loaded | undefined;
  #site: Loaded | undefined;
  #reading: Promise<void> | undefined;

  /** @param db for work beside requests */
  constructor(private readonly db: Kysely<Database>) {}

  /** The filter for what is served; undefined until it is read, which this begins: then every key may be one. */
  of(target: SearchTarget): KeyFilter | undefined {
    const [release, site] = [this.#release, this.#site];
    if (release?.name === releaseName(target) && site?.name === siteName(target))
      return filterOf(release.hashes, site.hashes);
    void this.follow(target);
    return undefined;
  }

  /** Reads what is served unless it has; after a failure the next request tries again. */
  follow(target: SearchTarget): Promise<void> {
    this.#reading ??= this.#read(target)
      .catch(() => undefined)
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  async #read(target: SearchTarget): Promise<void> {
    const [release, site] = [releaseName(target), siteName(target)];
    if (this.#site?.name !== site) this.#site = { name: site, hashes: await this.#hash(SITE) };
    if (this.#release?.name === release) return;
    const kept = await readKeyHashes(this.db, target.releaseId);
    const hashes =
      kept === null
        ? await this.#hash(target.releaseId)
        : { keys: wordsOf(kept.keys), looseKeys: wordsOf(kept.loose_keys) };
    this.#release = { name: release, hashes };
    if (kept === null)
      await writeKeyHashes(this.db, target.releaseId, {
        keys: bytesOf(hashes.keys),
        looseKeys: bytesOf(hashes.looseKeys),
      });
  }

  async #hash(releaseId: number): Promise<TermKeyHashes> {
    const all = { keys: [] as Uint32Array[], looseKeys: [] as Uint32Array[] };
    for await (const { keys, looseKeys } of readTermKeys(this.db, releaseId)) {
      all.keys.push(hashesOf(keys));
      all.looseKeys.push(hashesOf(looseKeys));
    }
    return { keys: merged(all.keys), looseKeys: merged(all.looseKeys) };
  }
}

const releaseName = ({ releaseId, releaseLoaded }: SearchTarget): string => `${releaseId} ${releaseLoaded}`;
const siteName = ({ localVersion }: SearchTarget): string => String(localVersion);

function merged(parts: readonly Uint32Array[]): Uint32Array<ArrayBuffer> {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.sort();
}

/** A copy that begins where 32-bit numbers may; Node runs on little-endian machines only. */
const wordsOf = (bytes: Buffer): Uint32Array<ArrayBuffer> => new Uint32Array(new Uint8Array(bytes).buffer);

const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
