/** Descriptions that have the words of a mention and are surely not meant by them. */

import type { ExactDescription } from '../../db/rank.js';
import { CONDITIONS } from '../../domain/semantic-tags.js';
import type { Note } from '../../text/note.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { Mention, TokenRange } from '../mentions/mention.js';
import { isConditionInShort } from '../rules/measure.js';

/** Per cent of oxygen, below which a share may be anything. */
const LEAST_SATURATION = 70;
/** The class of words for whose history it is that one speaks of: in "family history of gout" there is no history of gout. */
const FAMILY = 'FAMILY';
/** The class of words that deny what stands behind them. */
const DENIAL = 'DENIAL';

/** Whether a mention begins within the words that tell of a family: "family medical history of gout". */
export function isHistoryOfFamily({ tokens, classes }: AnnotatedNote, { from }: TokenRange): boolean {
  if (tokens[from]?.lower !== 'history') return false;
  const before = classes.ofAny(FAMILY, from - 1) ? from - 1 : from - 2;
  return classes.ofAny(FAMILY, before) !== undefined && tokens[from - 1]?.kind === 'word';
}

/** Whether a minus that ends a term stands in the note too: keys have none, and "infarctus ST+" is not "infarctus ST-". */
export function hasItsSign({ tokens }: Note, { to }: TokenRange, { term_norm }: ExactDescription): boolean {
  return !term_norm.endsWith('-') || tokens[to]?.norm === '-';
}

/** Whether a saturation before a mention tells where its letters stand: "SpO2 94% RA" is on room air, and no rheumatoid arthritis. */
export function isOnRoomAir({ tokens }: Note, { from }: TokenRange, hit: ExactDescription): boolean {
  const isSaturated = tokens[from - 1]?.norm === '%' && Number(tokens[from - 2]?.norm) >= LEAST_SATURATION;
  return isSaturated && isConditionInShort(hit);
}

/** Whether a mention has no content word: letters ("T&A"), or what a patient is or does ("lives alone"). */
export function isFunctional({ content, from, to }: Mention): boolean {
  return content === 0 && to - from > 1;
}

/** Whether a term may be meant by such words: letters in capitals, or with the capitals of the term; "no symptoms" denies some. */
export function mayBeFunctional(
  { classes }: AnnotatedNote,
  { from }: TokenRange,
  words: string,
  { kind, semantic_tag, term }: ExactDescription,
): boolean {
  if (classes.ofAny(DENIAL, from)) return false;
  if (kind === 'abbreviation') return words === words.toUpperCase();
  const capitals = term.match(/\p{Lu}{2,}/gu) ?? [];
  return CONDITIONS.has(semantic_tag) && capitals.every((part) => words.includes(part));
}
