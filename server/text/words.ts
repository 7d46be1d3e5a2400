/** Word classes of one language: which classes the words of a note belong to. */

import type { Language } from '../domain/language.js';
import { type Token, tokenize } from './token.js';

/** The class of words that leave a concept what it is: side, degree, course. */
export const REFINEMENT = 'REFINEMENT';
/** The value of an ambiguous abbreviation that so seldom stands for its concept that a word of its name must stand in the note too. */
export const RARE = 'rare';
/** The value of an ambiguous word of everyday language, which is no span by itself. */
export const ORDINARY = 'ordinary';
/** The value of a change of tissue that is filed with its site: "cyst" alone is a part of what the note says. */
export const SITE = 'site';
/** The value of letters that are sure where only what somebody has can stand: "no HIV", "?SLE", "mother RA". */
export const CONDITION = 'condition';
/** The class of words that are an idea of their own, whatever stands beside them: "NYHA II", "RAS". */
export const APART = 'APART';
/** The value of words of a test that stand behind what they look for only: "retinopathy screen", not "screening: retinopathy". */
export const BEHIND = 'behind';
/** The value of words of a test that open a list with a colon too: "Sérologies : VIH, syphilis". */
export const LIST = 'list';
/** The value of words that need a preposition before what they prevent: "prophylaxis of stroke", not "prophylaxis, AF". */
export const OF = 'of';

/** One word of a class; `word` may be several words. The rows of `token_classes` have this shape. */
export interface ClassWord {
  readonly language: Language;
  readonly class: string;
  readonly word: string;
  readonly value: string | null;
}

/** A word of a class, found at a token. */
export interface ClassMatch {
  readonly class: string;
  /** The word as the lexicon has it. */
  readonly word: string;
  readonly value: string | null;
  /** Tokens that it takes. */
  readonly length: number;
}

interface Entry extends ClassMatch {
  readonly norms: readonly string[];
  readonly lower: string;
}

/** The words that begin with the same token, longest first. */
interface Bucket {
  readonly entries: readonly Entry[];
  readonly several: readonly Entry[];
  readonly single: readonly Entry[];
  /** The one form, accents included, of all single words; null where there are several. */
  readonly lower: string | null;
}

const NONE: readonly ClassMatch[] = [];
/** Up to this length an accent makes another word ("a" and "à", "ou" and "où"). */
const SHORT_WORD = 3;

/** The words of one language by their first token; read-only once built. */
export class WordIndex {
  private readonly byFirst = new Map<string, Bucket>();

  constructor(words: readonly ClassWord[]) {
    const byFirst = new Map<string, Entry[]>();
    for (const word of words) add(byFirst, word);
    for (const [norm, entries] of byFirst) this.byFirst.set(norm, toBucket(entries));
  }

  /** Every class word that starts at a token and ends before `to`, longest first. */
  matchesAt(tokens: readonly Token[], at: number, to = tokens.length): readonly ClassMatch[] {
    const token = tokens[at];
    const bucket = token && this.byFirst.get(token.norm);
    if (!token || !bucket || at >= to) return NONE;
    const isAlone = at + 1 === to;
    if (bucket.lower === token.lower) return isAlone ? bucket.single : longerFirst(bucket, tokens, at, to);
    const exact =
      token.lower !== token.norm || token.norm.length <= SHORT_WORD ? hasLower(bucket.entries, token.lower) : false;
    return fitting(isAlone ? bucket.single : bucket.entries, tokens, at, to, exact) ?? NONE;
  }

  /** The first tokens, folded, of the words of some classes. */
  *openingNorms(classes: ReadonlySet<string>): Generator<string> {
    for (const [norm, { entries }] of this.byFirst) {
      if (entries.some((entry) => classes.has(entry.class))) yield norm;
    }
  }

  /** Whether a word of a class starts at a token and ends before `to`; without `to` the token itself is that word. */
  is(name: string, tokens: readonly Token[], at: number, to = at + 1): boolean {
    for (const match of this.matchesAt(tokens, at, to)) if (match.class === name) return true;
    return false;
  }

  /** Whether a folded word by itself is one of a class. */
  has(name: string, norm: string): boolean {
    return this.byFirst.get(norm)?.single.some((entry) => entry.class === name) ?? false;
  }

  /** The word of a class that takes exactly the tokens [from, to). */
  whole(name: string, tokens: readonly Token[], from: number, to: number): ClassMatch | undefined {
    return this.matchesAt(tokens, from, to).find((match) => match.class === name && match.length === to - from);
  }
}

function add(byFirst: Map<string, Entry[]>, word: ClassWord): void {
  const tokens = tokenize(word.word);
  const first = tokens[0];
  if (!first) return;
  const norms = tokens.map((token) => token.norm);
  const lower = tokens.map((token) => token.lower).join(' ');
  const entries = byFirst.get(first.norm) ?? [];
  entries.push({ class: word.class, word: word.word, value: word.value, length: norms.length, norms, lower });
  byFirst.set(first.norm, entries);
}

function toBucket(entries: Entry[]): Bucket {
  entries.sort((a, b) => b.length - a.length);
  const several = entries.filter(({ length }) => length > 1);
  const single = entries.filter(({ length }) => length === 1);
  const lower = single[0]?.lower ?? null;
  return { entries, several, single, lower: single.every((entry) => entry.lower === lower) ? lower : null };
}

/** The words of a bucket that stand at a token, where all its single words are that very token: mostly just these, and no copy then. */
function longerFirst({ several, single }: Bucket, tokens: readonly Token[], at: number, to: number): readonly Entry[] {
  const found = fitting(several, tokens, at, to, true);
  return found === null ? single : [...found, ...single];
}

/** The entries that stand at a token; null for none, as mostly. */
function fitting(
  entries: readonly Entry[],
  tokens: readonly Token[],
  at: number,
  to: number,
  exact: boolean,
): Entry[] | null {
  let found: Entry[] | null = null;
  for (const entry of entries) {
    if (!fits(entry, tokens, at, to, exact)) continue;
    found ??= [];
    found.push(entry);
  }
  return found;
}

function hasLower(entries: readonly Entry[], lower: string): boolean {
  return entries.some((entry) => entry.lower === lower);
}

/** Whether an entry of several words begins with the very word, accents included. */
function opens(entry: Entry, token: Token): boolean {
  return entry.lower.startsWith(`${token.lower} `);
}

/** Whether the words of an entry behind its first one follow, with no blank line between. */
function goesOn({ norms, length }: Entry, tokens: readonly Token[], at: number): boolean {
  for (let i = 1; i < length; i++) if (tokens[at + i]?.norm !== norms[i] || tokens[at + i]?.breaks === 2) return false;
  return true;
}

function fits(entry: Entry, tokens: readonly Token[], at: number, to: number, exact: boolean): boolean {
  if (at + entry.length > to || !goesOn(entry, tokens, at)) return false;
  const token = tokens[at] as Token;
  if (entry.length > 1) return token.lower === token.norm || token.norm.length > SHORT_WORD || opens(entry, token);
  if (entry.lower === token.lower) return true;
  // A word that the class list has with these very accents is that word; a short accented word is never its bare twin.
  if (exact) return false;
  return token.lower === token.norm || token.norm.length > SHORT_WORD;
}
