/** Scores that are told with their parts: "3+4=7", "E3V4M5 = 12", "Child B8". */

import type { Quantity } from '../domain/readings.js';
import type { Line } from './line.js';
import { readNumber } from './numbers.js';
import { scoreAt } from './scale.js';
import { bareQuantity, type Subject } from './subject.js';

const PARTS = /^(?:[evmy]\d){1,3}$/;
/** A class and its points. */
const CLASS = /^[abc](\d{1,2})$/;

/** The total at a token; null for none. */
export function totalAt(subject: Subject, at: number): Quantity | null {
  const { line, scale, kind } = subject;
  const [, points] = CLASS.exec(line.norm(at)) ?? [];
  if (points !== undefined && scale !== null) return bareQuantity(line, at, at + 1, Number(points));
  const behind = pastParts(line, at);
  if (behind === at) return null;
  const from = line.norm(behind) === '=' || line.norm(behind) === '(' ? behind + 1 : behind;
  if (!line.isNumber(from)) return null;
  const score = scoreAt(line, from, scale, kind);
  const total = readNumber(line, from);
  return score ?? (total === null ? null : bareQuantity(line, from, total.to, total.value));
}

function pastParts(line: Line, at: number): number {
  let to = at;
  while (PARTS.test(line.norm(to))) to++;
  if (to > at || !line.isNumber(at)) return to;
  while (line.norm(to + 1) === '+' && line.isNumber(to + 2)) to += 2;
  return to > at ? to + 1 : at;
}
