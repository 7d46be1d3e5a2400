/** Where two answers to one note differ, in lines for a reader. */

import type { Entry, HeldAnswer } from './answer.js';

const CALLS = ['concepts', 'contexts'] as const;
const SHOWN = 160;

/** One line for every member that differs: the call, the span, the path of the member, before and after. */
export function differences(before: HeldAnswer, now: HeldAnswer): string[] {
  return CALLS.flatMap((call) => {
    const [old, current] = [byPlace(before[call]), byPlace(now[call])];
    return [...new Set([...old.keys(), ...current.keys()])].flatMap((place) =>
      changes(old.get(place), current.get(place), '').map((change) => `${call} ${place}${change}`),
    );
  });
}

function byPlace(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [`${entry.start}-${entry.end} ${JSON.stringify(entry.span)}`, entry]));
}

function changes(before: unknown, now: unknown, path: string): string[] {
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  if (!isObject(before) || !isObject(now)) return [`${path}: ${shown(before)} -> ${shown(now)}`];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) =>
    changes(before[name], now[name], `${path} ${name}`),
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  const json = value === undefined ? 'nothing' : JSON.stringify(value);
  return json.length > SHOWN ? `${json.slice(0, SHOWN)}...` : json;
}
