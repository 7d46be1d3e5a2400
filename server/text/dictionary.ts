/** Everyday words of both languages, as public word lists have them: none of them is a misspelt clinical word. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { foldTerm } from './normalize.js';

const LISTS = ['an-array-of-english-words', 'an-array-of-french-words'];
/** Shorter words are not mended in any case. */
const SHORTEST = 5;
const PLAIN = /^[a-z]+$/;
/** A word in a JSON list of words, which are never all in memory at once. */
const LISTED = /[^"[\],\s]+/g;

/** Fingerprints of the words, in order: half a million strings would take twenty times the memory. */
let fingerprints: Uint32Array | undefined;

/**
 * Whether a folded word of five letters or more is in a dictionary of either language; one of some 8,000 that is in none is taken for one
 * that is.
 */
export function isDictionaryWord(folded: string): boolean {
  const known = loadDictionary();
  const wanted = fingerprint(folded);
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((known[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return known[low] === wanted;
}

/** Reads the word lists, once; it takes some tenths of a second. */
export function loadDictionary(): Uint32Array {
  if (fingerprints !== undefined) return fingerprints;
  const { resolve } = createRequire(import.meta.url);
  const found: number[] = [];
  for (const list of LISTS) {
    for (const [word] of readFileSync(resolve(list), 'utf8').matchAll(LISTED)) {
      if (word.length >= SHORTEST) found.push(fingerprint(PLAIN.test(word) ? word : foldTerm(word)));
    }
  }
  fingerprints = Uint32Array.from(found).sort();
  return fingerprints;
}

/** FNV-1a (Fowler, Noll, Vo), 32 bits, of the code units. */
function fingerprint(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
