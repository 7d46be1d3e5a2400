/** What FHIR has no element for: where the note names a thing, how sure the service is, and which words decided. */

import type { Extension } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import { AXES } from '../domain/axes.js';
import { dosageText } from './dosage.js';
import { conceptOf, fhirString, measured } from './elements.js';
import { AXIS, MENTION } from './systems.js';

/** Where a resource has a place of its own for these. */
export interface Carried {
  readonly concept: boolean;
  readonly values: boolean;
  readonly dosage: boolean;
}

/** The place of a span in the unit that was asked for. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** utf16, codepoint or utf8. */
  readonly unit: string;
}

/** One `mention` and an `axis` for each that is not null. */
export function extensionsOf(entry: ExtractEntry, place: Place, carried: Carried): Extension[] {
  return [mention(entry, place, carried), ...axes(entry)];
}

function mention(entry: ExtractEntry, { start, end, unit }: Place, carried: Carried): Extension {
  const { values = [], dosage } = entry;
  return {
    url: MENTION,
    extension: [
      { url: 'span', valueString: fhirString(entry.span) },
      { url: 'start', valueUnsignedInt: start },
      { url: 'end', valueUnsignedInt: end },
      { url: 'offsets', valueCode: unit },
      { url: 'language', valueCode: entry.language },
      ...(entry.section === null ? [] : [{ url: 'section', valueString: fhirString(entry.section) }]),
      { url: 'status', valueCode: entry.status },
      { url: 'concept-confidence', valueDecimal: entry.concept_confidence },
      { url: 'context-confidence', valueDecimal: entry.context_confidence },
      ...(carried.concept ? [] : [{ url: 'concept', valueCodeableConcept: conceptOf(entry) }]),
      ...(carried.values ? [] : values.map((value) => ({ url: 'value', ...measured(value) }))),
      ...(carried.dosage || dosage === undefined ? [] : [{ url: 'dosage', valueString: dosageText(dosage) }]),
    ],
  };
}

function axes({ context }: ExtractEntry): Extension[] {
  return AXES.flatMap((axis) => {
    const read = context[axis];
    if (read === null) return [];
    const trigger = read.trigger === null ? [] : [{ url: 'trigger', valueString: fhirString(read.trigger) }];
    return [
      {
        url: AXIS,
        extension: [
          { url: 'axis', valueCode: axis },
          { url: 'value', valueCode: read.value },
          { url: 'confidence', valueDecimal: read.confidence },
          ...trigger,
        ],
      },
    ];
  });
}
