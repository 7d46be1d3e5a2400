/** Which of its meanings an abbreviation has in a note: by what follows it, by its section, and by the words of the note. */

import { CONDITIONS } from '../../domain/semantic-tags.js';
import { foldTerm } from '../../text/normalize.js';
import { termKey } from '../../text/term-key.js';

/** A concept that an abbreviation may stand for, with its terms. */
export interface Sense {
  readonly sctid: string;
  readonly semanticTag: string;
  readonly terms: readonly string[];
}

/** What stands around an abbreviation. */
export interface Surroundings {
  /** Whether a number follows: "IMC 30,4". */
  readonly measured: boolean;
  readonly section: string | undefined;
  /** The keys (`termKey`) of the words of the note. */
  readonly words: ReadonlySet<string>;
}

const MEASURING = /\b(?:measurement|dosage|mesure)\b/;
const LONG_WORDS = /\p{L}{4,}/gu;
const MEASURED: ReadonlySet<string> = new Set(['observable entity']);
/** The tags that the lines of a section mostly have. */
const TAGS_OF_SECTION: Readonly<Record<string, ReadonlySet<string>>> = {
  vital_signs: MEASURED,
  laboratory: new Set(['observable entity', 'procedure', 'substance']),
  investigations: new Set(['observable entity', 'procedure']),
  imaging: new Set(['procedure']),
  medications: new Set(['substance', 'medicinal product', 'product', 'clinical drug']),
  surgical_history: new Set(['procedure']),
  past_history: CONDITIONS,
  diagnosis: new Set(['disorder', 'finding']),
  assessment: new Set(['disorder', 'finding']),
};
const WEIGHTS = { measured: 2, section: 1, word: 1 };

/** The concept that the surroundings speak for, alone and above all others; undefined where they do not tell. */
export function senseOf(senses: readonly Sense[], around: Surroundings): string | undefined {
  const wordsOf = senses.map((sense) => wordKeys(sense.terms));
  const scores = senses.map((sense, i) => {
    const shared = (word: string) => wordsOf.some((words, other) => other !== i && words.has(word));
    const own = [...(wordsOf[i] ?? [])].filter((word) => around.words.has(word) && !shared(word)).length;
    const fits = TAGS_OF_SECTION[around.section ?? '']?.has(sense.semanticTag) === true;
    const measured = around.measured && MEASURED.has(sense.semanticTag);
    return own * WEIGHTS.word + (fits ? WEIGHTS.section : 0) + (measured ? WEIGHTS.measured : 0);
  });
  const best = Math.max(0, ...scores);
  const leaders = senses.filter((_, i) => scores[i] === best);
  return best > 0 && leaders.length === 1 ? leaders[0]?.sctid : undefined;
}

/**
 * Whether a word of the names of a concept stands in the note, one that few terms have: "failure" says nothing of an erectile failure.
 * @param words the keys (`termKey`) of the words of the note
 * @param isTelling whether few terms have a folded word
 */
export function isSpelledIn(
  terms: readonly string[],
  words: ReadonlySet<string>,
  isTelling: (word: string) => boolean,
): boolean {
  return longWords(terms).some((word) => words.has(termKey(word)) && isTelling(word));
}

/** Whether a name says that something is measured: "glucose measurement". */
export function isMeasurement(terms: readonly string[]): boolean {
  return terms.some((term) => MEASURING.test(foldTerm(term)));
}

function wordKeys(terms: readonly string[]): Set<string> {
  return new Set(longWords(terms).map(termKey));
}

function longWords(terms: readonly string[]): string[] {
  return terms.flatMap((term) => foldTerm(term).match(LONG_WORDS) ?? []);
}
