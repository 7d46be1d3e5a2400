/** Elements that several resources have. */

import type { Annotation, CodeableConcept, Element, Quantity as FhirQuantity, Meta, Range } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import type { Quantity } from '../domain/readings.js';
import { DATA_ABSENT_EXTENSION, REVIEW, SNOMED_CT, UCUM } from './systems.js';

/** No character that a FHIR string lacks; each becomes one space, so offsets stay. */
export function fhirString(text: string): string {
  return text.replace(/(?![\r\n\t])[\s\p{Cc}]/gu, ' ');
}

/** The concept as the service codes it, and the words of the note. */
export function conceptOf({ span, code, candidates }: ExtractEntry): CodeableConcept {
  const text = fhirString(span);
  const display = candidates.find((candidate) => candidate.code === code)?.display;
  if (code === null) return { text };
  return { coding: [{ system: SNOMED_CT, code, ...(display && { display: fhirString(display) }) }], text };
}

export function coded(system: string, code: string): CodeableConcept {
  return { coding: [{ system, code }] };
}

/** What a reader sees first: the context in words. */
export function notesOf({ readable_note }: ExtractEntry): Annotation[] {
  return [{ text: fhirString(readable_note) }];
}

/** Marks what a person must review. */
export function metaOf({ status }: ExtractEntry): { meta?: Meta } {
  return isSure({ status }) ? {} : { meta: { tag: [{ system: REVIEW, code: status, display: 'For review' }] } };
}

export function isSure({ status }: Pick<ExtractEntry, 'status'>): boolean {
  return status === 'resolved';
}

/** An element that must be there and of which nothing is known. */
export function unknown(): Element {
  return { extension: [{ url: DATA_ABSENT_EXTENSION, valueCode: 'unknown' }] };
}

export function quantityOf({ value, comparator, unit }: Quantity): FhirQuantity {
  return { ...simpleQuantity(value, unit), ...(comparator && { comparator }) };
}

/** Both ends of a range; of "at most" or "at least" the end that is known. */
export function rangeOf({ value, high, comparator, unit }: Quantity): Range {
  if (comparator?.startsWith('<')) return { high: simpleQuantity(value, unit) };
  if (comparator !== null) return { low: simpleQuantity(value, unit) };
  return { low: simpleQuantity(value, unit), high: simpleQuantity(high ?? value, unit) };
}

/** A number that stands for itself. */
export function simpleQuantity(value: number, unit: string | null): FhirQuantity {
  return unit === null ? { value } : { value, unit: fhirString(unit), system: UCUM, code: unit };
}

/** A number or a range, under the names of FHIR. */
export function measured(quantity: Quantity): { valueQuantity: FhirQuantity } | { valueRange: Range } {
  return quantity.high === null ? { valueQuantity: quantityOf(quantity) } : { valueRange: rangeOf(quantity) };
}
