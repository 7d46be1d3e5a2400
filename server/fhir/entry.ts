/** What is mapped: a span with its concept, its context and what was read behind it. */

import type { ExtractAnswer, ExtractEntry, ExtractRequest } from '../app/extract.js';

export type Entry = ExtractEntry;

export type Answer = Pick<ExtractAnswer, 'language' | 'versions'> & { readonly spans: readonly Entry[] };

export type Request = Pick<ExtractRequest, 'text' | 'note_date' | 'offsets'> & {
  /** A reference to the Patient; without one the Bundle holds a Patient of whom nothing is known. */
  readonly patient?: string | undefined;
};
