/** Labels with what is said of them: "Mood: low" is a low mood, and "Skin: rash" no more than a rash. */

import { CONDITIONS, SUBSTANCES } from '../../domain/semantic-tags.js';
import type { TermMention } from '../lookup/term-mention.js';
import { range } from '../mentions/mention.js';
import { isDoubted, reviewAll } from '../rules/evidence.js';

/**
 * The same without labels that list what was given ("Vaccines: HBV"), that say no more than what stands behind them ("Skin: rash"), that cut
 * a term there in two ("Mood: low BP"), or whose dash, comma or bracket stands between two things that somebody has ("Gallstones -
 * pancreatitis"). Behind a colon the two together are for review: "Stress: fracture".
 */
export function soundLabels(known: readonly TermMention[]): readonly TermMention[] {
  const labels = known.filter(({ sign }) => sign !== undefined);
  if (labels.length === 0) return known;
  const plain = new Map<number, TermMention[]>();
  for (const mention of known) {
    if (mention.sign === undefined) plain.set(mention.from, [...(plain.get(mention.from) ?? []), mention]);
  }
  const underColon = new Set(labels.filter(({ sign }) => sign === ':').flatMap(({ from, to }) => range(from, to)));
  return known.flatMap((mention) => {
    if (mention.sign === undefined) return [mention];
    // "Stress: fracture, healed" is a stress fracture before it is a healed one.
    if (mention.sign !== ':' && underColon.has(mention.from)) return [];
    if (mention.exact.every(({ semantic_tag }) => SUBSTANCES.has(semantic_tag))) return [];
    const inside = range(mention.from + 1, mention.to).flatMap((at) => plain.get(at) ?? []);
    return inside.some(({ to }) => to > mention.to) ? [] : besideItsValue(mention, inside);
  });
}

function besideItsValue(label: TermMention, inside: readonly TermMention[]): TermMention[] {
  const values = inside.filter(({ to }) => to === label.to);
  const same = values.filter((value) => saysAsMuch(value, label));
  // Letters may mean something else: "Imms: UTD".
  if (same.some(({ evidence }) => !isDoubted(evidence))) return [];
  if (!values.some((value) => isCondition(value) && !same.includes(value))) return [label];
  if (label.sign !== ':') return [];
  const sctids = label.exact.map(({ sctid }) => sctid);
  return [{ ...label, evidence: [...label.evidence, ...reviewAll('open-label', sctids, { at: label })] }];
}

function saysAsMuch(value: TermMention, { exact }: TermMention): boolean {
  return exact.every(({ sctid }) => value.exact.some((hit) => hit.sctid === sctid));
}

function isCondition({ exact }: TermMention): boolean {
  return exact.some(({ semantic_tag }) => CONDITIONS.has(semantic_tag));
}
