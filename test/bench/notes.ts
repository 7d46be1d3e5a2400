/** Notes of any length, for measuring: those of files, joined and cut. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const GOLDEN = fileURLToPath(new URL('../../../test/fixtures/notes/', import.meta.url));

/** Notes of a length, cut from the golden notes again and again. */
export function goldenNotes(length: number, count: number): string[] {
  const files = readdirSync(GOLDEN).filter((name) => name.endsWith('.txt'));
  const texts = files.map((name) => readFileSync(GOLDEN + name, 'utf8'));
  return Array.from({ length: count }, (_, i) => {
    const text = [...texts.slice(i % texts.length), ...texts.slice(0, i % texts.length)].join('\n');
    return text.repeat(Math.ceil(length / text.length)).slice(0, length);
  });
}

/**
 * Reads files of one JSON object with `text` a line.
 * @throws Error when they have none
 */
export function textsOf(files: readonly string[]): string[] {
  const texts = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => String((JSON.parse(line) as { text: string }).text)),
  );
  if (texts.length === 0) throw new Error('Name files of notes.');
  return texts;
}

/** @returns a note of a length, which begins at another place of the files (`textsOf`) for every number */
export function notesOf(files: readonly string[]): (length: number, number: number) => string {
  const texts = textsOf(files);
  return (length, number) => {
    let text = '';
    for (let i = number; text.length < length; i++) text += `${texts[i % texts.length]}\n\n`;
    return text.slice(0, length);
  };
}
