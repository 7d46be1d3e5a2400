/** What an allergy did to the patient, as a note lists it behind its substance: "Allergies: penicillin (rash)". */

import type { ExtractEntry } from '../app/extract.js';
import { DISORDER, FINDING } from '../domain/semantic-tags.js';
import { type Kind, kindOf } from './kind.js';
import { standingOf } from './standing.js';

const SECTION = 'allergies';
const TAGS: ReadonlySet<string> = new Set([DISORDER, FINDING]);

/** What the spans of a note become, and the reactions of each allergy. */
export interface Kinds {
  readonly kindOf: (entry: ExtractEntry) => Kind | 'Reaction';
  readonly reactionsOf: (entry: ExtractEntry) => readonly ExtractEntry[];
}

/** @param spans in the order of the text */
export function kindsOf(spans: readonly ExtractEntry[]): Kinds {
  const kinds = new Map<ExtractEntry, Kind | 'Reaction'>();
  const reactions = new Map<ExtractEntry, ExtractEntry[]>();
  let allergy: ExtractEntry | null = null;
  for (const entry of spans) {
    const kind = kindOf(entry);
    if (entry.section !== SECTION) allergy = null;
    else if (kind === 'AllergyIntolerance') allergy = standingOf(entry) === 'affirmed' ? entry : null;
    const isReaction = isReactionTo(allergy, entry, kind);
    kinds.set(entry, isReaction ? 'Reaction' : kind);
    if (isReaction && allergy !== null) reactions.set(allergy, [...(reactions.get(allergy) ?? []), entry]);
  }
  return {
    kindOf: (entry) => kinds.get(entry) ?? kindOf(entry),
    reactionsOf: (entry) => reactions.get(entry) ?? [],
  };
}

function isReactionTo(allergy: ExtractEntry | null, entry: ExtractEntry, kind: Kind): boolean {
  const isSeen = kind === 'Condition' || kind === 'Observation';
  return allergy !== null && isSeen && standingOf(entry) === 'affirmed' && TAGS.has(entry.semantic_tag ?? '');
}
