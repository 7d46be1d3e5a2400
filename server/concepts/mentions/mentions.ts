/** The second stage: what of a note may be the very words of a term. */

import { mapInSlices } from '../../slices.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { labelMentions } from './label-mentions.js';
import type { Mention } from './mention.js';
import { ngrams } from './ngrams.js';
import { predicateMentions } from './predicate-mentions.js';

/** The n-grams, labels and predicates of a note, sentence by sentence. */
export async function mentionsOf(note: AnnotatedNote): Promise<Mention[]> {
  const found = await mapInSlices(note.sentences, (_, index) => mentionsIn(note, index));
  return found.flat();
}

/** Those of one sentence. */
export function mentionsIn(note: AnnotatedNote, index: number): Mention[] {
  return [...ngrams(note, index), ...labelMentions(note, index), ...predicateMentions(note, index)];
}
