/** What a mention is once words that refine or tie it are left out: "fracture of the left fibula", "douleur intense au niveau du genou". */

import type { ExactDescription } from '../../db/rank.js';
import type { Language } from '../../domain/language.js';
import { mapInSlices } from '../../slices.js';
import { isArticle, isElided, isTie, looseKey, looseWord } from '../../text/loose-key.js';
import { termKey } from '../../text/term-key.js';
import { type Token, tokenize } from '../../text/token.js';
import { singular } from '../admit/casing.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { COUNTS, isLeftOut, NEVER_FIRST, QUALIFIES, REFINES } from '../annotate/relaxed-roles.js';
import { CONTENT, isContent } from '../annotate/token-role.js';
import { type Mention, range } from '../mentions/mention.js';

/** Words that are left, at least, where some are left out: what a term names, and where. */
const LEAST = 2;
/** Words that are left out, at most, where they may make another concept. */
const LONGEST_GAP = 2;
/** Longer terms are looked up by their very words, unless there are some to leave out, or to spell in another way. */
const LONGEST_WHOLE = 5;

/** A mention, or what is left of it. */
export interface RelaxedVariant {
  /** `looseKey`. */
  readonly key: string;
  /** How many content words are left. */
  readonly content: number;
  /** How many tokens are left out; 0 where none is. */
  readonly passed: number;
  /** The tokens that are left, in the order of the key; absent where all are. */
  readonly left?: readonly number[];
  /** Whether "in", "to" and the like are left out of it. */
  readonly untied: boolean;
  readonly gap?: Gap;
}

/** Words that are left out although they may make another concept of it. */
export interface Gap {
  /** Their tokens, in the order of the text. */
  readonly at: readonly number[];
  /** Whether they only qualify, and are no name of anything: "chronique", "proximal". */
  readonly qualifies: boolean;
}

/** Semantic tags of what a patient has. */
const FOUND: ReadonlySet<string> = new Set(['disorder', 'finding']);
/** What is more than punctuation. */
const NAMING = /[\p{L}\p{N}]/u;
/** The relaxed variants of the mentions of a note. */
export class RelaxedVariants {
  /**
   * @param keys the `termKey` of each token
   * @param words the `looseWord` of each
   */
  private constructor(
    private readonly note: AnnotatedNote,
    private readonly tokens: readonly Token[],
    private readonly keys: readonly string[],
    private readonly words: readonly string[],
  ) {}

  /**
   * @param tokens the tokens of the note as they are meant
   * @param keys the `termKey` of each
   */
  static async of(
    note: AnnotatedNote,
    { tokens, keys }: { readonly tokens: readonly Token[]; readonly keys: readonly string[] },
  ): Promise<RelaxedVariants> {
    const words = tokens.map(() => '');
    await mapInSlices(note.sentences, ({ from, to, language }) => {
      for (let at = from; at < to; at++) words[at] = looseWord(tokens[at] as Token, keys[at] as string, language);
    });
    return new RelaxedVariants(note, tokens, keys, words);
  }

  /** The same with some tokens as they were typed. */
  typed(typos: ReadonlyMap<number, string>): RelaxedVariants {
    const [tokens, keys, words] = [[...this.tokens], [...this.keys], [...this.words]];
    for (const { from, to, language } of this.note.sentences) {
      for (let at = from; at < to; at++) {
        if (!typos.has(at)) continue;
        const token = this.note.tokens[at] as Token;
        tokens[at] = token;
        keys[at] = termKey(token.norm);
        words[at] = looseWord(token, keys[at] as string, language);
      }
    }
    return new RelaxedVariants(this.note, tokens, keys, words);
  }

  /** The variants of a mention, the one with the most of its words first; none where it begins or ends with a word that names nothing. */
  of(mention: Mention): RelaxedVariant[] {
    const { from, to, language } = mention;
    const first = this.note.relaxedRoles[from];
    const isJoining = (at: number) => joins(this.tokens[at] as Token, language);
    if (mention.content === 0 || first === NEVER_FIRST || first === COUNTS || isJoining(from) || isJoining(to - 1))
      return [];
    if (mention.signAt !== undefined) return this.#ofLabel(mention, mention.signAt);
    let mayGo = false;
    for (let at = from + 1; at < to - 1 && !mayGo; at++) mayGo = this.#mayGo(at, language);
    const run = range(from, to);
    if (!mayGo && run.length > LONGEST_WHOLE && !run.some((at) => this.#isRespelt(at))) return [];
    const key = looseKey(this.tokens, this.words, language, run);
    const whole = { key, content: mention.content, passed: 0, untied: false };
    return mayGo ? [whole, ...this.#shorter(run, language, true)] : [whole];
  }

  /** A label with what is said of it, without the sign between them; English has that first: "Mood: low" is a low mood. */
  #ofLabel({ from, to, content, language }: Mention, sign: number): RelaxedVariant[] {
    const [label, value] = [range(from, sign), range(sign + 1, to)];
    const orders = [[...label, ...value], ...(language === 'en' ? [[...value, ...label]] : [])];
    return orders.map((left) => ({
      key: looseKey(this.tokens, this.words, language, left),
      content,
      passed: 0,
      left,
      untied: false,
    }));
  }

  /** The keys of the variants of tokens of a sentence, those with a gap aside. */
  keysOf(run: readonly number[], language: Language): string[] {
    const key = looseKey(this.tokens, this.words, language, run);
    return [key, ...this.#shorter(run, language, false).map((variant) => variant.key)];
  }

  /**
   * Whether a description found by the key of a variant says the same: names in it are names in the note too ("maladie grave" is no
   * Graves' disease), and where only it ties its words they are the very words ("lose weight" is no loss of weight).
   */
  admits(
    { left, untied, gap }: RelaxedVariant,
    { from, to }: Mention,
    { term, language, semantic_tag }: ExactDescription,
  ): boolean {
    // What is measured, or said to have been, is another thing without a word: "taux élevé de plaquettes".
    if (gap !== undefined && !FOUND.has(semantic_tag)) return false;
    const own = (left ?? range(from, to)).map((at) => this.tokens[at] as Token);
    const others = tokenize(term);
    const isName = ({ capital, start, end }: Token) => capital && /\p{Ll}{3}$/u.test(term.slice(start, end));
    const isNamed = ({ norm }: Token) =>
      own.some((token) => token.capital && token.norm.slice(0, 3) === norm.slice(0, 3));
    // A fully specified name begins anew behind a colon: "Family history: Glaucoma".
    const isInside = (i: number) => i > 0 && others[i - 1]?.norm !== ':';
    if (!others.every((other, i) => !isInside(i) || !isName(other) || isNamed(other))) return false;
    const ties = (tokens: readonly Token[]) => tokens.filter((token) => isTie(token, language)).length;
    if (untied) return ties(others) > 0;
    if (ties(others) <= ties(own)) return true;
    const said = own.map(({ norm }) => singular(norm));
    return others.every(
      (other) => !NAMING.test(other.norm) || joins(other, language) || said.includes(singular(other.norm)),
    );
  }

  /** The variants that lack some of the words, those that keep what refines them first: "the right heart" is more than the heart. */
  #shorter(run: readonly number[], language: Language, mayHaveGap: boolean): RelaxedVariant[] {
    if (isLeftOut(this.note.relaxedRoles, run[0] as number) && isLeftOut(this.note.relaxedRoles, run[1] ?? -1))
      return [];
    const kept = this.#without(
      run,
      (at) => this.note.relaxedRoles[at] === COUNTS || this.#isArticle(at, language),
      language,
    );
    const bare = this.#without(kept, (at) => this.note.relaxedRoles[at] === REFINES, language);
    const found = [...this.#orders(run, kept, language), ...this.#orders(run, bare, language)];
    const moved = this.#moved(kept, language);
    if (moved !== undefined) found.unshift(this.#variant(run, moved, language));
    if (mayHaveGap) found.push(...this.#gapped(run, bare, language));
    return found.filter(({ passed }) => run.length - passed >= LEAST);
  }

  /** What is left of a run without some tokens inside it, and without a tie right behind another one: "in both of her ankles". */
  #without(run: readonly number[], isOut: (at: number) => boolean, language: Language): readonly number[] {
    const left = run.filter((at, i) => i === 0 || i === run.length - 1 || !isOut(at));
    return left.filter((at, i) => !(this.#isTie(at, language) && this.#isTie(left[i - 1] ?? -1, language)));
  }

  /** The variants of what is left of a run: as it stands, without ties, and in English the other way round. */
  #orders(run: readonly number[], left: readonly number[], language: Language): RelaxedVariant[] {
    const isTied = (at: number, i: number) => i > 0 && i < left.length - 1 && this.#isTie(at, language);
    const variants = left.length < run.length ? [this.#variant(run, left, language)] : [];
    const untied = left.filter((at, i) => !isTied(at, i));
    if (untied.length < left.length) variants.push({ ...this.#variant(run, untied, language), untied: true });
    const tie = left.findIndex(isTied);
    if (language === 'en' && untied.length === left.length - 1 && this.#isTurnable(left, tie))
      variants.push(this.#variant(run, [...left.slice(tie + 1), ...left.slice(0, tie)], language));
    return variants;
  }

  /**
   * The variants of what is left of a run without the words behind the name of what is found, or before that of where: "thrombose partielle de
   * la veine porte", "fracture of the fourth rib", "cancer of the head of the pancreas".
   */
  #gapped(run: readonly number[], left: readonly number[], language: Language): RelaxedVariant[] {
    const ties = left.flatMap((at, i) => (i > 0 && i < left.length - 1 && this.#isTie(at, language) ? [i] : []));
    const [tie, next] = ties;
    if (tie === undefined) return [];
    const gaps = [
      next === undefined ? [] : left.slice(tie + 1, next + 1),
      ...(language === 'fr' ? [left.slice(1, tie)] : this.#firstOf(left.slice(tie + 1, next ?? left.length))),
    ];
    return gaps.flatMap((gap) => {
      const words = gap.filter((at) => !this.#isTie(at, language));
      if (words.length === 0 || words.length > LONGEST_GAP || !words.every((at) => this.#mayLack(at))) return [];
      const rest = left.filter((at) => !gap.includes(at));
      const qualifies = words.every((at) => this.note.relaxedRoles[at] === QUALIFIES);
      return this.#orders(run, rest, language).map((variant) => ({ ...variant, gap: { at: words, qualifies } }));
    });
  }

  /** The first words of some, no more than a gap may have, and at least one less than all. */
  #firstOf(some: readonly number[]): (readonly number[])[] {
    return range(1, Math.min(LONGEST_GAP + 1, some.length)).map((count) => some.slice(0, count));
  }

  #mayLack(at: number): boolean {
    return (
      this.tokens[at]?.kind === 'word' && (this.note.roles[at] === CONTENT || this.note.relaxedRoles[at] === QUALIFIES)
    );
  }

  /** French has what refines a term at its end too: "paralysie droite du bras", "paralysie du bras droit". */
  #moved(left: readonly number[], language: Language): readonly number[] | undefined {
    const refining = left.filter((at, i) => i > 0 && i < left.length - 1 && this.note.relaxedRoles[at] === REFINES);
    if (language !== 'fr' || refining.length !== 1) return undefined;
    return [...left.filter((at) => at !== refining[0]), ...refining];
  }

  /** Whether the loose key has a token in another spelling ("oedema"), or in figures ("type II"). */
  #isRespelt(at: number): boolean {
    return this.words[at] !== this.keys[at] && !isElided(this.tokens[at] as Token);
  }

  #mayGo(at: number, language: Language): boolean {
    return isLeftOut(this.note.relaxedRoles, at) || this.#isArticle(at, language) || this.#isTie(at, language);
  }

  /** Whether English says the same the other way round: "swelling of the ankle", "ankle swelling"; not "stage 1 on CKD". */
  #isTurnable(run: readonly number[], tie: number): boolean {
    const hasNumber = run.slice(0, tie).some((at) => this.tokens[at]?.kind === 'number');
    return !hasNumber && isContent(this.note.roles[run.at(-1) as number]);
  }

  #variant(run: readonly number[], left: readonly number[], language: Language): RelaxedVariant {
    const key = looseKey(this.tokens, this.words, language, left);
    const content = left.filter((at) => isContent(this.note.roles[at])).length;
    return { key, content, passed: run.length - left.length, left, untied: false };
  }

  #isTie(at: number, language: Language): boolean {
    return isTie(this.tokens[at], language);
  }

  #isArticle(at: number, language: Language): boolean {
    return isArticle(this.tokens[at], language);
  }
}

function joins(token: Token, language: Language): boolean {
  return isTie(token, language) || isArticle(token, language) || isElided(token);
}
