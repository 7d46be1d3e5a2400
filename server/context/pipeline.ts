/** From a note and its spans to their contexts: the order of the stages. */

import type { Serving } from '../db/serving.js';
import { HAPPENINGS, SUBSTANCES } from '../domain/semantic-tags.js';
import type { Versions } from '../domain/versions.js';
import type { Lexicon } from '../lexicon/compile.js';
import { giveWay, runInSlices } from '../slices.js';
import { type Note, noteSteps } from '../text/note.js';
import { placeSteps } from '../text/place.js';
import { type ContextTarget, contextSteps } from './analyse.js';
import type { KnownConcepts } from './concept-traits.js';
import type { ContextEntry, ContextsAnswer, ContextsRequest } from './request.js';
import type { TargetKind } from './sentence-cues.js';

const SCTID = /^\d{6,18}$/;

/** What context analysis needs of the state that answers. */
export interface ContextState {
  readonly serving: Pick<Serving, 'releaseId'>;
  readonly lexicon: Lexicon;
  readonly versions: Versions;
}

/**
 * Reads a note, places the spans in it and analyses the context of each.
 * @param read the note, where it was read before with the same lexicon
 */
export async function extractContexts(
  knownConcepts: KnownConcepts,
  state: ContextState,
  request: ContextsRequest,
  signal: AbortSignal,
  read?: Note,
): Promise<ContextsAnswer> {
  const began = performance.now();
  const { text, concepts } = request;
  const codes = new Set(concepts.flatMap(({ code }) => (code && SCTID.test(code) ? [code] : [])));
  const traits = await knownConcepts.among(state.serving.releaseId, codes);
  const analysisBegan = performance.now();
  const note = read ?? (await runInSlices(noteSteps(text, request.language, state.lexicon.vocabulary), signal));
  await giveWay();
  const placed = await runInSlices(placeSteps(note, concepts), signal);
  const targets = placed.map((range, i): ContextTarget | null => {
    const known = traits.get(concepts[i]?.code ?? '');
    return range && { ...range, ...(known && { chronic: known.chronic, kind: kindOf(known.semanticTag) }) };
  });
  await giveWay();
  const { note_date: noteDate, explain } = request;
  const answers = await runInSlices(contextSteps(note, targets, state.lexicon, { noteDate, explain }), signal);
  const contexts = concepts.map(({ span, code }, i): ContextEntry => {
    const target = targets[i];
    const place = target ? { start: target.start, end: target.end } : {};
    const answer = answers[i] as (typeof answers)[number];
    return { code: code ?? null, span, ...answer, ...place };
  });
  const { versions } = state;
  const now = performance.now();
  return { contexts, versions, timings: { analysis: now - analysisBegan, total: now - began } };
}

function kindOf(semanticTag: string): TargetKind {
  if (SUBSTANCES.has(semanticTag)) return 'taken';
  return HAPPENINGS.has(semanticTag) ? 'had' : 'other';
}
