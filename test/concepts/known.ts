/** Descriptions and letters for the tests of what words may mean. */

import { against, type Evidence } from '../../server/concepts/rules/evidence.js';
import type { ExactDescription } from '../../server/db/rank.js';
import type { DescriptionKind } from '../../server/domain/candidate.js';
import type { Language } from '../../server/domain/language.js';
import { foldTerm } from '../../server/text/normalize.js';

/** A description with these words. */
export function term(sctid: string, words: string, kind: DescriptionKind, language: Language = 'en'): ExactDescription {
  return {
    description_id: `9${sctid}`,
    sctid,
    language,
    kind,
    term: words,
    term_norm: foldTerm(words),
    key: foldTerm(words),
    semantic_tag: 'disorder',
  };
}

/** The letters of one content word in a note that has small letters and accents. */
export function letters(words: string) {
  return { words, content: 1, capitals: false, accented: true };
}

/** No letters are a word. */
export const noWord = () => false;

/** Whether something holds a concept back. */
export function isHeldBack({ evidence }: { readonly evidence: readonly Evidence[] }, sctid: string): boolean {
  return against(evidence, sctid).length > 0;
}
