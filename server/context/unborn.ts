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

/** Articles before the one mother who can be meant; "her mother" is another one. */
const THE: ReadonlySet<string> = new Set(['the', 'la']);
const SPEAKING = new WeakMap<Note, boolean>();

/**
 * The evidence on the subject without the mother of an unborn child: "the mother" in a note that speaks of it, "mother" by itself in a
 * sentence that does. "Her mother", and a mother who heads an item ("Mother: asthma"), stay a relative.
 */
export function withoutMotherOfUnborn(place: Place, subject: AxisEvidence): AxisEvidence {
  if (subject.winner?.value !== 'family') return subject;
  const isMother = (candidate: Candidate): boolean => candidate.value === 'family' && isOfUnborn(place, candidate);
  return isMother(subject.winner) ? without(subject, isMother) : subject;
}

function isOfUnborn(place: Place, { cue: { match } }: Candidate): boolean {
  const { note, lexicon, state } = place;
  const words = lexicon.vocabulary.words[state.language];
  for (let at = match.from; at < match.to; at++) {
    if (!words.is('MOTHER', note.tokens, at)) continue;
    const before = at > state.sentence.from ? note.tokens[at - 1] : undefined;
    if (before && THE.has(before.norm)) return noteSpeaks(place);
    const isBare = before === undefined || before.kind === 'punctuation';
    return isBare && speaks(place, state.sentence.from, state.sentence.to);
  }
  return false;
}

/** Looked for once a note, and only where a mother decides. */
function noteSpeaks(place: Place): boolean {
  let found = SPEAKING.get(place.note);
  if (found === undefined) {
    found = speaks(place, 0, place.note.tokens.length);
    SPEAKING.set(place.note, found);
  }
  return found;
}

function speaks({ note, lexicon, state }: Place, from: number, to: number): boolean {
  const words = lexicon.vocabulary.words[state.language];
  for (let at = from; at < to; at++) if (words.is('UNBORN', note.tokens, at, to)) return true;
  return false;
}
