/** Which of the labelled notes are held out from those who tune. */

import { createHash } from 'node:crypto';

/** The folders of the labelled notes. */
export const NOTE_FOLDERS = ['gold', 'judged', 'practice'] as const;
export type NoteFolder = (typeof NOTE_FOLDERS)[number];

export function isNoteFolder(name: string): name is NoteFolder {
  return NOTE_FOLDERS.some((folder) => folder === name);
}

/**
 * Whether a note is held out. Of the gold notes half are, by the hash of the file name, so that nobody chooses; of the practice notes the
 * last ones written (`f`) and of the judged ones the sets `b` and `d`, which nobody has read.
 */
export function isHeldOut(file: string, folder: NoteFolder): boolean {
  if (folder === 'practice') return file.includes('-f-');
  if (folder === 'judged') return /-[bd]-/.test(file);
  return Number.parseInt(createHash('sha256').update(file).digest('hex').slice(-1), 16) % 2 === 1;
}
