/** What the words of a note say beyond the axes, where a resource has an element for it. */

import type { ExtractEntry } from '../app/extract.js';

/**
 * Values of the class STATUS of the lexicon: it is over and the patient is well; it has come back; a medicine was taken and is no longer;
 * a test was done and found nothing.
 */
export type Phrase = 'resolved' | 'remission' | 'recurrence' | 'stopped' | 'negative' | 'allergy';

/** Whether the words that decided an axis, or those of the span, say so. */
export function says(entry: ExtractEntry, phrase: Phrase): boolean {
  return decidedBy(entry, phrase) || (entry.said?.().bySpan.includes(phrase) ?? false);
}

/** Whether the words that decided an axis say so. */
export function decidedBy({ said }: ExtractEntry, phrase: Phrase): boolean {
  return said?.().byTriggers.includes(phrase) ?? false;
}
