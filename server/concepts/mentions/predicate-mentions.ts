/** Things with what a verb says of them, as one mention: "the ECG was normal", "le foie est augmenté de volume". */

import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { BREAK, isContent, WALL } from '../annotate/token-role.js';
import { contentOf, type Mention, mentionAt, type TokenRange } from './mention.js';
import { mayBegin, mayEnd } from './ngrams.js';

/** The class of verbs between a thing and how it is. */
export const COPULA = 'COPULA';
/** The most tokens on either side of the verb. */
const LONGEST = 3;

/** The predicates of a sentence; `sign` tells that their verb is no word of a term. */
export function predicateMentions(note: AnnotatedNote, index: number): Mention[] {
  const sentence = note.sentences[index];
  if (sentence === undefined || sentence.kind === 'heading') return [];
  const found: Mention[] = [];
  for (let verb = sentence.from + 1; verb < sentence.to - 1; verb++) {
    if (!note.classes.is(COPULA, verb)) continue;
    for (const from of starts(note, verb, sentence)) {
      for (const to of ends(note, verb, sentence)) {
        const content = contentOf(note.roles, from, verb) + contentOf(note.roles, verb + 1, to);
        found.push({ ...mentionAt(note, index, { from, to }, content), sign: 'is', signAt: verb });
      }
    }
  }
  return found;
}

/** Where what the verb speaks of may begin: at each of the words right before it. */
function starts(note: AnnotatedNote, verb: number, { from: begin }: TokenRange): number[] {
  const found: number[] = [];
  for (let from = verb - 1; from >= Math.max(begin, verb - LONGEST) && isPart(note, from); from--)
    if (isContent(note.roles[from]) && mayBegin(note, from)) found.push(from);
  return found;
}

/** Where what it says may end. */
function ends(note: AnnotatedNote, verb: number, { to: end }: TokenRange): number[] {
  const found: number[] = [];
  for (let at = verb + 1; at < Math.min(end, verb + 1 + LONGEST) && isPart(note, at); at++)
    if (mayEnd(note, at)) found.push(at + 1);
  return found;
}

/** Whether a token may be a part of either side; a blank line parts them. */
function isPart({ roles, tokens }: AnnotatedNote, at: number): boolean {
  return (roles[at] ?? WALL) < BREAK && (tokens[at]?.breaks ?? 0) < 2;
}
