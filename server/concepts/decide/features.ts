/** The evidence about the first candidate of a span as numbers: what the decision weighs, and what its weights are fitted on. */

import type { ConceptDisplay } from '../../db/terminology.js';
import { isTie } from '../../text/loose-key.js';
import { sectionAt } from '../../text/note.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { QUALIFIES, REFINES } from '../annotate/relaxed-roles.js';
import type { TermWords } from '../annotate/term-words.js';
import { isContent } from '../annotate/token-role.js';
import { against } from '../rules/evidence.js';
import type { RankedMention } from '../select/scores.js';
import { topAndMargin } from './candidates.js';

/** A piece of evidence, by its name in `decision_weights`, and how much there is of it; most are 0 or 1. */
export interface Feature {
  readonly feature: string;
  readonly value: number;
}

/** A cosine so far below 1, and a margin so wide, count as 1. */
const FAR = 0.3;
/** Two concepts nearer than this have the same words. */
const TIE = 0.005;
/** Letters that may stand for many things, at most. */
const FEW_LETTERS = 3;
/** Content words beyond which more say nothing. */
const MANY_WORDS = 4;

/** Evidence that can only speak for a candidate, or only against it, whatever the notes that weights are fitted on happen to say. */
const FOR: ReadonlySet<string> = new Set(['margin']);
const AGAINST: ReadonlySet<string> = new Set(['distance', 'tie', 'few-letters', 'words-left-out', 'senses']);
/** What stands before the id of a rule. */
export const RULE = 'rule:';
/** What stands before the SCTID of the candidate: some are right whenever they are found, some seldom. */
export const CONCEPT = 'concept:';

/** Which way the weight of a feature may go: 1 for up only, -1 for down only, 0 for either. Rules hold back and do no more. */
export function directionOf(feature: string): -1 | 0 | 1 {
  if (FOR.has(feature)) return 1;
  return AGAINST.has(feature) || feature.startsWith(RULE) ? -1 : 0;
}

/** Classes of the words between two things that are said. */
const COORDINATORS = ['COORD_AND', 'COORD_OR'];

/** What may say more of the words that it stands beside. */
const SAYS_MORE: ReadonlySet<string> = new Set(['content', 'qualifying', 'tie']);

/** The features of the first candidate of a span; those that are 0 are left out. */
export function featuresOf(
  note: AnnotatedNote,
  span: RankedMention,
  displays: ReadonlyMap<string, ConceptDisplay>,
  termWords: Pick<TermWords, 'commonness'>,
): readonly Feature[] {
  const [top] = span.ranked;
  if (top === undefined) return [];
  const { cosine, margin } = topAndMargin(span.ranked);
  const { content, exact, start, end, variant } = span;
  const senses = new Set(exact.map(({ sctid }) => sctid)).size;
  const tag = displays.get(top.sctid)?.semanticTag ?? '';
  const [before, behind] = [beside(note, span, span.from - 1), beside(note, span, span.to)];
  // How general a single word is only matters where something beside it may say more: "asthma", "deep endometriosis".
  const isAlone = !SAYS_MORE.has(before) && !SAYS_MORE.has(behind);
  const rules = [...new Set(against(span.evidence, top.sctid).map(({ rule }) => rule))];
  const features: Feature[] = [
    { feature: 'bias', value: 1 },
    { feature: 'distance', value: Math.min(1, (1 - cosine) / FAR) },
    { feature: 'margin', value: Math.min(1, margin / FAR) },
    { feature: 'tie', value: Number(margin < TIE) },
    { feature: 'words', value: Math.min(content, MANY_WORDS) / MANY_WORDS },
    { feature: 'general', value: isAlone ? 0 : generality(note, span, termWords) },
    { feature: 'few-letters', value: Number(end - start <= FEW_LETTERS) },
    { feature: 'words-left-out', value: Number((variant?.passed ?? 0) > 0) },
    { feature: 'senses', value: Number(senses > 1) },
    { feature: `before:${before}`, value: 1 },
    { feature: `behind:${behind}`, value: 1 },
    { feature: `language:${span.language}`, value: 1 },
    { feature: `tier:${top.tier}`, value: 1 },
    { feature: `tag:${tag}`, value: 1 },
    { feature: `single:${tag}`, value: Number(content === 1 && !isAlone) },
    { feature: `section:${sectionAt(note, span.sentence) ?? 'none'}`, value: 1 },
    { feature: CONCEPT + top.sctid, value: 1 },
    // Rules that fire together often say the same.
    { feature: 'several-rules', value: Math.log2(Math.max(1, rules.length)) },
    ...rules.map((rule) => ({ feature: RULE + rule, value: 1 })),
  ];
  return features.filter(({ value }) => value !== 0);
}

/** How general the words are: how common the rarest of them is in the terms, 0 to 1. */
function generality(
  note: AnnotatedNote,
  { from, to }: RankedMention,
  termWords: Pick<TermWords, 'commonness'>,
): number {
  const words = note.mended.slice(from, to).filter(({ kind }) => kind === 'word');
  return words.length === 0 ? 0 : Math.min(...words.map(({ norm }) => termWords.commonness(norm)));
}

/** What stands at a token beside a span: a word of content, one that ties, another, a number; or nothing of the same phrase. */
function beside(note: AnnotatedNote, span: RankedMention, at: number): string {
  const { tokens, roles, sentences, classes } = note;
  const sentence = sentences[span.sentence];
  const token = tokens[at];
  const later = at < span.from ? tokens[span.from] : token;
  if (sentence === undefined || token === undefined || at < sentence.from || at >= sentence.to) return 'nothing';
  if (token.kind === 'punctuation' || (later?.breaks ?? 0) > 0 || COORDINATORS.some((name) => classes.is(name, at)))
    return 'nothing';
  if (token.kind === 'number') return 'number';
  if (isTie(token, span.language)) return 'tie';
  const relaxed = note.relaxedRoles[at];
  if (relaxed === REFINES) return 'refining';
  if (relaxed === QUALIFIES) return 'qualifying';
  return isContent(roles[at]) ? 'content' : 'word';
}
