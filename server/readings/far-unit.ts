/** Units that do not stand right behind their number: in brackets, behind them, or in a cell of their own. */

import type { Line } from './line.js';
import { type Unit, unitAt } from './units.js';
import { isFlag } from './when.js';

const MARKS = new Set(['*', '↑', '↓', '↗', '↘', '+', '!']);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** The token that closes the bracket at a token; -1 where none does. */
export function closeOf(line: Line, at: number): number {
  const closing = CLOSING[line.norm(at)];
  if (closing === undefined) return -1;
  for (let close = at + 1; close < line.tokens.length; close++) if (line.norm(close) === closing) return close;
  return -1;
}

/** The unit that alone fills the bracket at a token; null for none. */
export function unitInBrackets(line: Line, at: number): Unit | null {
  const unit = line.isNumber(at + 1) ? null : unitAt(line, at + 1);
  return unit !== null && unit.to === closeOf(line, at) ? unit : null;
}

/** The unit of a number that ends before a token: "138 (135-145) mmol/L", "| 138 H | 135-145 | mmol/L |", "28* g/L". */
export function farUnit(line: Line, at: number): Unit | null {
  if (isMark(line, at)) return unitAt(line, at + 1) ?? farUnit(line, at + 1);
  if (isCell(line, at)) return unitOfCells(line, at);
  if (line.norm(at) === '|') return unitOfRow(line, at);
  const close = closeOf(line, at);
  if (close < 0) return null;
  // "128 (L)" is low.
  return (isLetter(line, at + 1) ? null : unitInBrackets(line, at)) ?? unitAt(line, close + 1);
}

/** Whether a letter in brackets may say that a value is out of its range. */
function isLetter(line: Line, at: number): boolean {
  return /^[HLNB]$/.test(line.surface(at)) && line.norm(at + 1) === ')';
}

/** Whether a sign or letter only says that a value is out of its range. */
function isMark(line: Line, at: number): boolean {
  return MARKS.has(line.norm(at)) || isFlag(line, at);
}

/** Whether a token begins a cell, behind a tab or several blanks. */
function isCell(line: Line, at: number): boolean {
  return (line.tokens[at]?.spaces ?? 0) > 1 && line.tokens[at]?.breaks === 0;
}

/** The first unit that begins a cell of the line, with nothing but the numbers of a range before it. */
function unitOfCells(line: Line, at: number): Unit | null {
  for (let cell = at; cell < line.tokens.length && line.tokens[cell]?.breaks === 0; cell++) {
    const unit = isCell(line, cell) && !line.isNumber(cell) ? unitAt(line, cell) : null;
    if (unit !== null) return unit;
    if (line.isWord(cell) && !isFlag(line, cell)) return null;
  }
  return null;
}

function unitOfRow(line: Line, at: number): Unit | null {
  for (let cell = at + 1; cell < line.tokens.length; cell++) {
    if (line.norm(cell - 1) !== '|') continue;
    const unit = unitAt(line, cell);
    if (unit !== null && (unit.to === line.tokens.length || line.norm(unit.to) === '|')) return unit;
  }
  return null;
}
