/** Obstetric notes: beside the unborn child, "the mother" is the patient. */

import type { Lexicon } from '../lexicon/compile.js';
import type { Note } from '../text/note.js';
import { type AxisEvidence, type Candidate, without } from './resolve.js';
import type { SentenceCues } from './sentence-cues.js';

interface Place {
  readonly note: Note;
  readonly lexicon: Lexicon;
  readonly state: SentenceCues;
}

/**
 * The evidence on the subject without "the mother" where the note speaks of her unborn child. "Her mother", and a mother at the head of
 * an item ("Mother: asthma"), stay a relative.
 */
export function withoutMotherOfUnborn(place: Place, subject: AxisEvidence): AxisEvidence {
  if (subject.winner?.value !== 'family') return subject;
  const isMother = (candidate: Candidate): boolean => candidate.value === 'family' && namesMother(place, candidate);
  return isMother(subject.winner) && speaksOfUnborn(place) ? without(subject, isMother) : subject;
}

/** Whether a cue is the mother behind an article: "the mother", « la mère ». */
function namesMother({ note, lexicon, state }: Place, { cue: { match } }: Candidate): boolean {
  const words = lexicon.vocabulary.words[state.language];
  for (let at = Math.max(match.from, 1); at < match.to; at++) {
    if (words.is('MOTHER', note.tokens, at) && THE.has(note.tokens[at - 1]?.norm ?? '')) return true;
  }
  return false;
}

const THE = new Set(['the', 'la']);
const SPEAKING = new WeakMap<Note, boolean>();

/** Looked for once a note, and only where a mother decides. */
function speaksOfUnborn({ note, lexicon, state }: Place): boolean {
  let found = SPEAKING.get(note);
  if (found === undefined) {
    const words = lexicon.vocabulary.words[state.language];
    found = note.tokens.some((_, at) => words.is('UNBORN', note.tokens, at, note.tokens.length));
    SPEAKING.set(note, found);
  }
  return found;
}
