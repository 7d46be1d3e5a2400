/** Which spans of two readings of the same notes differ, and in what. */

import type { ConceptEntry } from '../../server/concepts/answer.js';

/** The spans of notes, by the note and the place in it. */
export type Read = ReadonlyMap<string, ConceptEntry>;

export interface Difference {
  /** Spans of either reading. */
  readonly spans: number;
  /** Spans with another code or status, and those that only one has. */
  readonly decided: number;
  readonly onlyOne: number;
  /** Spans with another cosine or margin. */
  readonly margin: number;
  /** Spans with other candidates, or other cosines of these. */
  readonly shown: number;
}

export function difference(one: Read, other: Read): Difference {
  const places = new Set([...one.keys(), ...other.keys()]);
  const found = { spans: places.size, decided: 0, onlyOne: 0, margin: 0, shown: 0 };
  for (const place of places) {
    const [a, b] = [one.get(place), other.get(place)];
    if (a === undefined || b === undefined) {
      found.onlyOne++;
      found.decided++;
      continue;
    }
    if (a.code !== b.code || a.status !== b.status) found.decided++;
    if (a.cosine !== b.cosine || a.margin !== b.margin) found.margin++;
    if (JSON.stringify(a.candidates) !== JSON.stringify(b.candidates)) found.shown++;
  }
  return found;
}
