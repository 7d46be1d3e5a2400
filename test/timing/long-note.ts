/** Notes of any length whose words come in ever new order, so that no cache helps. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NOTES = fileURLToPath(new URL('../../../test/fixtures/notes/', import.meta.url));

let words: string[] | undefined;

/** A note of exactly `length` UTF-16 code units; the same one every time. */
export function longNote(length: number): string {
  words ??= readdirSync(NOTES)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => readFileSync(NOTES + name, 'utf8').split(/\s+/));
  let state = length;
  let text = '';
  while (text.length < length) {
    // Numerical Recipes' generator: good enough to shuffle words.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `${words[state % words.length]} `;
  }
  return text.slice(0, length);
}
