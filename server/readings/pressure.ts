/** Two numbers of a blood pressure: "138/84", "138 over 84", and "13/8" in centimetres of mercury. */

import type { Quantity } from '../domain/readings.js';
import type { Line } from './line.js';
import { codeOf, unitAt } from './units.js';

const NUMBER = String.raw`([1-9]\d{0,2}(?:[.,]\d)?)(?:-(\d{2,3}))?`;
const PAIR = new RegExp(`^${NUMBER}/${NUMBER}$`);
const ONE = new RegExp(`^${NUMBER}$`);
/** The greatest number that is told in centimetres of mercury. */
const MOST_CENTIMETRES = 30;
const LEAST_SYSTOLIC = 40;
const MOST_SYSTOLIC = 300;
const LEAST_DIASTOLIC = 10;

interface Read {
  readonly systolic: readonly [number, number | null];
  readonly diastolic: readonly [number, number | null];
  /** The words of both as offsets, and the token behind them. */
  readonly offsets: readonly [number, number, number, number];
  readonly to: number;
}

/**
 * A blood pressure at a token; null for none.
 * @param name the value of the word that names a pressure in the span; undefined where none does: then only what is no date is one
 */
export function pressureAt(line: Line, at: number, name: string | null | undefined): readonly Quantity[] | null {
  const read = pairAt(line, at);
  if (read === null || name === 'systolic' || name === 'diastolic') return null;
  const unit = unitAt(line, read.to);
  const [high, low] = [read.systolic[0], read.diastolic[0]];
  const isWritten = unit !== null && (unit.base === 'mm[Hg]' || unit.base === 'cm[Hg]' || unit.base === 'kPa');
  if (name === undefined && !isWritten) return null;
  const isCentimetres = high <= MOST_CENTIMETRES && low <= MOST_CENTIMETRES && high > low;
  const isPressure = high >= LEAST_SYSTOLIC && high <= MOST_SYSTOLIC && low >= LEAST_DIASTOLIC && low < high;
  if (!isPressure && !isCentimetres) return null;
  const code = isWritten ? codeOf(unit, false) : isCentimetres ? 'cm[Hg]' : 'mm[Hg]';
  const part = (
    start: number,
    end: number,
    [value, top]: readonly [number, number | null],
    component: 'systolic' | 'diastolic',
  ) => ({
    text: line.text.slice(start, end),
    start,
    end,
    value,
    high: top,
    comparator: null,
    unit: code,
    component,
  });
  const [a, b, c, d] = read.offsets;
  return [part(a, b, read.systolic, 'systolic'), part(c, d, read.diastolic, 'diastolic')];
}

function pairAt(line: Line, at: number): Read | null {
  const token = line.tokens[at];
  if (token?.kind !== 'number') return null;
  const pair = PAIR.exec(token.norm);
  if (pair !== null) {
    const slash = token.start + token.norm.indexOf('/');
    return {
      systolic: numbers(pair[1], pair[2]),
      diastolic: numbers(pair[3], pair[4]),
      offsets: [token.start, slash, slash + 1, token.end],
      to: at + 1,
    };
  }
  // "150s/90s"
  const first = isDecade(line, at + 1) ? at + 2 : at + 1;
  const over = line.norm(first) === '/' ? 1 : (line.match('OVER', first)?.length ?? 0);
  const second = line.tokens[first + over];
  const [high, low] = [ONE.exec(token.norm), ONE.exec(second?.norm ?? '')];
  if (over === 0 || second === undefined || high === null || low === null) return null;
  return {
    systolic: numbers(high[1], high[2]),
    diastolic: numbers(low[1], low[2]),
    offsets: [token.start, token.end, second.start, second.end],
    to: first + over + (isDecade(line, first + over + 1) ? 2 : 1),
  };
}

function isDecade(line: Line, at: number): boolean {
  return line.norm(at) === 's' && line.isGlued(at);
}

function numbers(low = '', high?: string): readonly [number, number | null] {
  return [Number(low.replace(',', '.')), high === undefined ? null : Number(high)];
}
