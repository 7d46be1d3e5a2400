/** Scores out of a greatest number: "15/15", "7 out of 10". */

import type { Quantity } from '../domain/readings.js';
import type { Line } from './line.js';

const SCORE = /^(\d{1,3}(?:[.,]\d)?)(?:-(\d{1,3}))?\/(\d{1,3})$/;
const PART = /^(\d{1,3}(?:[.,]\d)?)(?:-(\d{1,3}))?$/;
/** Above the months of a year: "21/30" is no date. */
const MONTHS = 12;
const DAYS = 31;

/** The greatest number of the scale that the span names; null where it names none. */
export function scaleOf(line: Line): number | null {
  let greatest: number | null = null;
  for (let at = line.from; at < line.to; at++) {
    const found = line.match('SCALE', at);
    if (found !== undefined) greatest = Math.max(greatest ?? 0, Number(found.value));
  }
  return greatest;
}

/** The score at a token, without the greatest number behind it; null for none. */
export function scoreAt(line: Line, at: number, scale: number | null, kind: string): Quantity | null {
  if (!line.isNumber(at)) return null;
  return (
    several(line, at, scale) ?? glued(line, at, scale, kind) ?? rangeAt(line, at, scale) ?? apart(line, at, scale, kind)
  );
}

/** "Apgar 9/10/10": the first. */
function several(line: Line, at: number, scale: number | null): Quantity | null {
  const parts = line.norm(at).split('/');
  const [first = ''] = parts;
  if (scale === null || parts.length < 3 || !parts.every((part) => Number(part) <= scale)) return null;
  const start = line.tokens[at]?.start ?? 0;
  return toScore(line, start, start + first.length, first, undefined);
}

function glued(line: Line, at: number, scale: number | null, kind: string): Quantity | null {
  const [, low = '', high, most] = SCORE.exec(line.norm(at)) ?? [];
  if (most === undefined || !isOf(Number(low.replace(',', '.')), Number(most), scale, kind)) return null;
  const start = line.tokens[at]?.start ?? 0;
  return toScore(line, start, start + line.norm(at).indexOf('/'), low, high);
}

/** "7 out of 10", "7 / 10". */
function apart(line: Line, at: number, scale: number | null, kind: string): Quantity | null {
  const [, low, high] = PART.exec(line.norm(at)) ?? [];
  const over = line.norm(at + 1) === '/' ? 1 : (line.match('OVER', at + 1)?.length ?? 0);
  if (low === undefined || over === 0 || !/^\d+$/.test(line.norm(at + 1 + over))) return null;
  const token = line.tokens[at];
  if (token === undefined || (scale === null && (kind === 'finding' || kind === 'unnamed'))) return null;
  return toScore(line, token.start, token.end, low, high);
}

/** "6 à 8/10" */
function rangeAt(line: Line, at: number, scale: number | null): Quantity | null {
  const range = line.match('RANGE', at + 1)?.length ?? 0;
  const second = line.tokens[at + 1 + range];
  const [, high = '', , most] = SCORE.exec(second?.norm ?? '') ?? [];
  const low = line.norm(at);
  if (range === 0 || second === undefined || most === undefined || scale === null || !/^\d+$/.test(low)) return null;
  const end = second.start + second.norm.indexOf('/');
  return Number(high) > Number(low) ? toScore(line, line.tokens[at]?.start ?? 0, end, low, high) : null;
}

/** Whether a number over another is a score and no day of a month. */
function isOf(value: number, most: number, scale: number | null, kind: string): boolean {
  if (value > most) return false;
  if (scale !== null) return most > MONTHS || most <= scale;
  return kind === 'observable' && most > MONTHS && (value > MONTHS || most > DAYS);
}

function toScore(line: Line, start: number, end: number, low: string, high: string | undefined): Quantity {
  return {
    text: line.text.slice(start, end),
    start,
    end,
    value: Number(low.replace(',', '.')),
    high: high === undefined ? null : Number(high),
    comparator: null,
    unit: null,
    component: null,
  };
}
