/**
 * The two files that hold answers: `NAME.jsonl` has them in full, but for held-out notes; any other name has the lines of sha256sum, one hash
 * a note. Both in the order of the ids.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { type HeldAnswer, hashOf } from './answer.js';
import type { SnapshotNote } from './notes.js';

/** What is known of a note: always the hash, the answer only where the file has it. */
export interface HeldNote {
  readonly id: string;
  readonly sha256: string;
  readonly answer?: HeldAnswer;
}

const isFull = (file: string): boolean => file.endsWith('.jsonl');

/** Writes the answers of notes. */
export function writeSnapshot(
  file: string,
  answers: readonly { readonly note: SnapshotNote; readonly answer: HeldAnswer }[],
): void {
  const lines = answers.map(({ note: { id, blind }, answer }) => {
    const sha256 = hashOf(answer);
    if (!isFull(file)) return `${sha256}  ${id}\n`;
    return `${JSON.stringify({ id, sha256, ...(blind ? {} : { answer }) })}\n`;
  });
  writeFileSync(file, lines.join(''));
}

/** Reads what `writeSnapshot` wrote, by id. */
export function readSnapshot(file: string): Map<string, HeldNote> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const notes = lines.map((line): HeldNote => {
    if (isFull(file)) return JSON.parse(line);
    const [sha256 = '', id = ''] = line.split('  ');
    return { id, sha256 };
  });
  return new Map(notes.map((note) => [note.id, note]));
}
