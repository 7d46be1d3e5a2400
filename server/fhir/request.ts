/** What a Bundle is made of: the answer of `extract`, and what of the request a resource repeats. */

import type { ExtractAnswer, ExtractRequest } from '../app/extract.js';

export type Answer = Pick<ExtractAnswer, 'language' | 'versions' | 'spans'>;

export type Request = Pick<ExtractRequest, 'text' | 'note_date' | 'offsets'> & {
  /** A reference to the Patient; without one the Bundle holds a Patient of whom nothing is known. */
  readonly patient?: string | undefined;
};
