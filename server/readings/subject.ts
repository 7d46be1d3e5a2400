/** What is known of a measured span before its value is read. */

import type { Quantity } from '../domain/readings.js';
import type { Line } from './line.js';
import { scaleOf } from './scale.js';

/**
 * What a span may be: a finding has a value only where a unit or its scale stands with it, a substance only a level in blood; a span without a
 * concept ("unnamed") one with a unit in which nothing is given.
 */
export type Measured = 'observable' | 'procedure' | 'finding' | 'substance' | 'unnamed';

export interface Subject {
  readonly line: Line;
  readonly kind: Measured;
  /** The greatest number of the score that the span names; null where it names none. */
  readonly scale: number | null;
  /** The value of the word of the class PRESSURE in the span; undefined where it names no pressure. */
  readonly pressure: string | null | undefined;
  readonly isEnzyme: boolean;
}

export function subjectOf(line: Line, kind: Measured): Subject {
  const pressure = kind === 'substance' ? undefined : inSpan(line, 'PRESSURE');
  return { line, kind, scale: scaleOf(line), pressure, isEnzyme: inSpan(line, 'ENZYME') !== undefined };
}

/** Whether the whole span is the name of what is measured, whatever concept is its first candidate: "NEWS2", "SBP", "creatinine". */
export function isMeasureByName(line: Line): boolean {
  return ['MEASURE', 'SCALE', 'PRESSURE'].some((name) => line.match(name, line.from)?.length === line.to - line.from);
}

/** The value of a word of a class within the span; undefined where there is none. */
function inSpan(line: Line, name: string): string | null | undefined {
  for (let at = line.from; at < line.to; at++) {
    const found = line.match(name, at);
    if (found !== undefined && at + found.length <= line.to) return found.value;
  }
  return undefined;
}

/** A number of tokens [from, to) without unit. */
export function bareQuantity(line: Line, from: number, to: number, value: number): Quantity {
  return { ...line.located(from, to), value, high: null, comparator: null, unit: null, component: null };
}
