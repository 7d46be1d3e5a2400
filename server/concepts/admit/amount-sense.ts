/** What a number behind words tells of their sense: "potassium 4.1" was measured, "potassium 600 mg" is taken, "PA 178/94" is a blood pressure. */

import type { ExactDescription } from '../../db/rank.js';
import { MEASURES, OBSERVABLE, SUBSTANCES } from '../../domain/semantic-tags.js';
import { foldTerm } from '../../text/normalize.js';
import type { Note } from '../../text/note.js';
import { type Amount, endsInAmount } from '../annotate/amount.js';
import { type KnownWords, withOnly } from '../lookup/term-mention.js';

/** SCTID of "Blood pressure", which alone is told as one number over another. */
const BLOOD_PRESSURE = '75367002';

/** "IMC 30,4" is the body mass index, not the infirmité motrice cérébrale. */
function isObservableAbbreviation(hit: ExactDescription): boolean {
  return hit.kind === 'abbreviation' && hit.semantic_tag === OBSERVABLE;
}

/** The descriptions that may be meant where a unit may stand behind the last of their words: "O2 15 L" is no oxygen-15, "CKD 4 L AVF" a stage 4. */
export function withoutDosed(
  hits: readonly ExactDescription[],
  note: Note,
  { from, to }: { readonly from: number; readonly to: number },
): readonly ExactDescription[] {
  if (to - from === 1 || !endsInAmount(note, to)) return hits;
  return hits.filter(({ semantic_tag }) => !SUBSTANCES.has(semantic_tag));
}

/** The same without the concepts that the number behind the words speaks against, where others are left. */
export function senseOfAmount<T extends Pick<KnownWords, 'words' | 'exact' | 'refused'>>(known: T, amount: Amount): T {
  if (amount === null) return known;
  const written = foldTerm(known.words);
  const against = amount === 'dose' ? MEASURES : SUBSTANCES;
  const isPressure = amount === 'pressure' && known.exact.some((hit) => hit.sctid === BLOOD_PRESSURE);
  const isReading = amount !== 'dose' && known.exact.some(isObservableAbbreviation);
  const stays = (hit: ExactDescription) => {
    if (isPressure) return hit.sctid === BLOOD_PRESSURE;
    return isReading ? hit.semantic_tag === OBSERVABLE : !against.has(hit.semantic_tag);
  };
  const kept = known.exact.filter(stays);
  // "Bloods" are tests, and "blood" is none.
  if (!kept.some((hit) => hit.term_norm === written) || kept.length === known.exact.length) return known;
  return withOnly(known, kept);
}
