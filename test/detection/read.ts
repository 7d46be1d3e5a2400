/** Notes read with the shipped lexicon, for the tests of detection. */

import { triggerRanges } from '../../server/context/analyse.js';
import { tokenRoles } from '../../server/detection/token-role.js';
import { termWindows, type Window } from '../../server/detection/windows.js';
import type { RequestLanguage } from '../../server/domain.js';
import { type Note, readNote } from '../../server/text/note.js';
import { shippedLexicon } from '../support/annotated.js';

/** A note with the roles of its tokens; context cues count only with `cues: true`. */
export function read(
  text: string,
  { language = 'en', cues = false }: { language?: RequestLanguage; cues?: boolean } = {},
): { note: Note; roles: Uint8Array } {
  const lexicon = shippedLexicon();
  const note = readNote(text, language, lexicon.vocabulary);
  return { note, roles: tokenRoles(note, lexicon.vocabulary, cues ? triggerRanges(note, lexicon) : []) };
}

/** The words of windows. */
export function wordsOf(note: Note, windows: readonly Window[]): string[] {
  return windows.map(({ start, end }) => note.text.slice(start, end));
}

/** The windows of all sentences whose very words may be a term. */
export function allTermWindows(note: Note, roles: Uint8Array): Window[] {
  return note.sentences.flatMap((_, index) => termWindows(note, roles, index));
}
