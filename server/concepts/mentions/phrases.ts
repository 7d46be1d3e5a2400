/** Phrases, and the runs inside them that may be like a term although none has their words. */

import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { CONTENT, TERM_CUE } from '../annotate/token-role.js';
import { type Mention, mentionAt } from './mention.js';
import { trimmed } from './ngrams.js';

/** The longest phrase that is looked for by its vector. */
const LONGEST_PHRASE = 6;
/** A single word up to this length is like too many terms. */
const SHORT_WORD = 3;

/** Maximal runs without breaks that begin and end with a content word. */
export function phrases(note: AnnotatedNote): Mention[] {
  const found: Mention[] = [];
  for (const [index, sentence] of note.sentences.entries()) {
    if (sentence.kind === 'heading') continue;
    let from = sentence.from;
    for (let at = sentence.from; at <= sentence.to; at++) {
      const isOpen = at < sentence.to && (note.roles[at] as number) < TERM_CUE;
      if (isOpen) continue;
      const phrase = trimmed(note, index, { from, to: at });
      if (phrase !== null) found.push(phrase);
      from = at + 1;
    }
  }
  return found;
}

/** All runs inside a phrase that begin and end with a content word. */
export function runsOfPhrase(note: AnnotatedNote, phrase: Mention): Mention[] {
  const { roles, tokens } = note;
  const found: Mention[] = [];
  for (let from = phrase.from; from < phrase.to; from++) {
    if (roles[from] !== CONTENT) continue;
    let content = 0;
    for (let to = from + 1; to <= Math.min(phrase.to, from + LONGEST_PHRASE); to++) {
      if (roles[to - 1] !== CONTENT) continue;
      content++;
      if (to - from > 1 || (tokens[from]?.norm.length ?? 0) > SHORT_WORD)
        found.push(mentionAt(note, phrase.sentence, { from, to }, content));
    }
  }
  return found;
}
