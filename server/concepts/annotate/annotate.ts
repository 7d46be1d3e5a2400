/** The first stage: a note with what each of its tokens is, so that no later stage asks the lexicon or the text again. */

import { giveWay, mapInSlices, runInSlices } from '../../slices.js';
import type { Note, Sentence } from '../../text/note.js';
import { tokenKeys } from '../../text/term-key.js';
import type { Vocabulary } from '../../text/vocabulary.js';
import type { AnnotatedNote } from './annotated-note.js';
import { markCarePlaces } from './care-place.js';
import { letterhead } from './letterhead.js';
import { relaxedRoles } from './relaxed-roles.js';
import { readSpelling } from './spelling.js';
import type { TermWords } from './term-words.js';
import { classSteps } from './token-classes.js';
import { type Cue, roleSteps } from './token-role.js';

/** What annotating needs of the state that answers. */
export interface AnnotationState {
  readonly vocabulary: Vocabulary;
  readonly termWords: TermWords;
  /** The ranges of a sentence that triggers of the context lexicon take. */
  readonly cuesOf: (note: Note, sentence: Sentence) => readonly Cue[];
}

export async function annotate(note: Note, state: AnnotationState, signal?: AbortSignal): Promise<AnnotatedNote> {
  const { vocabulary, termWords } = state;
  const cues = await mapInSlices(note.sentences, (sentence) => state.cuesOf(note, sentence));
  const classes = await runInSlices(classSteps(note, vocabulary), signal);
  const roles = await runInSlices(roleSteps(note, classes, cues.flat()), signal);
  await giveWay();
  markCarePlaces(note, classes, roles);
  const spelling = await readSpelling({ ...note, classes, roles, vocabulary }, termWords);
  const mended = note.tokens.map((token, at) => ({ ...token, norm: spelling.typos.get(at) ?? token.norm }));
  await giveWay();
  const keys = tokenKeys(mended);
  await giveWay();
  const annotated = { ...note, vocabulary, classes, roles, spelling, mended, keys };
  return {
    ...annotated,
    relaxedRoles: await relaxedRoles(annotated),
    head: letterhead(annotated),
    capitals: sentencesInCapitals(note),
  };
}

/** The sentences without a lower-case letter; abbreviations alone ("HR 124, BP 102/58") are no such sentence. */
function sentencesInCapitals(note: Note): ReadonlySet<number> {
  const found = note.sentences.map(({ start, end }, i) => {
    const text = note.text.slice(start, end);
    return text === text.toUpperCase() && /\p{L}{5}/u.test(text) ? i : -1;
  });
  return new Set(found);
}
