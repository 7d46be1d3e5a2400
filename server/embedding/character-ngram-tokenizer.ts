import type { CharacterNgramSettings } from './model-settings.js';

/**
 * Hashed character n-grams and words: the same method as models/train/features.py, held equal by check.json.
 * Method: subword n-grams hashed into rows (Bojanowski et al. 2017, fastText), over folded words.
 */

const WORD_SEED = 0x9e3779b9;
const NGRAM_SEED = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MARKS = /\p{M}/gu;
const LETTERS = /[œæøłßµμ]/g;
const FOLDED: Readonly<Record<string, string>> = { œ: 'e', æ: 'e', ø: 'o', ł: 'l', ß: 'ss', µ: 'u', μ: 'u' };
const DIGRAPHS = /ae|oe/g;
const WORDS = /[\p{L}\p{N}]+/gu;

/** The feature ids of a text, 1 to `buckets`: of each word itself, then each n-gram; at least one id, at most `limit`. */
export function characterNgramIds(text: string, settings: CharacterNgramSettings, limit: number): number[] {
  const folded = fold(text);
  const ids: number[] = [];
  for (const word of folded.match(WORDS) ?? [folded.trim()]) {
    if (ids.length >= limit) break;
    pushWordIds(`<${word}>`, settings, ids);
  }
  return ids.length > limit ? ids.slice(0, limit) : ids;
}

/** Lower case without accents or ligatures; British ae and oe become e (oedema, œdème, edema). */
function fold(text: string): string {
  const plain = text.toLowerCase().normalize('NFKD').replace(MARKS, '');
  return plain.replace(LETTERS, (letter) => FOLDED[letter] ?? letter).replace(DIGRAPHS, 'e');
}

function pushWordIds(word: string, { buckets, min_n, max_n }: CharacterNgramSettings, ids: number[]): void {
  let whole = WORD_SEED;
  for (let at = 0; at < word.length; at++) whole = step(whole, word.charCodeAt(at));
  ids.push(bucketOf(whole, buckets));
  for (let start = 0; start + min_n <= word.length; start++) {
    const end = Math.min(word.length, start + max_n);
    let hash = NGRAM_SEED;
    for (let at = start; at < end; at++) {
      hash = step(hash, word.charCodeAt(at));
      if (at - start + 1 >= min_n) ids.push(bucketOf(hash, buckets));
    }
  }
}

/** One step of 32-bit FNV-1a over UTF-16 code units. */
function step(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}

/** Spreads the bits of the hash, whose low bits alone are uneven, and takes its bucket. */
function bucketOf(hash: number, buckets: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return 1 + (((mixed ^ (mixed >>> 15)) >>> 0) % buckets);
}
