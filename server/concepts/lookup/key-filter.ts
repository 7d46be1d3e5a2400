/** Tells of most keys that no term has them, so that the database is not asked for them. */

/** 32-bit hashes in ascending order: one in a thousand keys that no term of a million has is taken for one that some term has. */
export type KeyHashes = Uint32Array<ArrayBuffer>;

/** FNV-1a over UTF-16 code units. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function hashesOf(keys: readonly string[]): KeyHashes {
  return Uint32Array.from(keys, hashOf).sort();
}

/** Whether one of the keys that were hashed may be this one; never false of one of them. */
export function mayHave(hashes: KeyHashes, key: string): boolean {
  const hash = hashOf(key);
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hashes[middle] as number) < hash) low = middle + 1;
    else high = middle;
  }
  return hashes[low] === hash;
}

/** The hashes of the keys of terms, and those of their loose keys. */
export interface TermKeyHashes {
  readonly keys: KeyHashes;
  readonly looseKeys: KeyHashes;
}

/** Tells which keys are worth asking for. */
export interface KeyFilter {
  mayBe(key: string): boolean;
  mayBeLoose(key: string): boolean;
}

/** What passes any of some hashes. */
export function filterOf(...sources: readonly TermKeyHashes[]): KeyFilter {
  return {
    mayBe: (key) => sources.some(({ keys }) => mayHave(keys, key)),
    mayBeLoose: (key) => sources.some(({ looseKeys }) => mayHave(looseKeys, key)),
  };
}
