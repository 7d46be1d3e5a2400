/** Spans that name an absence: "no allergies", "NKDA", « pas de protéinurie ». */

import type { Lexicon } from '../lexicon/compile.js';
import type { Note } from '../text/note.js';
import type { ClassMatch } from '../text/words.js';
import type { Decision } from './decision.js';
import type { SentenceCues, TokenSpan } from './sentence-cues.js';

/** What an absence is of, in place of the reason of a row. */
export const ABSENCE = 'absence';
export const NO_ALLERGY = 'no_allergy';
/** The value of words of the class ABSENT that speak of an allergy. */
const ALLERGY = 'allergy';

interface Place {
  readonly note: Note;
  readonly lexicon: Lexicon;
  readonly state: SentenceCues;
  readonly target: TokenSpan;
}

/**
 * A span that holds its own "no", and with it is the name of a concept, says that this absence is there: it is affirmed, as "afebrile"
 * is, whatever its words. Any other span is denied by the "no" in it ("[no fever]"), and a hedged one stays in doubt.
 */
export function namedAbsence(place: Place, assertion: Decision, certainty: Decision): Decision {
  if (assertion.source !== 'in_span' || assertion.value !== 'negated' || certainty.value !== 'confirmed') {
    return assertion;
  }
  const absent = absentThing(place);
  if (absent === null) return assertion;
  return { ...assertion, value: 'affirmed', reason: absent.value === ALLERGY ? NO_ALLERGY : ABSENCE };
}

/** The thing in a span whose absence is a concept; null where it has none. */
function absentThing({ note, lexicon, state, target }: Place): ClassMatch | null {
  const words = lexicon.vocabulary.words[state.language];
  for (let at = target.from; at < target.to; at++) {
    const found = words.matchesAt(note.tokens, at, target.to).find((match) => match.class === 'ABSENT');
    if (found) return found;
  }
  return null;
}
