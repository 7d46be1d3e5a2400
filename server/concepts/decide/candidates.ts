/** One ranked list of candidates from the forms of a span. */

import type { ExactDescription, NearestConcept } from '../../db/rank.js';
import type { ConceptDisplay } from '../../db/terminology.js';
import type { Candidate, Tier } from '../../domain/candidate.js';
import type { Language } from '../../domain/language.js';

/** Candidates shown for a span. */
const MOST = 5;

export interface RankedConcept {
  readonly sctid: string;
  readonly descriptionId: string;
  /** Cosine, four decimals. */
  readonly cosine: number;
  readonly tier: Tier;
}

/**
 * The distinct concepts nearest to any form of a span, best cosine first. Among equal cosines a concept with these very words
 * goes first, then what a patient has before what was done, measured, given or cut, then that whose description
 * comes first, then the lower SCTID, so that the order never depends on chance.
 * @param forms the nearest concepts of each form of the span
 * @param exact descriptions whose words are those of the span, those of its language first
 * @param mistyped whether they are so only once the typos of the span are mended
 */
export function mergeForms(
  forms: readonly (readonly NearestConcept[])[],
  exact: readonly ExactDescription[],
  norm: string,
  mistyped = false,
): RankedConcept[] {
  const tiers = new Map<string, Tier>();
  for (const hit of exact) {
    const tier = tierOf(hit, norm, mistyped);
    if (TIER_ORDER[tier] < TIER_ORDER[tiers.get(hit.sctid) ?? 'dense']) tiers.set(hit.sctid, tier);
  }
  const tags = new Map(exact.map((hit) => [hit.sctid, TAG_ORDER[hit.semantic_tag] ?? OTHER_TAG]));
  const best = new Map<string, RankedConcept>();
  for (const concept of forms.flat()) {
    const cosine = Math.round(concept.cosine * 1e4) / 1e4;
    const known = best.get(concept.sctid);
    if (known !== undefined && known.cosine >= cosine) continue;
    const { sctid, description_id: descriptionId } = concept;
    best.set(sctid, { sctid, descriptionId, cosine, tier: tiers.get(sctid) ?? 'dense' });
  }
  const tagOf = ({ sctid }: RankedConcept) => tags.get(sctid) ?? OTHER_TAG;
  const placeOf = ({ sctid }: RankedConcept) => exact.findIndex((hit) => hit.sctid === sctid);
  return [...best.values()]
    .sort((a, b) => compare(a, b, tagOf(a) - tagOf(b) || placeOf(a) - placeOf(b)))
    .slice(0, MOST);
}

function tierOf(hit: ExactDescription, norm: string, mistyped: boolean): Tier {
  if (mistyped) return 'typo';
  if (hit.kind === 'abbreviation') return 'abbreviation';
  return hit.term_norm === norm ? 'exact' : 'inflection';
}

const TIER_ORDER: Readonly<Record<Tier, number>> = { exact: 0, abbreviation: 1, inflection: 2, typo: 3, dense: 4 };

const TAG_ORDER: Readonly<Record<string, number>> = {
  disorder: 0,
  finding: 0,
  situation: 0,
  event: 0,
  procedure: 1,
  'regime/therapy': 1,
  'observable entity': 2,
  substance: 3,
  'medicinal product': 3,
  product: 3,
  'clinical drug': 3,
};
/** Body structures, morphologies, organisms and the like. */
const OTHER_TAG = 4;

function compare(a: RankedConcept, b: RankedConcept, byTerms: number): number {
  if (a.cosine !== b.cosine) return b.cosine - a.cosine;
  if (a.tier !== b.tier) return TIER_ORDER[a.tier] - TIER_ORDER[b.tier];
  if (byTerms !== 0) return byTerms;
  return a.sctid.length - b.sctid.length || (a.sctid < b.sctid ? -1 : 1);
}

/** A concept as an answer shows it: by its preferred term in a language, else the English one. */
export function shownCandidate(
  { sctid, cosine }: Pick<RankedConcept, 'sctid' | 'cosine'>,
  displays: ReadonlyMap<string, ConceptDisplay>,
  language: Language,
): Candidate {
  const { terms, semanticTag = '' } = displays.get(sctid) ?? {};
  return { code: sctid, display: terms?.[language] ?? terms?.en ?? '', semantic_tag: semanticTag, cosine };
}

/** Top cosine and margin to the second concept, four decimals; 0 and 0 without candidates (docs/http-api.md). */
export function topAndMargin(candidates: readonly { readonly cosine: number }[]): { cosine: number; margin: number } {
  const top = candidates[0]?.cosine ?? 0;
  const second = candidates[1]?.cosine ?? 0;
  return { cosine: top, margin: Math.round((top - second) * 1e4) / 1e4 };
}
