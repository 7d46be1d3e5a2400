/** Cells of tables and other keys with an answer: "| Rash | No |", "Rash = no", "Rash ..... no", "Rash, no". */

import { LANGUAGES } from '../domain/language.js';
import { answerLength, byLine, hasSign, onNewLine } from './form-lines.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';

const SIGNS = new Set(['-', '+', '0']);
const SEPARATORS = new Set(['|', '=']);
const COMMA = new Set([',']);
/** What leads from a key to its answer in a row of them, and an arrow. */
const LEADERS = new Set(['.', '…', '_', '-', '→', '>']);
const ARROWS = new Set(['→', '…']);
/** The class of words that say how a drug is given. */
const GIVING = 'DOSING';
/** The class of answers that a medicine is stopped. */
const STOPPED = 'STOPPED';
/** Cells between a medicine and the word that it is stopped. */
const MAX_PASSED = 6;
const MAX_KEY = 5;
/** Tokens of a line that is a key, a comma and an answer. */
const MAX_LINE = 9;

/** Reads the sign between a key and its answer as a colon, and what stands behind the answer as another line. */
export function readCells(tokens: readonly Token[], vocabulary: Vocabulary): readonly Token[] {
  const needs = (from: number, to: number) =>
    hasSign(tokens, from, to, SEPARATORS) ||
    hasLeader(tokens, from, to) ||
    (to - from <= MAX_LINE && hasSign(tokens, from, to, COMMA));
  return byLine(tokens, needs, (line) => {
    const comma = commaBeforeAnswer(line, vocabulary);
    if (comma > 0) return line.map((token, i) => (i === comma ? asColon(token) : token));
    return cellLine(line, vocabulary);
  });
}

function cellLine(line: readonly Token[], vocabulary: Vocabulary): Token[] {
  const read: Token[] = [];
  let begins = false;
  let skipped = 0;
  for (const [at, token] of line.entries()) {
    if (at < skipped) continue;
    const sign = signLength(line, at, vocabulary);
    skipped = at + sign;
    if (sign > 0) read.push(asColon(token));
    else if (isPassedOver(line, at, vocabulary)) {
      begins = false;
      skipped = at + 1 + cellAnswer(line, at + 1, '|', vocabulary);
    } else if (token.norm === '|' && isBesideAnswer(line, at, vocabulary)) {
      begins = true;
      continue;
    } else read.push(begins ? beginning(line, read.length === 0, token) : token);
    begins = false;
  }
  return read;
}

/** How many tokens from here on stand between a key and its answer as a colon would. */
function signLength(line: readonly Token[], at: number, vocabulary: Vocabulary): number {
  const leader = leaderLength(line, at);
  if (leader > 0 && endsKey(line, at) && cellAnswer(line, at + leader, '=', vocabulary) > 0) return leader;
  return answersKey(line, at, vocabulary) || isBehindRelative(line, at, vocabulary) ? 1 : 0;
}

/** Whether a sign stands between a key and its answer. */
function answersKey(line: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  const token = line[at] as Token;
  if (!SEPARATORS.has(token.norm) || !endsKey(line, at) || isPassedOver(line, at, vocabulary)) return false;
  return cellAnswer(line, at + 1, token.norm, vocabulary) > 0;
}

/** Whether a relative fills the first cell of a row, which is about them then: "Mother | gout | 45 y". */
function isBehindRelative(line: readonly Token[], at: number, { words }: Vocabulary): boolean {
  const first = line[0]?.norm === '|' ? 1 : 0;
  if (line[at]?.norm !== '|' || at === first) return false;
  return LANGUAGES.some((language) =>
    words[language].matchesAt(line, first).some((match) => match.class === 'KIN' && match.length === at - first),
  );
}

function hasLeader(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (leaderLength(tokens, at, to) > 0) return true;
  return false;
}

/** How many signs lead from what stands before a token to what stands behind them, with a colon: two or more, or an arrow; 0 for none, and inside them. */
function leaderLength(tokens: readonly Token[], at: number, to = tokens.length): number {
  if (LEADERS.has(tokens[at - 1]?.norm ?? '')) return 0;
  let end = at;
  while (end < to && LEADERS.has((tokens[end] as Token).norm)) end++;
  const isLeader = end - at >= 2 || (end > at && ARROWS.has((tokens[at] as Token).norm));
  if (!isLeader) return 0;
  return tokens[end]?.norm === ':' && end < to ? end + 1 - at : end - at;
}

/** Whether a cell that ends before a sign may be a key: it has a word, and ends with it, a number or a bracket ("COVID-19", "RSV (PCR)"). */
function endsKey(line: readonly Token[], end: number): boolean {
  const last = line[end - 1];
  if (last?.kind === 'word') return true;
  if (last?.kind !== 'number' && last?.norm !== ')') return false;
  const limit = Math.max(0, end - MAX_LINE);
  for (let at = end - 1; at >= limit && line[at]?.norm !== '|'; at--) if (line[at]?.kind === 'word') return true;
  return false;
}

/**
 * Whether a bar opens a cell that stands between a medicine and the word that it is stopped: how it is given, or was
 * ("letrozole | 2.5 mg | od | stopped", "ramipril | yes | stopped"). Other columns have answers to questions of their own ("5 mg | no").
 */
function isPassedOver(line: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  let bar = at;
  for (let passed = 0; passed < MAX_PASSED; passed++) {
    if (line[bar]?.norm !== '|' || !endsKey(line, bar)) return false;
    const end = nextBar(line, bar);
    if (end < 0 || !(cellAnswer(line, bar + 1, '|', vocabulary) > 0 || isGiving(line, bar + 1, end, vocabulary)))
      return false;
    if (isStopped(line, end + 1, vocabulary)) return true;
    if (isStopped(line, bar + 1, vocabulary)) return false;
    bar = end;
  }
  return false;
}

/** The next bar behind a token; -1 for none. */
function nextBar(line: readonly Token[], at: number): number {
  for (let next = at + 1; next < line.length; next++) if (line[next]?.norm === '|') return next;
  return -1;
}

/** Whether a cell says that a medicine is stopped. */
function isStopped(line: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  const length = cellAnswer(line, at, '|', vocabulary);
  return length > 0 && LANGUAGES.some((language) => vocabulary.words[language].is(STOPPED, line, at, at + length));
}

/** Whether a cell says how something is given: it begins with a number, or is all a time or a way. */
function isGiving(line: readonly Token[], from: number, to: number, { words }: Vocabulary): boolean {
  if (line[from]?.kind === 'number') return true;
  return LANGUAGES.some((language) =>
    words[language].matchesAt(line, from, to).some((match) => match.class === GIVING && from + match.length === to),
  );
}

/** A token that begins a line; the first that is left of a line begins it as the line began. */
function beginning(line: readonly Token[], isFirst: boolean, token: Token): Token {
  return isFirst ? { ...token, breaks: line[0]?.breaks ?? 0, spaces: 0 } : onNewLine(token);
}

/** The length of an answer that fills a cell, or ends the line behind "="; 0 where there is none. */
function cellAnswer(line: readonly Token[], at: number, separator: string, vocabulary: Vocabulary): number {
  const isSign = separator === '|' && SIGNS.has(line[at]?.norm ?? '') && !isEmptyCell(line, at, vocabulary);
  const length = isSign ? 1 : answerLength(line, at, vocabulary);
  const next = line[at + length];
  if (length === 0) return 0;
  return next === undefined || next.norm === '|' || (next.kind === 'punctuation' && ',;.'.includes(next.norm))
    ? length
    : 0;
}

/** Whether a dash is a cell that was left empty: behind it stands one that is no key with an answer of its own ("| apixaban | - | ongoing |"). */
function isEmptyCell(line: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  if (line[at]?.norm !== '-' || line[at + 1]?.norm !== '|' || at + 2 >= line.length) return false;
  const end = nextBar(line, at + 1);
  return end < 0 || end === line.length - 1 || cellAnswer(line, end + 1, '|', vocabulary) === 0;
}

/** Whether a bar of a table only parts a key with its answer from what stands around. */
function isBesideAnswer(line: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  let next = at + 1;
  while (next < line.length && line[next]?.norm !== '|') next++;
  const opens = next < line.length && cellAnswer(line, next + 1, '|', vocabulary) > 0;
  let before = at - 1;
  while (before >= 0 && line[before]?.norm !== '|') before--;
  const closes = before >= 0 && cellAnswer(line, before + 1, '|', vocabulary) > 0;
  return closes || (opens && at === 0);
}

/** The comma of a line that is a key, a comma and an answer; 0 for none. */
function commaBeforeAnswer(line: readonly Token[], vocabulary: Vocabulary): number {
  const comma = line.findIndex(({ norm }) => norm === ',');
  if (comma < 1 || comma > MAX_KEY || line.slice(0, comma).some(({ kind }) => kind !== 'word')) return 0;
  const end = comma + 1 + answerLength(line, comma + 1, vocabulary);
  const isLast = end === line.length || (end === line.length - 1 && line[end]?.norm === '.');
  return end > comma + 1 && isLast ? comma : 0;
}

function asColon(token: Token): Token {
  return { ...token, kind: 'punctuation', norm: ':', lower: ':' };
}
