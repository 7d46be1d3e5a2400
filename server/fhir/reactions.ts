/** What an allergy did to the patient, as a note lists it behind its substance: "Allergies: penicillin (rash)". */

import type { ExtractEntry } from '../app/extract.js';
import { DISORDER, FINDING } from '../domain/semantic-tags.js';
import { type Kind, kindOf } from './kind.js';
import { standingOf } from './standing.js';

const SECTION = 'allergies';
const TAGS: ReadonlySet<string> = new Set([DISORDER, FINDING]);

/** What a span becomes among the others of its note. */
export interface Role {
  readonly kind: Kind | 'Reaction';
  /** Of an allergy. */
  readonly reactions: readonly ExtractEntry[];
}

/** @param spans in the order of the text */
export function rolesOf(spans: readonly ExtractEntry[]): Role[] {
  /** The reactions of the allergy that was named last. */
  let known: ExtractEntry[] | null = null;
  return spans.map((entry) => {
    const kind = kindOf(entry);
    const reactions: ExtractEntry[] = [];
    if (entry.section !== SECTION) known = null;
    else if (kind === 'AllergyIntolerance') known = standingOf(entry) === 'affirmed' ? reactions : null;
    else if (known !== null && isReaction(entry, kind)) {
      known.push(entry);
      return { kind: 'Reaction', reactions };
    }
    return { kind, reactions };
  });
}

function isReaction(entry: ExtractEntry, kind: Kind): boolean {
  const isSeen = kind === 'Condition' || kind === 'Observation';
  return isSeen && standingOf(entry) === 'affirmed' && TAGS.has(entry.semantic_tag ?? '');
}
