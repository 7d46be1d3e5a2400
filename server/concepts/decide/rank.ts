/** The concepts of words in order, and what the rules find about the first. */

import { descriptionsById, type NearestConcept } from '../../db/rank.js';
import type { DescriptionKind, Tier } from '../../domain/candidate.js';
import type { ReviewReason } from '../../domain/review-reasons.js';
import { mapInSlices } from '../../slices.js';
import { foldTerm } from '../../text/normalize.js';
import { formsOf } from '../lookup/forms.js';
import { type RankingDatabase, timed } from '../lookup/ranking-database.js';
import { remembered } from '../lookup/term-memory.js';
import type { KnownWords } from '../lookup/term-mention.js';
import type { TokenRange } from '../mentions/mention.js';
import { evidenceOf } from '../rules/apply.js';
import { FORM_RULES, LIKENESS_RULES, type TopSubject } from '../rules/dense.js';
import { against, type Evidence, strongest } from '../rules/evidence.js';
import { mergeForms, type RankedConcept } from './candidates.js';

/** The tiers of a term with the very words. */
const VERY_WORDS: ReadonlySet<Tier> = new Set(['exact', 'abbreviation']);
/** The least cosine of texts that are the same but for order, signs or case. */
const SAME = 0.9999;

/** The concepts of words. */
export interface Ranked {
  /** Best first. */
  readonly ranked: readonly RankedConcept[];
  readonly evidence: readonly Evidence[];
}

/** Why the first concept is for review; null where nothing holds it back. */
export function doubtOf({ ranked, evidence }: Ranked): ReviewReason | null {
  return strongest(evidence, ranked[0]?.sctid ?? null);
}

type Words = KnownWords & TokenRange;
type Nearest = ReadonlyMap<string, readonly NearestConcept[]>;

/**
 * Ranks the concepts of words, and judges the first of each; one statement reads the terms that words are only like.
 * @param nearest the nearest concepts of each text of `formsOf`
 * @param leastOf the cosine below which nothing is chosen in any case
 */
export async function rankAll<T extends Words>(
  ranking: RankingDatabase,
  known: readonly T[],
  nearest: Nearest,
  leastOf: (words: T) => number,
): Promise<(T & Ranked)[]> {
  const ranked = await mapInSlices(known, (words) => ({ ...words, ...rankWords(words, nearest) }));
  const likeOf = ({ ranked: [top] }: T & Ranked) => (top?.tier === 'dense' ? top : undefined);
  const ids = new Set<string>();
  for (const words of ranked) {
    const top = likeOf(words);
    if (top !== undefined && top.cosine >= leastOf(words)) ids.add(top.descriptionId);
  }
  const { db, serving } = ranking;
  const terms = await timed(ranking, 'ranking', () =>
    remembered(ranking, 'description', ids, (missing) => descriptionsById(db, serving.releaseId, missing)),
  );
  return mapInSlices(ranked, (words) => {
    const top = likeOf(words);
    const term = top === undefined || top.cosine < leastOf(words) ? undefined : terms.get(top.descriptionId);
    return term === undefined ? words : { ...words, evidence: [...words.evidence, ...likeness(words, nearest, term)] };
  });
}

function rankWords(known: Words, nearest: Nearest): Ranked {
  const forms = formsOf(known).map((form) => notRefused(known, nearest, form));
  const merged = mergeForms(forms, known.exact, foldTerm(known.words), known.meant !== undefined);
  const ranked = withoutRearranged(merged, known.evidence);
  const subject = topSubject(known, ranked[0], nearest);
  if (subject === undefined) return { ranked, evidence: known.evidence };
  return { ranked, evidence: [...known.evidence, ...evidenceOf(FORM_RULES, subject, subject.top.sctid)] };
}

function notRefused({ refused }: KnownWords, nearest: Nearest, form: string): readonly NearestConcept[] {
  return (nearest.get(form) ?? []).filter(({ sctid }) => !refused.has(sctid));
}

function likeness(
  words: Words & Ranked,
  nearest: Nearest,
  term: { readonly term: string; readonly kind: DescriptionKind },
): readonly Evidence[] {
  const subject = topSubject(words, words.ranked[0], nearest);
  return subject === undefined ? [] : evidenceOf(LIKENESS_RULES, { ...subject, term }, subject.top.sctid);
}

function topSubject(known: Words, top: RankedConcept | undefined, nearest: Nearest): TopSubject | undefined {
  if (top === undefined) return undefined;
  const asWritten = notRefused(known, nearest, known.words).find(({ sctid }) => sctid === top.sctid)?.cosine ?? 0;
  const { words, meant, strange: isStrange, from, to } = known;
  return { at: { from, to }, words, top, asWritten, isMended: meant !== undefined, isStrange };
}

/**
 * The same without the concepts of which only another order or a sign tells a term from the very words of another one: they mean something
 * else. "FR+" beside "FR", "mouth sore" beside "sore mouth".
 */
function withoutRearranged(ranked: readonly RankedConcept[], evidence: readonly Evidence[]): readonly RankedConcept[] {
  const isNamed = ranked.some(
    ({ sctid, tier, cosine }) => VERY_WORDS.has(tier) && cosine >= SAME && against(evidence, sctid).length === 0,
  );
  return isNamed ? ranked.filter(({ tier, cosine }) => tier !== 'dense' || cosine < SAME) : ranked;
}
