/** From a note to coded spans: the stages, each called once, in their order. */

import type { Kysely } from 'kysely';
import type { Serving, Thresholds } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import type { Language } from '../domain/language.js';
import type { Versions } from '../domain/versions.js';
import type { Embedder, Encode } from '../domain/work.js';
import { giveWay, mapInSlices, runInSlices } from '../slices.js';
import { type Note, noteSteps, sectionAt } from '../text/note.js';
import { readAbbreviations } from './admit/abbreviations.js';
import { admit } from './admit/admit.js';
import { soundLabels } from './admit/labels.js';
import { type AnnotationState, annotate } from './annotate/annotate.js';
import { isOtherLanguage } from './annotate/other-language.js';
import type { ConceptEntry, ConceptsAnswer, ConceptsRequest } from './answer.js';
import { decide, display } from './decide/decide.js';
import type { DecisionWeights } from './decide/decision.js';
import { explain } from './decide/explain.js';
import { rankAll } from './decide/rank.js';
import { floorOf } from './decide/status.js';
import { denseMentions } from './lookup/dense-mentions.js';
import { lookUp } from './lookup/look-up.js';
import { nearestOfKnown } from './lookup/nearest-of-known.js';
import { type NeighbourTools, neighboursOf } from './lookup/neighbours.js';
import { promising } from './lookup/promising.js';
import type { RankingDatabase } from './lookup/ranking-database.js';
import { mentionsOf } from './mentions/mentions.js';
import { boundaryCheck } from './rules/boundary-check.js';
import { leastCosine } from './select/scores.js';
import { chooseTerms, isInHead, isOrdinary, select } from './select/select.js';
import type { PhraseState } from './standing-phrases.js';

/** What concept extraction needs of the process. */
export interface ConceptTools {
  readonly db: Kysely<Database>;
  readonly types: RankingDatabase['types'];
  readonly neighbours: NeighbourTools;
}

/** What it needs of the state that answers. */
export interface ConceptState extends AnnotationState, PhraseState {
  readonly serving: Serving;
  readonly model: Embedder;
  readonly thresholds: Partial<Record<Language, Thresholds>>;
  readonly weights: DecisionWeights;
  readonly versions: Versions;
}

/** An answer, the note as it was read, and where each span stands in it. */
export interface ExtractedConcepts extends ConceptsAnswer {
  readonly note: Note;
  readonly places: readonly { readonly language: Language; readonly section: string | null }[];
}

/** Reads a note, finds its spans and ranks the concepts of each. */
export async function extractConcepts(
  tools: ConceptTools,
  state: ConceptState,
  request: ConceptsRequest,
  signal: AbortSignal,
): Promise<ExtractedConcepts> {
  const { termWords, thresholds, model, versions } = state;
  const encode: Encode = (texts, options) => model.encode(texts, options);
  const began = performance.now();
  const { db, types, neighbours } = tools;
  const ranking: RankingDatabase = {
    db,
    types,
    serving: state.serving,
    known: neighboursOf(neighbours, state.serving, model),
    spent: { embedding: 0, ranking: 0 },
  };
  const read = await runInSlices(noteSteps(request.text, request.language, state.vocabulary), signal);
  const note = await annotate(read, state, signal);
  const isOther = request.language === 'auto' && isOtherLanguage(note, termWords);
  const reading = performance.now() - began;
  await giveWay();
  const mentions = await mentionsOf(note);
  await giveWay();
  const lookedUp = await lookUp(note, mentions, ranking);
  const admitted = soundLabels(await admit(note, lookedUp, termWords));
  const plain = mentions.filter(({ sign }) => sign === undefined);
  const terms = chooseTerms(note, await readAbbreviations(note, plain, admitted, ranking, termWords));
  await giveWay();
  const dense = await denseMentions(note, terms.chosen, terms.known, termWords);
  const outside = dense.filter((mention) => !isInHead(note, mention));
  const like = await promising(ranking, encode, outside, (mention) => leastCosine(mention, state), signal);
  const toRank = [...terms.chosen, ...like];
  const nearest = await nearestOfKnown(ranking, encode, toRank, signal);
  const ranked = await rankAll(ranking, toRank, nearest, ({ language }) => floorOf(thresholds[language]));
  const chosen = await select(ranked, terms.chosen, state);
  await giveWay();
  const checked = boundaryCheck(note, terms.known, chosen);
  const clinical = chosen.filter((span) => !isOrdinary(span));
  const spans = await mapInSlices(clinical, (span) => ({ ...span, evidence: [...span.evidence, ...checked(span)] }));
  const displayed = await display(note, spans, ranking, state);
  const entries = await decide(note, displayed);
  const explained = request.explain ? await explain(note, displayed, ranking, state) : [];
  return {
    concepts: entries.map((entry, i): ConceptEntry => ({ ...entry, ...(explained[i] && { explain: explained[i] }) })),
    language: isOther ? 'other' : read.language,
    note: read,
    places: spans.map(({ language, sentence }) => ({ language, section: sectionAt(read, sentence) ?? null })),
    versions,
    timings: { reading, ...ranking.spent, total: performance.now() - began },
  };
}
