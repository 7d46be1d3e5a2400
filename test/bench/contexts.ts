/**
 * `npm run bench -- contexts`: context analysis inside one process, on one core. 1,000 spans in notes of 2,000 characters made of the
 * golden notes, and the time of a text four times as long.
 */

import { fileURLToPath } from 'node:url';
import { analyseContexts } from '../../server/context/analyse.js';
import type { Range } from '../../server/domain/range.js';
import { compileLexicon, type Lexicon } from '../../server/lexicon/compile.js';
import { readLexiconFiles } from '../../server/lexicon/files.js';
import { readNote } from '../../server/text/note.js';
import { goldenNotes } from './notes.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const NOTE_LENGTH = 2_000;
const SPANS = 1_000;
const ROUNDS = 9;

/** Words of four letters or more, spread evenly over a text. */
function spans(text: string, count: number): Range[] {
  const words = [...text.matchAll(/\p{L}{4,}/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const step = words.length / count;
  return Array.from({ length: Math.min(count, words.length) }, (_, i) => words[Math.floor(i * step)] as Range);
}

/** Median milliseconds of reading and analysing all texts. */
function measure(lexicon: Lexicon, texts: readonly string[], spansEach: number): number {
  const targets = texts.map((text) => spans(text, spansEach));
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    for (const [i, text] of texts.entries()) {
      analyseContexts(readNote(text, 'auto', lexicon.vocabulary), targets[i] as Range[], lexicon);
    }
    return performance.now() - began;
  });
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number;
}

const lexicon = compileLexicon(readLexiconFiles(`${ROOT}lexicons`));
// 50 spans a note is about what concept extraction finds in 2,000 characters.
const spansEach = 50;
const time = measure(lexicon, goldenNotes(NOTE_LENGTH, SPANS / spansEach), spansEach);
process.stdout.write(
  `${SPANS} spans in notes of ${NOTE_LENGTH} characters: ${time.toFixed(1)} ms, ${Math.round((SPANS / time) * 1_000)} spans/s\n`,
);
// The first long text also pays for compilation, so it is not counted.
measure(lexicon, goldenNotes(100_000, 1), 2_000);
const short = measure(lexicon, goldenNotes(25_000, 1), 500);
const long = measure(lexicon, goldenNotes(100_000, 1), 2_000);
process.stdout.write(
  `a text of 25,000 characters: ${short.toFixed(1)} ms; four times as long: ${(long / short).toFixed(2)} times\n`,
);
