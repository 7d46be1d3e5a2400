/** What `searchTerms` takes and gives: the concepts of the served terminology that are nearest to a phrase. */

import type { Candidate } from '../domain/candidate.js';
import type { Language } from '../domain/language.js';
import type { Versions } from '../domain/versions.js';

/** As many concepts as are ranked for a phrase. */
export const MOST_FOUND = 5;

export interface TermSearchRequest {
  readonly query: string;
  /** Of the phrase, and of the terms that are answered, where there is one in it. */
  readonly language: Language;
  /** Concepts at most, 1 to `MOST_FOUND`. */
  readonly limit: number;
}

export interface TermSearchAnswer {
  /** Best first; the cosine is between the phrase and the nearest term of the concept. */
  readonly concepts: readonly Candidate[];
  readonly versions: Versions;
}
