/** Notes of terms as they are not in the terminology: what is near to a term, and none. */

import { readSeedFiles } from '../../server/terminology/seed-files.js';

/** Phrases a note: as many as a page of a real one has. */
const PHRASES = 20;
/** A prime step, so that neighbours in the files do not stand together. */
const STEP = 7_919;

const last = (words: readonly string[]) => words.at(-1) as string;

/** Ways to change a term; the other term lends a word. */
const WAYS: readonly ((words: readonly string[], other: readonly string[]) => readonly string[])[] = [
  (words, other) => [...words.slice(0, -1), last(other)],
  (words, other) => [...words, last(other)],
  (words) => [last(words), ...words.slice(0, -1)],
  (words) => (words.length > 2 ? words.slice(1) : words.map((word) => `${word}s`)),
  (words) => words.map((word, i) => (i === 0 && word.length > 6 ? word.slice(0, 3) + word.slice(4) : word)),
  (words, other) => [other[0] as string, ...words],
];

/** Notes without end, the same in every run. */
export function* variedNotes(seedDir = 'seed'): Generator<string> {
  const terms = readSeedFiles(seedDir).descriptions.filter(
    ({ kind, term }) => kind !== 'abbreviation' && / /.test(term),
  );
  for (const language of ['en', 'fr'] as const) {
    const split = terms.filter((each) => each.language === language).map(({ term }) => term.split(/\s+/));
    const at = (n: number) => split[(n * STEP) % split.length] as readonly string[];
    for (let n = 0; n < split.length; n += PHRASES) {
      const lines = Array.from({ length: PHRASES }, (_, i) => {
        const way = WAYS[(n + i) % WAYS.length] as (typeof WAYS)[number];
        return `- ${way(at(n + i), at(n + i + 1)).join(' ')}.`;
      });
      yield `${language === 'en' ? 'Problems' : 'Antécédents'}:\n${lines.join('\n')}\n`;
    }
  }
}
