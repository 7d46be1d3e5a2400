/** How a medicine is taken, as FHIR says it. */

import type { Dosage as FhirDosage, TimingRepeat } from 'fhir/r4.js';
import type { Dosage, Frequency, Located, Quantity } from '../domain/readings.js';
import { fhirString, rangeOf, simpleQuantity } from './elements.js';
import { SNOMED_CT } from './systems.js';

/** UCUM codes of a length of time, as `Timing` takes them. */
const TIMES: ReadonlySet<string> = new Set(['s', 'min', 'h', 'd', 'wk', 'mo', 'a']);

/** Its words, in the order of the note. */
export function dosageText({ dose, route, frequency, duration }: Dosage): string {
  const parts = [dose, route, frequency, duration].filter((part): part is NonNullable<typeof part> => part !== null);
  const inOrder = parts.toSorted((a: Located, b: Located) => a.start - b.start);
  return fhirString([...new Set(inOrder.map(({ text }) => text))].join(' '));
}

export function dosageOf(dosage: Dosage): FhirDosage {
  const { dose, route, frequency, duration } = dosage;
  const repeat: TimingRepeat = { ...bounds(duration), ...times(frequency) };
  const text = dosageText(dosage);
  return {
    ...(text !== '' && { text }),
    ...(Object.keys(repeat).length > 0 && { timing: { repeat } }),
    ...(frequency?.as_needed && { asNeededBoolean: true }),
    ...(route && {
      route: {
        ...(route.code && { coding: [{ system: SNOMED_CT, code: route.code }] }),
        text: fhirString(route.text),
      },
    }),
    ...(dose && { doseAndRate: [amount(dose)] }),
  };
}

/** A dose has no comparator in FHIR: "at most 4 g" is a range with one end. */
function amount(dose: Quantity) {
  if (dose.high !== null || dose.comparator !== null) return { doseRange: rangeOf(dose) };
  return { doseQuantity: simpleQuantity(dose.value, dose.unit) };
}

function bounds(duration: Quantity | null): TimingRepeat {
  if (duration === null || duration.unit === null || !TIMES.has(duration.unit)) return {};
  if (duration.high !== null || duration.comparator !== null) return { boundsRange: rangeOf(duration) };
  return { boundsDuration: simpleQuantity(duration.value, duration.unit) };
}

function times(frequency: Frequency | null): TimingRepeat {
  if (frequency === null) return {};
  const { times: count, period, period_unit: periodUnit } = frequency;
  if (count === null || period === null || periodUnit === null) return {};
  return Number.isInteger(count) && count > 0 && period > 0 ? { frequency: count, period, periodUnit } : {};
}
