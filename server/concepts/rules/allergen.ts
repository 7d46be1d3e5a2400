/** What somebody is allergic to is filed as the allergy: under Allergies, and behind the words for one. */

import { CONDITIONS, MEASURES, SUBSTANCES } from '../../domain/semantic-tags.js';
import { sectionAt } from '../../text/note.js';
import { joinKeys } from '../../text/term-key.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { ALLERGIES, leavesAllergen } from '../lookup/allergy.js';
import type { Mention } from '../mentions/mention.js';
import type { Trace } from './evidence.js';
import { atMention, atToken, type ReviewRule, type TermSubject } from './rule.js';

/** The longest way to say an allergy before its allergen: "allergie à l'". */
const ALLERGY_TOKENS = 4;
/** The class of words between what somebody took and what came of it: "aspirin causes wheeze", "penicillin ?allergic". */
const REACTION = 'REACTION';

/** Signs before what is told of an allergen. */
const TELLING: ReadonlySet<string> = new Set(['-', '–', '(']);

/** Whether a mention is what its section, or the words before it, say an allergy to. */
export function isAllergen(note: AnnotatedNote, { sentence, from, language }: Mention): boolean {
  if (sectionAt(note, sentence) === ALLERGIES) return true;
  const begin = Math.max(note.sentences[sentence]?.from ?? from, from - ALLERGY_TOKENS);
  for (let at = begin; at < from; at++)
    if (leavesAllergen(joinKeys(note.tokens, note.keys, at, from), language)) return true;
  return false;
}

export const ALLERGEN: ReviewRule<TermSubject> = {
  id: 'allergen',
  when: ({ note, mention, hit: { semantic_tag: tag } }) => {
    if (SUBSTANCES.has(tag)) return isAllergen(note, mention) ? atMention(mention) : reactionBehind(note, mention);
    // A test is none, but for what is told of it: "platelets - urticaria".
    const isTold = !MEASURES.has(tag) || TELLING.has(lineToken(note, mention.to));
    return !CONDITIONS.has(tag) && isTold && isAllergen(note, mention) ? atMention(mention) : null;
  },
  fires: "Intolérance à l'[aspirine] en 2019.",
  quiet: 'Sous [aspirine] depuis 2019.',
};

/** The token at a place, where it stands on the line of the one before it. */
function lineToken({ tokens }: AnnotatedNote, at: number): string {
  return tokens[at]?.breaks === 0 ? tokens[at].norm : '';
}

/** "Aspirin = rash", "aspirin causes wheeze" */
function reactionBehind({ tokens, classes }: AnnotatedNote, { to }: Mention): Trace | null {
  if (tokens[to]?.norm === '=') return atToken(to);
  const told = tokens[to]?.norm === '?' ? to + 1 : to;
  const row = tokens[told]?.breaks === 0 ? classes.ofAny(REACTION, told) : undefined;
  return row === undefined ? null : { ...atToken(told), row };
}
