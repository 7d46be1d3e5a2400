/** Units that do not stand right behind their number: in brackets, behind them, or in a cell of their own. */

import type { Line } from './line.js';
import { type Unit, unitAt } from './units.js';

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

/** The unit of a number that ends before a token: "138 (135-145) mmol/L", "| 138 | 135-145 | mmol/L |". */
export function farUnit(line: Line, at: number): Unit | null {
  if (line.norm(at) === '|') return unitOfRow(line, at);
  const close = closeOf(line, at);
  return close < 0 ? null : (unitInBrackets(line, at) ?? unitAt(line, close + 1));
}

function unitOfRow(line: Line, at: number): Unit | null {
  for (let cell = at + 1; cell < line.tokens.length; cell++) {
    if (line.norm(cell - 1) !== '|') continue;
    const unit = unitAt(line, cell);
    if (unit !== null && (unit.to === line.tokens.length || line.norm(unit.to) === '|')) return unit;
  }
  return null;
}
