/** What requests have read of the terms of a release and of the site, kept for the next: it changes only when these do. */

import { LRUCache } from 'lru-cache';
import type { SearchTarget } from '../../db/serving.js';

/** What is kept, each by keys of its own. */
type Kind = 'key' | 'display' | 'description' | 'terms';

/** Bytes that an entry takes beside its key, and each row or member of it, as measured in Node 20. */
const ENTRY_BYTES = 250;
const ROW_BYTES = 400;

/** A value that the database has, or null where it has none. */
interface Kept {
  readonly value: object | null;
}

/** A cache that forgets what was not asked for for longest. */
export class TermMemory {
  readonly #kept: LRUCache<string, Kept> | undefined;

  /** @param bytes how large it may grow; 0 keeps nothing */
  constructor(bytes: number) {
    if (bytes < 1) return;
    this.#kept = new LRUCache({
      maxSize: Math.floor(bytes),
      sizeCalculation: ({ value }, key) =>
        ENTRY_BYTES + 2 * key.length + ROW_BYTES * (Array.isArray(value) ? value.length : value === null ? 0 : 1),
    });
  }

  get bytes(): number {
    return this.#kept?.calculatedSize ?? 0;
  }

  clear(): void {
    this.#kept?.clear();
  }

  get(space: string, kind: Kind, key: string): Kept | undefined {
    return this.#kept?.get(`${space}\n${kind}\n${key}`);
  }

  set(space: string, kind: Kind, key: string, value: object | undefined): void {
    this.#kept?.set(`${space}\n${kind}\n${key}`, { value: value ?? null });
  }
}

/** What is served, and what is kept of it; nothing where that is absent. */
interface Remembering {
  readonly serving: Pick<SearchTarget, 'releaseId' | 'releaseLoaded' | 'localVersion'>;
  readonly known?: { readonly terms?: TermMemory | undefined } | undefined;
}

/**
 * What the database has by each key, by what is kept of it where that is known. What is given is shared: never write to it.
 * @param read reads those of which nothing is known; it may give fewer
 */
export async function remembered<T extends object>(
  { known, serving }: Remembering,
  kind: Kind,
  keys: Iterable<string>,
  read: (missing: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<Map<string, T>> {
  // A release never changes; a version of the site's terms does not either.
  const space = `${serving.releaseId} ${serving.releaseLoaded} ${serving.localVersion}`;
  const memory = known?.terms;
  const found = new Map<string, T>();
  const missing: string[] = [];
  for (const key of keys) {
    const kept = memory?.get(space, kind, key);
    if (kept === undefined) missing.push(key);
    else if (kept.value !== null) found.set(key, kept.value as T);
  }
  if (missing.length === 0) return found;
  const now = await read(missing);
  for (const key of missing) {
    const value = now.get(key);
    memory?.set(space, kind, key, value);
    if (value !== undefined) found.set(key, value);
  }
  return found;
}
