/** The words that only what is read behind spans and said of them needs: no other stage sees them, so that they change no span and no context. */

import type { Language } from '../domain/language.js';
import { type ClassWord, WordIndex } from '../text/words.js';

/** The classes of these words, as lexicons/word-classes.tsv tells them. */
export const READING_CLASSES: ReadonlySet<string> = new Set([
  'AGO',
  'AS_NEEDED',
  'BETWEEN',
  'BY',
  'CHANGE',
  'COMPARATOR',
  'COURSE',
  'DAY_TIME',
  'DOSE_END',
  'DOSE_LEAD',
  'DURATION_LEAD',
  'ENZYME',
  'EVERY',
  'FRACTION',
  'FREQUENCY',
  'IF',
  'LATER',
  'MEASURE',
  'MERIDIEM',
  'METHOD',
  'MOMENT_LEAD',
  'MOMENT_LINK',
  'OF',
  'ONCE',
  'OVER',
  'PER',
  'PRESSURE',
  'ROUTE',
  'SCALE',
  'SPEED_LEAD',
  'STATUS',
  'SUPPORT',
  'TARGET',
  'TIMES',
  'TIMES_COUNT',
  'UNIT_CODE',
  'VAGUE',
  'VALUE_LEAD',
  'WEEKDAY',
  'WHEN',
]);

export type ReadingWords = Readonly<Record<Language, WordIndex>>;

/** The words of these classes, a language each. */
export function readingWords(rows: readonly ClassWord[]): ReadingWords {
  const of = (language: Language) =>
    new WordIndex(rows.filter((row) => row.language === language && READING_CLASSES.has(row.class)));
  return { en: of('en'), fr: of('fr') };
}
