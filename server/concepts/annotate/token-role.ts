/** What each token of a note may do in a clinical phrase. */

import type { Range } from '../../domain/range.js';
import type { Note } from '../../text/note.js';
import { finish, type Steps, TOKENS_A_STEP } from '../../text/steps.js';
import { isUnitOfRate } from './amount.js';
import type { AnnotatedNote } from './annotated-note.js';
import type { TokenClasses } from './token-classes.js';

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
export function isDenied({ tokens, roles }: Pick<AnnotatedNote, 'tokens' | 'roles'>, at: number): boolean {
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
export function tokenRoles(note: Note, classes: TokenClasses, cues: readonly Cue[]): Uint8Array {
  return finish(roleSteps(note, classes, cues));
}

/** `tokenRoles` in steps. */
export function* roleSteps(note: Note, classes: TokenClasses, cues: readonly Cue[]): Steps<Uint8Array> {
  const roles = new Uint8Array(note.tokens.length);
  for (const sentence of note.sentences) {
    for (let at = sentence.from; at < sentence.to; at++) {
      if (at % TOKENS_A_STEP === 0) yield;
      markToken(note, classes, roles, at);
    }
  }
  yield;
  markCues(note, roles, cues);
  markLetterLists(note, classes, roles);
  markNames(note, classes, roles);
  return roles;
}

/** In "n/v/d" each letter is a word of its own, and the first of "N/V/D" no answer. */
function markLetterLists(note: Note, classes: TokenClasses, roles: Uint8Array): void {
  for (let at = 0; at < roles.length; at++) {
    const length = classes.longest(LETTER_LIST, at)?.length ?? 0;
    for (let i = at; i < at + length; i++) roles[i] = note.tokens[i]?.kind === 'word' ? CONTENT : WALL;
  }
}

/** The surname behind a title is no disease: "Mrs Cole", « M. Zona ». "MS" and "MR" in capitals are no titles. */
function markNames({ text, tokens }: Note, classes: TokenClasses, roles: Uint8Array): void {
  for (const [at, { start, end }] of tokens.entries()) {
    if (classes.ofAny(HONORIFIC, at) === undefined || !/^\p{Lu}(?:\p{Ll}|$)/u.test(text.slice(start, end))) continue;
    const isLetter = end - start === 1;
    if (isLetter && tokens[at + 1]?.norm !== '.') continue;
    let name = at + 1;
    while (tokens[name]?.norm === '.' || /^\p{L}$/u.test(tokens[name]?.norm ?? '')) name++;
    if (tokens[name]?.capital && tokens[name]?.breaks === 0) roles[name] = WALL;
  }
}

function markToken(note: Note, classes: TokenClasses, roles: Uint8Array, at: number): void {
  const kind = note.tokens[at]?.kind;
  if (kind === 'punctuation') roles[at] = punctuationRole(note, classes, at);
  else if (kind === 'number') raise(roles, at, INNER);
  else {
    for (const { class: name, length } of classes.from(at))
      for (let i = 0; i < length; i++) raise(roles, at + i, ROLE_OF_CLASS[name] ?? CONTENT);
    if (isUnitOfRate(note, at)) roles[at] = BREAK;
    if (isInner(note, at)) raise(roles, at, INNER);
  }
}

/** Gives a token a role unless it has a stronger one. */
function raise(roles: Uint8Array, at: number, role: number): void {
  roles[at] = Math.max(roles[at] as number, role);
}

/** Whether a word is never an end of a phrase: one letter may be anything; "02h00" is two tokens. "#" is a word. */
function isInner(note: Note, at: number): boolean {
  const norm = note.tokens[at]?.norm ?? '';
  return isHour(note, at) || /^\p{L}$/u.test(norm) || norm.endsWith("'") || norm.startsWith("'");
}

/** Whether a word is the end of a time: the "h30" of "21h30". */
function isHour({ tokens }: Note, at: number): boolean {
  return /^h[0-5]\d$/.test(tokens[at]?.norm ?? '') && tokens[at]?.spaces === 0 && tokens[at - 1]?.kind === 'number';
}

/** The full stop of an abbreviation belongs to it: "ins. rénale". */
function punctuationRole({ tokens }: Note, classes: TokenClasses, at: number): number {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (JOINING_PUNCTUATION.has(token?.norm ?? '')) return BREAK;
  const isOwn = token?.norm === '.' && before?.end === token.start;
  return isOwn && ABBREVIATED.some((name) => classes.is(name, at - 1)) ? INNER : WALL;
}

/** The class of titles of persons. */
const HONORIFIC = 'HONORIFIC';

/** The class of lists of letters, each of which stands for a symptom. */
export const LETTER_LIST = 'LETTER_LIST';

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
  const extend = ({ opens, hard, end }: Cue) => {
    if (opens) reach.opens = Math.max(reach.opens, end);
    if (hard) reach.hard = Math.max(reach.hard, end);
    else reach.soft = Math.max(reach.soft, end);
  };
  for (const [at, token] of note.tokens.entries()) {
    for (let cue = sorted[next]; cue !== undefined && cue.start <= token.start; cue = sorted[++next]) extend(cue);
    const role = roles[at] as number;
    if (token.end <= reach.opens) roles[at] = Math.max(role, DENIAL);
    else if (token.end <= reach.hard) roles[at] = Math.max(role, BREAK);
    else if (token.end <= reach.soft) roles[at] = Math.max(role, role === CONTENT ? TERM_CUE : BREAK);
  }
}
