/** What mentions are worth among those that they overlap. */

import type { Thresholds } from '../../db/serving.js';
import type { Language } from '../../domain/language.js';
import { MORPHOLOGY } from '../../domain/semantic-tags.js';
import { foldTerm } from '../../text/normalize.js';
import type { TermWords } from '../annotate/term-words.js';
import type { RankedConcept } from '../decide/candidates.js';
import { doubtOf, type Ranked } from '../decide/rank.js';
import { floorOf, mentionOf } from '../decide/status.js';
import { isTerm, type TermMention } from '../lookup/term-mention.js';
import { evidenceOf } from '../rules/apply.js';
import { PHRASE_RULES } from '../rules/dense.js';

/** A clinical phrase that the terminology lacks stands back behind a term in it. */
const CLINICAL_WEIGHT = 0.8;
/** How near a single word of other terms must be to a term to be taken for it. */
const PART_COSINE = 0.9;
/** How near a phrase must be to a concept to go before the terms in it. */
const WIDER_COSINE = 0.8;
/** What is too little to be chosen unless nothing else stands there. */
const UNRESOLVED_WEIGHT = 0.01;

export type RankedMention = TermMention & Ranked;

/** What scoring needs of the state that answers. */
export interface ScoringState {
  readonly thresholds: Partial<Record<Language, Thresholds>>;
  readonly termWords: TermWords;
}

/** The score of a mention whose words are a term or a clinical phrase. */
export function scoreOfTerm({ exact, content, from, to, variant, clinical }: TermMention): number {
  // "Lesion" stands back behind the "cystic lesion" that the terminology lacks.
  const isConcept = exact.some((hit) => content > 1 || hit.semantic_tag !== MORPHOLOGY);
  const weight = isConcept || clinical === 'whole' ? Math.max(1, content) : CLINICAL_WEIGHT;
  return weight + 0.1 * (to - from - (variant?.passed ?? 0));
}

/**
 * The cosine below which a mention that is no term is never chosen, whatever stands around it: `scoreOf` and `widerScore` are 0 there.
 * Infinite where it never is.
 */
export function leastCosine(mention: TermMention, { thresholds, termWords }: ScoringState): number {
  const { content, words, meant, language } = mention;
  if (content === 1 && meant !== undefined) return Number.POSITIVE_INFINITY;
  const least = mentionOf(thresholds[language]);
  return content === 1 && termWords.has(foldTerm(words)) ? Math.max(PART_COSINE, least) : least;
}

/** The score of words that are like a term: it grows with how far the cosine is above the floor. */
export function likenessScore(content: number, cosine: number, floor: number): number {
  return (content * Math.max(0, cosine - floor)) / (1 - floor);
}

/**
 * A mention with its score, and what its place among the terms says of its first concept.
 * @param terms the terms of the note, by their first tokens: no two overlap
 */
export function weigh(
  mention: RankedMention,
  terms: ReadonlyMap<number, TermMention>,
  state: ScoringState,
): RankedMention & { readonly score: number } {
  const [top] = mention.ranked;
  const cosine = top?.cosine ?? 0;
  const thresholds = state.thresholds[mention.language];
  // What nothing is chosen for, or what only the letters of an abbreviation make like a term, stands back behind every term in it.
  const doubt = doubtOf(mention);
  const isUnlike = doubt === 'unlike' || (doubt === 'letters' && top?.tier === 'dense');
  const likeness = isUnlike ? Math.min(cosine, mentionOf(thresholds)) : cosine;
  // A phrase for which nothing is chosen hides no term.
  const isNear = !isUnlike && cosine >= Math.max(WIDER_COSINE, floorOf(thresholds));
  const wider = isNear ? widerScore(mention, top, terms) : 0;
  const subject = {
    at: { from: mention.from, to: mention.to },
    top,
    isOther: mention.clinical === 'whole' && mention.exact.length === 0,
    isWider: wider > 0,
  };
  const evidence = [...mention.evidence, ...evidenceOf(PHRASE_RULES, subject, top?.sctid ?? null)];
  return { ...mention, evidence, score: Math.max(scoreOf(mention, likeness, state), wider) };
}

function scoreOf(mention: RankedMention, cosine: number, { thresholds: all, termWords }: ScoringState): number {
  if (isTerm(mention)) return scoreOfTerm(mention);
  const { content, words, meant, language } = mention;
  // "legs", "right": a word of many terms that is none itself is no finding, nor is one that is only mended to such a word.
  const isPart = cosine < PART_COSINE && termWords.has(foldTerm(words));
  if (content === 1 && (isPart || meant !== undefined)) return 0;
  const thresholds = all[language];
  const floor = floorOf(thresholds);
  if (cosine >= floor) return likenessScore(content, cosine, floor) + UNRESOLVED_WEIGHT;
  return cosine >= mentionOf(thresholds) ? UNRESOLVED_WEIGHT * content * cosine : 0;
}

/**
 * The score of a phrase that is wider than the terms in it and near to another concept: "vertebral osteomyelitis" is like "osteomyelitis
 * of vertebra", which says more than the osteomyelitis in it. 0 for others.
 */
function widerScore(
  mention: TermMention,
  top: RankedConcept | undefined,
  terms: ReadonlyMap<number, TermMention>,
): number {
  if (isTerm(mention) || top === undefined) return 0;
  const inside = [];
  for (let at = mention.from; at < mention.to; at++) {
    const term = terms.get(at);
    if (term !== undefined && term.exact.length > 0 && term.to <= mention.to) inside.push(term);
  }
  const isNew = !inside.some(({ exact }) => exact.some((hit) => hit.sctid === top.sctid));
  return inside.length > 0 && isNew ? mention.content * top.cosine : 0;
}
