import type { CharacterNgramSettings } from './model-settings.js';

/**
 * Hashed character n-grams and words: the same method as models/train/features.py, held equal by check.json.
 * Method: subword n-grams hashed into rows (Bojanowski et al. 2017, fastText), over folded words.
 */

const WORD_SEED = 0x9e3779b9;
const NGRAM_SEED = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const BEYOND_ASCII = /[^ -~]/;
const MARKS = /\p{M}/gu;
const LETTERS = /[œæøłßµμ]/g;
const FOLDED: Readonly<Record<string, string>> = { œ: 'e', æ: 'e', ø: 'o', ł: 'l', ß: 'ss', µ: 'u', μ: 'u' };
const DIGRAPHS = /ae|oe/g;
const WORDS = /[\p{L}\p{N}]+/gu;

/** Words whose ids are kept; notes and terminologies use the same few thousand words again and again. */
const KEPT_WORDS = 50_000;
/** A longer one is no word that comes again. */
const LONGEST_KEPT = 40;

/**
 * What turns texts into feature ids, 1 to `buckets`: of each word itself, then each n-gram; at least one id, at most `limit`.
 * It keeps the ids of the words that it met.
 */
export function characterNgramTokenizer(settings: CharacterNgramSettings): (text: string, limit: number) => number[] {
  const known = new Map<string, readonly number[]>();
  const idsOf = (word: string): readonly number[] => {
    let ids = known.get(word);
    if (ids === undefined) {
      ids = wordIds(`<${word}>`, settings);
      if (known.size >= KEPT_WORDS) known.clear();
      if (word.length <= LONGEST_KEPT) known.set(word, ids);
    }
    return ids;
  };
  return (text, limit) => {
    const ids: number[] = [];
    for (const word of wordsOf(text)) {
      if (ids.length >= limit) break;
      for (const id of idsOf(word)) ids.push(id);
    }
    return ids.length > limit ? ids.slice(0, limit) : ids;
  };
}

/** The words of a text that its ids are of: texts with the same words have the same ids. */
export function wordsOf(text: string): readonly string[] {
  const folded = fold(text);
  return folded.match(WORDS) ?? [folded.trim()];
}

/** Lower case without accents or ligatures; British ae and oe become e (oedema, œdème, edema). */
function fold(text: string): string {
  const lower = text.toLowerCase();
  const plain = BEYOND_ASCII.test(lower) ? lower.normalize('NFKD').replace(MARKS, '') : lower;
  return plain.replace(LETTERS, (letter) => FOLDED[letter] ?? letter).replace(DIGRAPHS, 'e');
}

function wordIds(word: string, { buckets, min_n, max_n }: CharacterNgramSettings): number[] {
  const ids: number[] = [];
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
  return ids;
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
