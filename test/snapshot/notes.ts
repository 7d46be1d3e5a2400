/** The notes whose answers are held: all that the repository has, those that are held out from readers too. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isHeldOut, NOTE_FOLDERS, type NoteFolder } from '../evaluation/held-out.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface SnapshotNote {
  /** Folder and file name without its ending: "gold/en-a-01". */
  readonly id: string;
  readonly text: string;
  /** ISO date of the note, where it has one. */
  readonly date?: string | undefined;
  /** Held out: its answers are kept as a hash, and never shown. */
  readonly blind: boolean;
}

/** Every note in the order of the ids; with a pattern, in which `*` stands for anything, those whose id has it. */
export function readNotes(pattern = '*'): SnapshotNote[] {
  const wanted = new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`);
  const notes = [...NOTE_FOLDERS.flatMap(labelledNotes), ...fixtures()].filter(({ id }) => wanted.test(id));
  return notes.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function labelledNotes(folder: NoteFolder): SnapshotNote[] {
  const directory = join(ROOT, 'test/evaluation', folder);
  return filesOf(directory, '.json').map((file) => {
    const { text, note_date: date } = JSON.parse(readFileSync(join(directory, file), 'utf8'));
    return {
      id: `${folder}/${file.replace('.json', '')}`,
      text,
      date: date ?? undefined,
      blind: isHeldOut(file, folder),
    };
  });
}

function fixtures(): SnapshotNote[] {
  const directory = join(ROOT, 'test/fixtures/notes');
  return filesOf(directory, '.txt').map((file) => ({
    id: `fixtures/${file.replace('.txt', '')}`,
    text: readFileSync(join(directory, file), 'utf8'),
    blind: false,
  }));
}

const filesOf = (directory: string, ending: string): string[] =>
  readdirSync(directory).filter((file) => file.endsWith(ending));

const escaped = (words: string): string => words.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
