/** The texts of words that are embedded. */

import { foldTerm } from '../../text/normalize.js';
import type { KnownWords } from './term-mention.js';

/** The words as written and as meant, and the terms that have them in another form. */
export function formsOf({ words, meant, exact }: Pick<KnownWords, 'words' | 'meant' | 'exact'>): string[] {
  const written = foldTerm(words);
  const others = exact.filter((hit) => hit.term_norm !== written).map((hit) => hit.term);
  return [...new Set([words, ...(meant === undefined ? [] : [meant]), ...others])];
}
