/** What each token of a note may do in a clinical phrase. */

import type { Range } from '../domain.js';
import { isUnitOfRate } from '../text/amount.js';
import type { Note } from '../text/note.js';
import { finish, type Steps, TOKENS_A_STEP } from '../text/steps.js';
import type { Vocabulary } from '../text/vocabulary.js';
import type { WordIndex } from '../text/words.js';

/** A content word: may begin, end and fill a phrase. */
export const CONTENT = 0;
/** May stand inside a phrase but not at its ends: of, du, a number, "patient". */
export const INNER = 1;
/** A content word that is also a cue of time, person or role ("MRI", "surgery"): only in the very words of a term. */
export const TERM_CUE = 2;
/** Never in a phrase that is only like a term: verbs and function words, cues, coordinators. */
export const BREAK = 3;
/** The same, and a cue that denies or doubts what stands behind it. */
export const DENIAL = 4;
/** Never in any phrase: punctuation. */
export const WALL = 5;

/** Whether a token of this role is a content word. */
export function isContent(role: number | undefined): boolean {
  return role === CONTENT || role === TERM_CUE;
}

/** A range of a note that a context trigger takes. */
export interface Cue extends Range {
  /** Whether its words deny or doubt, so that they are never a part of a finding. */
  readonly hard: boolean;
  /** Whether they deny or doubt what stands behind them: "no", "?". */
  readonly opens: boolean;
}

/** Whether words that deny or doubt stand right before a token: "no HIV", "?SLE". */
export function isDenied({ tokens }: Note, roles: Uint8Array, at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  return token?.breaks === 0 && (roles[at - 1] === DENIAL || before?.norm === '?');
}

/** Classes of words that may have a full stop of their own. */
const ABBREVIATED = ['ABBREV', 'SHORTHAND'];

/** The words that join the parts of a term although they are punctuation. */
const JOINING_PUNCTUATION = new Set(["'", '/', '+', '&', '%']);

/**
 * The role of each token.
 * @param cues ranges that context triggers take: they are no concepts
 */
export function tokenRoles(note: Note, vocabulary: Vocabulary, cues: readonly Cue[]): Uint8Array {
  return finish(roleSteps(note, vocabulary, cues));
}

/** `tokenRoles` in steps. */
export function* roleSteps(note: Note, vocabulary: Vocabulary, cues: readonly Cue[]): Steps<Uint8Array> {
  const roles = new Uint8Array(note.tokens.length);
  for (const sentence of note.sentences) {
    const words = vocabulary.words[sentence.language];
    for (let at = sentence.from; at < sentence.to; at++) {
      const token = note.tokens[at];
      if (token === undefined) break;
      if (at % TOKENS_A_STEP === 0) yield;
      if (token.kind === 'punctuation') {
        roles[at] = punctuationRole(note, words, at);
      } else if (token.kind === 'number') {
        roles[at] = Math.max(roles[at] as number, INNER);
      } else {
        for (const match of words.matchesAt(note.tokens, at, sentence.to)) {
          const role = ROLE_OF_CLASS[match.class];
          if (role === undefined) continue;
          for (let i = 0; i < match.length; i++) roles[at + i] = Math.max(roles[at + i] as number, role);
        }
        if (isUnitOfRate(note, at)) roles[at] = BREAK;
        // "02h00" is two tokens.
        if (isHour(note, at)) roles[at] = Math.max(roles[at] as number, INNER);
        // One letter may be anything; "#" is a word.
        if (/^\p{L}$/u.test(token.norm) || token.norm.endsWith("'") || token.norm.startsWith("'"))
          roles[at] = Math.max(roles[at] as number, INNER);
      }
    }
  }
  yield;
  markCues(note, roles, cues);
  return roles;
}

/** Whether a word is the end of a time: the "h30" of "21h30". */
function isHour({ tokens }: Note, at: number): boolean {
  return /^h[0-5]\d$/.test(tokens[at]?.norm ?? '') && tokens[at]?.spaces === 0 && tokens[at - 1]?.kind === 'number';
}

/** The full stop of an abbreviation belongs to it: "ins. rénale". */
function punctuationRole({ tokens }: Note, words: WordIndex, at: number): number {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (JOINING_PUNCTUATION.has(token?.norm ?? '')) return BREAK;
  const isOwn = token?.norm === '.' && before?.end === token.start;
  return isOwn && ABBREVIATED.some((name) => words.is(name, tokens, at - 1)) ? INNER : WALL;
}

const ROLE_OF_CLASS: Readonly<Record<string, number>> = {
  FUNCTION: BREAK,
  COORD_AND: BREAK,
  COORD_OR: BREAK,
  RESTART: TERM_CUE,
  SAY: BREAK,
  LINK: INNER,
  DETERMINER: INNER,
  NONCLINICAL: INNER,
  QUALIFIER: INNER,
  UNIT: INNER,
  NUMBER: INNER,
  MONTH: INNER,
  KIN: INNER,
  OTHER: INNER,
  PATIENT: INNER,
};

function markCues(note: Note, roles: Uint8Array, cues: readonly Cue[]): void {
  const sorted = [...cues].sort((a, b) => a.start - b.start);
  let next = 0;
  const reach = { opens: -1, hard: -1, soft: -1 };
  for (const [at, token] of note.tokens.entries()) {
    while (next < sorted.length && (sorted[next] as Cue).start <= token.start) {
      const { opens, hard, end } = sorted[next] as Cue;
      if (opens) reach.opens = Math.max(reach.opens, end);
      if (hard) reach.hard = Math.max(reach.hard, end);
      else reach.soft = Math.max(reach.soft, end);
      next++;
    }
    if (token.end <= reach.opens) roles[at] = Math.max(roles[at] as number, DENIAL);
    else if (token.end <= reach.hard) roles[at] = Math.max(roles[at] as number, BREAK);
    else if (token.end <= reach.soft)
      roles[at] = Math.max(roles[at] as number, roles[at] === CONTENT ? TERM_CUE : BREAK);
  }
}
