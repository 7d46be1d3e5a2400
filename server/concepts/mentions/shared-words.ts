/** Words that coordinated phrases share: "chest and abdominal pain", "hip/knee/ankle pain", "fractures du tibia, du péroné et de la cheville", "hepatitis B and C". */

import { REFINEMENT } from '../../text/words.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { INNER, isContent, WALL } from '../annotate/token-role.js';
import { type Mention, range } from './mention.js';

/** A mention with the shared words, and the other phrase with them; tokens by their index. */
export interface SharedRun {
  readonly expanded: readonly number[];
  /** Whether the shared words name something, a site mostly: those of "chronic cough and headache" do not. */
  readonly names: boolean;
  readonly partner: readonly number[];
  /** The parts of the list between the two. */
  readonly between: readonly (readonly number[])[];
}

/** The last phrase of a list that goes on behind a window. */
interface LastPart {
  readonly from: number;
  readonly between: SharedRun['between'];
}

const NO_PARTS: SharedRun['between'] = [];

/** Tokens of the mention, and of the part of the other phrase that stands for it ("à la hanche"). */
const LONGEST_MENTION = 2;
const LONGEST_PART = 3;
const LONGEST_SHARED = 4;
/** Parts of a list between a mention and the phrase that has the shared words. */
const MORE_PARTS = 2;
/** A letter or a number that tells one type of a thing from another, with its digits. */
const TYPE_LETTER = /^\p{Lu}\d{0,2}$/u;
const TYPE_NUMBER = /^(?:\d|[IVX]+)$/;

/**
 * What a mention may stand for, when it stands in a list with a coordinator: with the end of the last phrase behind it ("chest" and abdominal
 * pain; "hip", knee and ankle pain), or with the beginning of the first phrase before it (douleurs thoraciques et "abdominales"). A letter or
 * a number that tells a type stands for that type of what another one before it tells a type of: hepatitis B and "C".
 */
export function sharedRuns(note: AnnotatedNote, mention: Mention): SharedRun[] {
  const { roles } = note;
  const sentence = note.sentences[mention.sentence];
  if (sentence === undefined || mention.to - mention.from > LONGEST_MENTION) return [];
  const list = new List(note, sentence);
  if (mention.content === 0) return sharedTypes(note, list, mention);
  if (roles[mention.from] === INNER) return [];
  const own = range(mention.from, mention.to);
  const last = list.lastPart(mention.to);
  const ends = last === undefined ? [] : sharedEnds(last, list, own);
  // An article may be told twice: "du tibia et du péroné".
  let before = mention.from - 1;
  while (mention.from - before <= 2 && list.isOpen(before) && roles[before] === INNER) before--;
  // "Pain in the neck and chest clear": the chest is said to be something else.
  const firsts = list.goesOn(mention.to) ? [] : list.firstParts(before, mention.to);
  return [...ends, ...firsts.flatMap((end) => sharedBeginnings(end, list, range(before + 1, mention.to)))];
}

/** What a type alone stands for, behind a phrase that ends with a type of the same kind. */
function sharedTypes(note: AnnotatedNote, list: List, { from, to }: Mention): SharedRun[] {
  if (to - from > 1 || note.roles[from] !== INNER) return [];
  const isType = [TYPE_LETTER, TYPE_NUMBER].find((pattern) => isLike(note, from, pattern));
  if (isType === undefined) return [];
  // "NYHA II/IV" is one of four, and no fourth.
  if (note.tokens[from - 1]?.norm === '/' && isLike(note, from, TYPE_NUMBER)) return [];
  // "Stage 3 and 4 months of fatigue" tells no stage 4.
  const goesOn = isType === TYPE_NUMBER ? list.isOpen(to) : list.goesOn(to);
  if (goesOn) return [];
  const ends = list.firstParts(from - 1, to).filter((end) => isLike(note, end - 1, isType));
  return ends.flatMap((end) => sharedBeginnings(end, list, [from], 1));
}

function isLike({ text, tokens }: AnnotatedNote, at: number, pattern: RegExp): boolean {
  const token = tokens[at];
  return token !== undefined && pattern.test(text.slice(token.start, token.end));
}

/** The parts of a list in a sentence: "A, B and C". */
class List {
  constructor(
    private readonly note: AnnotatedNote,
    private readonly sentence: AnnotatedNote['sentences'][number],
  ) {}

  /** Whether a token may be a part of a phrase. */
  isOpen(at: number): boolean {
    return this.isInside(at) && this.note.roles[at] !== WALL && !this.isCoordinator(at) && !this.isSlash(at);
  }

  /** The last phrase of a list that goes on at `at`; undefined where none does. */
  lastPart(at: number): LastPart | undefined {
    const between: (readonly number[])[] = [];
    for (let part = 0; part <= MORE_PARTS; part++) {
      if (this.isCoordinator(at)) return { from: at + 1, between };
      const isSlash = this.isSlash(at);
      if (!isSlash && !this.isComma(at)) return undefined;
      if (this.isCoordinator(at + 1)) return { from: at + 2, between };
      const begin = at + 1;
      at = begin;
      while (at < begin + LONGEST_PART && this.isOpen(at)) at++;
      // "Hip/knee/ankle pain": behind the last slash stands the last phrase.
      if (isSlash && !this.isSlash(at)) return { from: begin, between };
      between.push(range(begin, at));
    }
    return undefined;
  }

  /** The ends of the phrases of a list before the token `at`, the nearest first; none where it is no list. */
  firstParts(at: number, behind: number): number[] {
    const isLast = this.isCoordinator(at) || this.isSlash(at);
    if (!isLast && !(this.isComma(at) && this.lastPart(behind) !== undefined)) return [];
    const ends: number[] = [];
    for (let part = 0; part <= MORE_PARTS; part++) {
      const end = isLast && part === 0 && this.isComma(at - 1) ? at - 1 : at;
      ends.push(end);
      at = end - 1;
      while (at >= end - LONGEST_PART - 1 && this.isOpen(at)) at--;
      if (!this.isComma(at) && !this.isSlash(at)) break;
    }
    return ends;
  }

  /** Whether a phrase goes on at a token with a word that says more of it. */
  goesOn(at: number): boolean {
    const { classes } = this.note;
    if (!this.isInside(at) || classes.is(REFINEMENT, at)) return false;
    if (isContent(this.note.roles[at])) return true;
    return this.note.roles[at] === INNER && classes.is('QUALIFIER', at) && !classes.is('LINK', at);
  }

  /** Whether a token of [from, to) names something by itself, and tells no course or degree. */
  isNaming(from: number, to: number): boolean {
    const { classes, roles } = this.note;
    return range(from, to).some((at) => isContent(roles[at]) && !classes.is(REFINEMENT, at));
  }

  private isInside(at: number): boolean {
    return at >= this.sentence.from && at < this.sentence.to;
  }

  private isCoordinator(at: number): boolean {
    return this.isInside(at) && isCoordinator(this.note, at);
  }

  private isSlash(at: number): boolean {
    return this.isInside(at) && this.note.tokens[at]?.norm === '/';
  }

  private isComma(at: number): boolean {
    return this.isInside(at) && this.note.tokens[at]?.norm === ',';
  }
}

/** Whether a token is "and" or "or", in any of their words. */
export function isCoordinator({ classes }: AnnotatedNote, at: number): boolean {
  return classes.is('COORD_AND', at) || classes.is('COORD_OR', at);
}

function sharedEnds({ from: start, between }: LastPart, list: List, own: readonly number[]): SharedRun[] {
  const runs: SharedRun[] = [];
  for (let part = start + 1; part <= start + LONGEST_PART && list.isOpen(part - 1); part++) {
    for (let end = part + 1; end <= part + LONGEST_SHARED && list.isOpen(end - 1); end++)
      runs.push({
        expanded: [...own, ...range(part, end)],
        names: list.isNaming(part, end),
        partner: range(start, end),
        between,
      });
  }
  return runs;
}

function sharedBeginnings(
  end: number,
  list: List,
  own: readonly number[],
  longestPart: number = LONGEST_PART,
): SharedRun[] {
  const runs: SharedRun[] = [];
  for (let part = end - 1; part >= end - longestPart && list.isOpen(part); part--) {
    for (let start = part - 1; start >= part - LONGEST_SHARED && list.isOpen(start); start--)
      runs.push({
        expanded: [...range(start, part), ...own],
        names: list.isNaming(start, part),
        partner: range(start, end),
        between: NO_PARTS,
      });
  }
  return runs;
}
