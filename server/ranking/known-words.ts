/** Words and what the terminology knows of them: the descriptions with these very words, then everything like them. */

import { descriptionsByKey, type ExactDescription, type NearestConcept } from '../db/rank.js';
import { type Doubt, type Language, OBSERVABLE, type Tier } from '../domain.js';
import { foldTerm } from '../text/normalize.js';
import { mergeForms, type RankedConcept } from './candidates.js';
import type { RankingDatabase } from './nearest.js';
import { acceptsCase, differsInFinalAccent, isShort, type SpanLetters, sameLetters } from './term-case.js';

/** Words in one line with the descriptions that have them. */
export interface KnownWords {
  readonly words: string;
  /** The words without their typos, where there are any. */
  readonly meant?: string | undefined;
  /** Whether there is a word among them that no term has. */
  readonly strange: boolean;
  readonly exact: readonly ExactDescription[];
  /** Concepts whose abbreviation has these letters in another case: "arm" is no "ARM". */
  readonly refused: ReadonlySet<string>;
  /** Concepts that these words may not mean, whatever the cosine, and why: "htn" may be an abbreviation. They are never resolved. */
  readonly doubted: ReadonlyMap<string, Doubt>;
}

/** The concepts of words. */
export interface RankedWords {
  /** Best first. */
  readonly ranked: readonly RankedConcept[];
  /** Why the first is a guess that a person must look at; null where it is none. */
  readonly doubt: Doubt | null;
}

/** The longest word in capitals that is more likely an abbreviation than a word. */
const LONGEST_SHOUT = 4;
/** The tiers of a term with the very words. */
const VERY_WORDS: ReadonlySet<Tier> = new Set(['exact', 'abbreviation']);
/** The least cosine of texts that are the same but for order, signs or case. */
const SAME = 0.9999;
/** The longest beginning of a word that is seldom another form of it. */
const LONGEST_STUMP = 3;
/** Keys of each kind a statement: more would keep the process from answering others while they are written out. */
const KEYS = 2_048;

/** The descriptions with each key (`termKey`), and with each loose one (`looseKey`). */
export interface KeyHits {
  readonly hits: ReadonlyMap<string, readonly ExactDescription[]>;
  readonly looseHits: ReadonlyMap<string, readonly ExactDescription[]>;
}

/** Looks up keys in as few statements as possible. */
export async function termsByKey(
  { db, serving }: RankingDatabase,
  keys: ReadonlySet<string>,
  looseKeys: ReadonlySet<string> = new Set(),
): Promise<KeyHits> {
  const found = { hits: new Map<string, ExactDescription[]>(), looseHits: new Map<string, ExactDescription[]>() };
  const [asked, askedLoosely] = [[...keys], [...looseKeys]];
  for (let from = 0; from < Math.max(asked.length, askedLoosely.length); from += KEYS) {
    const part = { keys: asked.slice(from, from + KEYS), looseKeys: askedLoosely.slice(from, from + KEYS) };
    for (const { is_loose, ...hit } of await descriptionsByKey(db, serving.releaseId, part)) {
      const hits = is_loose ? found.looseHits : found.hits;
      const known = hits.get(hit.key);
      if (known === undefined) hits.set(hit.key, [hit]);
      else known.push(hit);
    }
  }
  return found;
}

/**
 * Parts the descriptions with the key of a span into those that its letters may stand for, and the concepts of the others. Endings
 * are those of one language: French "mal" is no inflection of English "male".
 * @param isWord `TermWords.isWord`
 */
export function admitTerms(
  letters: SpanLetters,
  language: Language,
  hits: readonly ExactDescription[],
  isWord: (folded: string, isSmall: boolean) => boolean,
): Omit<KnownWords, 'meant' | 'strange'> {
  const written = foldTerm(letters.words);
  const possible = hits.filter(
    (hit) =>
      acceptsCase(letters, hit) &&
      !isForeignWord(hit, letters.words, language) &&
      !(hit.language === language && isStump(written, hit)),
  );
  // "IDM" is a heart attack in French and an infant's condition in English.
  const ours = possible.some((hit) => hit.kind === 'abbreviation' && hit.language === language);
  const accepted = possible.filter((hit) => !ours || hit.kind !== 'abbreviation' || hit.language === language);
  const others = hits.filter((hit) => !accepted.includes(hit));
  // "arm" is a word, "hta" only the letters of terms such as "HTA sévère".
  const isSmall = letters.words !== letters.words.toUpperCase();
  const isGuess = !ours && letters.content > 0 && !isWord(written, isSmall);
  const guessed = isGuess ? others.filter((hit) => mayBeLetters(letters, hit) && !isForeign(hit, language)) : [];
  // Letters of the other language, or a word in capitals, may be an abbreviation that the terminology lacks: French "MI", "ROT".
  const isSure = (hit: ExactDescription) =>
    !isForeign(hit, language) && !isShouted(letters, hit) && !differsInFinalAccent(letters, hit.term);
  const sure = new Set(accepted.filter(isSure).map((hit) => hit.sctid));
  const maybe = new Set([...guessed, ...accepted].map((hit) => hit.sctid));
  return {
    words: letters.words,
    exact: [...accepted, ...guessed]
      .filter((hit) => hit.term_norm === written || hit.language === language)
      .sort((a, b) => Number(b.language === language) - Number(a.language === language)),
    refused: new Set(others.map((hit) => hit.sctid).filter((sctid) => !sure.has(sctid) && !maybe.has(sctid))),
    doubted: doubtAll(
      [...maybe].filter((sctid) => !sure.has(sctid)),
      'letters',
    ),
  };
}

/** Whether a span may be an abbreviation in other letters: "htn", and two letters before a number, "bp 138/84"; "psa" is not "PsA". */
function mayBeLetters({ words, counted }: SpanLetters, { semantic_tag, term }: ExactDescription): boolean {
  const isLong = words.length > 2 || (words.length === 2 && counted === true && semantic_tag === OBSERVABLE);
  return isLong && term === term.toUpperCase() && sameLetters(words, term);
}

/** The same with these descriptions only; the concepts of the others are refused. */
export function withOnly<T extends Pick<KnownWords, 'exact' | 'refused'>>(
  known: T,
  exact: readonly ExactDescription[],
): T {
  const left = new Set(exact.map(({ sctid }) => sctid));
  const gone = known.exact.map(({ sctid }) => sctid).filter((sctid) => !left.has(sctid));
  return { ...known, exact, refused: new Set([...known.refused, ...gone]) };
}

/** Concepts that all have the same reason of doubt. */
export function doubtAll(sctids: readonly string[], doubt: Doubt): ReadonlyMap<string, Doubt> {
  return new Map(sctids.map((sctid) => [sctid, doubt]));
}

function isForeign(hit: ExactDescription, language: Language): boolean {
  return hit.kind === 'abbreviation' && hit.language !== language;
}

/**
 * Up to three letters in the other language may be anything in this one: French "AA" is room air, English "RA" too; more letters in
 * another case are a word ("lead", French LEAD).
 */
function isForeignWord(hit: ExactDescription, words: string, language: Language): boolean {
  return isForeign(hit, language) && (isShort(hit.term) || hit.term !== words);
}

/** Whether a few letters are only the beginning of a word: "glu" is short for something, and no glue. */
function isStump(written: string, { kind, term_norm }: ExactDescription): boolean {
  if (kind === 'abbreviation' || written.length > LONGEST_STUMP) return false;
  return term_norm !== written && term_norm !== `${written}s` && term_norm.startsWith(written);
}

function isShouted({ words, capitals }: SpanLetters, hit: ExactDescription): boolean {
  if (capitals || hit.kind === 'abbreviation' || words.length > LONGEST_SHOUT) return false;
  return words === words.toUpperCase() && /\p{L}/u.test(words) && hit.term !== words;
}

/** The texts that are embedded: the words as written and as meant, and the terms that have them in another form. */
export function formsOf({ words, meant, exact }: KnownWords): string[] {
  const written = foldTerm(words);
  const others = exact.filter((hit) => hit.term_norm !== written).map((hit) => hit.term);
  return [...new Set([words, ...(meant === undefined ? [] : [meant]), ...others])];
}

/**
 * The ranked concepts of words.
 * @param nearest the nearest concepts of each text of `formsOf`
 */
export function rankWords(known: KnownWords, nearest: ReadonlyMap<string, readonly NearestConcept[]>): RankedWords {
  const forms = formsOf(known).map((form) =>
    (nearest.get(form) ?? []).filter(({ sctid }) => !known.refused.has(sctid)),
  );
  const merged = mergeForms(forms, known.exact, foldTerm(known.words), known.meant !== undefined);
  const ranked = withoutRearranged(merged, known.doubted);
  const top = ranked[0];
  if (top === undefined) return { ranked, doubt: null };
  const asWritten = forms[0]?.find(({ sctid }) => sctid === top.sctid)?.cosine ?? 0;
  // A word that the terminology lacks may be no typo at all: "ureteritis" is no "urethritis".
  const mended = known.meant !== undefined && asWritten < top.cosine - 1e-4;
  // "Myiasis" is like "toxoplasmosis" by its letters alone, where no term has it.
  const guessed = known.strange && top.tier === 'dense';
  // "BBD" is as near to "BBG": the letters of an abbreviation are no likeness.
  const spelt = top.tier === 'dense' && hasAbbreviation(known.words);
  const doubt = known.doubted.get(top.sctid) ?? (spelt ? 'letters' : null);
  if (doubt !== null) return { ranked, doubt };
  if (mended) return { ranked, doubt: 'typo' };
  if (guessed) return { ranked, doubt: 'unknown_word' };
  // "raised" is near to "raised serum lipids": one word that is no term says too little.
  const alone = top.tier === 'dense' && !/\s/.test(known.words);
  return { ranked, doubt: alone ? 'single_word' : null };
}

/**
 * The same without the concepts of which only another order or a sign tells a term from the very words of another one: they mean something
 * else. "FR+" beside "FR", "mouth sore" beside "sore mouth".
 */
function withoutRearranged(ranked: readonly RankedConcept[], doubted: KnownWords['doubted']): readonly RankedConcept[] {
  const isNamed = ranked.some(
    ({ sctid, tier, cosine }) => VERY_WORDS.has(tier) && cosine >= SAME && !doubted.has(sctid),
  );
  return isNamed ? ranked.filter(({ tier, cosine }) => tier !== 'dense' || cosine < SAME) : ranked;
}

/** Whether words in mixed case have one in capitals. */
function hasAbbreviation(words: string): boolean {
  return /\p{Lu}{2}/u.test(words) && words !== words.toUpperCase();
}
