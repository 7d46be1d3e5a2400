/** Notes of any length, for measuring: those of files, joined and cut. */

import { readFileSync } from 'node:fs';

/**
 * Reads files of one JSON object with `text` a line.
 * @throws Error when they have none
 * @returns a note of a length, which begins at another place of the files for every number
 */
export function notesOf(files: readonly string[]): (length: number, number: number) => string {
  const texts = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => String((JSON.parse(line) as { text: string }).text)),
  );
  if (texts.length === 0) throw new Error('Name files of notes.');
  return (length, number) => {
    let text = '';
    for (let i = number; text.length < length; i++) text += `${texts[i % texts.length]}\n\n`;
    return text.slice(0, length);
  };
}
