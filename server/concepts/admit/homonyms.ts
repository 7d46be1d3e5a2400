/** Which concept words mean that several have: the one whose own name they are, and the medicine rather than the substance in it. */

import type { ExactDescription } from '../../db/rank.js';
import type { Language } from '../../domain/language.js';
import { HAPPENINGS } from '../../domain/semantic-tags.js';
import { foldTerm } from '../../text/normalize.js';
import { type KnownWords, withOnly } from '../lookup/term-mention.js';

const SUBSTANCE = 'substance';
/** Semantic tags of what is given. */
const GIVEN: ReadonlySet<string> = new Set(['medicinal product', 'product', 'clinical drug']);
/** What a terminology calls a concept; a synonym of this site (`local`) is meant as it was written. */
const OFFICIAL: ReadonlySet<string> = new Set(['preferred', 'synonym']);

/**
 * The same without the concepts that only share the words: a condition or event for which they are a synonym, where they are
 * the name of another one ("murmur" is no heart murmur then, "fall" not the tendency to "falls"), a substance that is also given
 * as a medicine, and what only the other language or another form means ("echo" is no French "écho" then, "bloods" no blood). Allergies
 * and measurements of the substance are read elsewhere.
 */
export function withoutHomonyms<T extends Pick<KnownWords, 'words' | 'exact' | 'refused'>>(
  known: T,
  language: Language,
): T {
  const written = foldTerm(known.words);
  const names = known.exact.filter(
    (hit) => HAPPENINGS.has(hit.semantic_tag) && hit.kind === 'preferred' && hit.language === language,
  );
  const asWritten = names.filter((hit) => hit.term_norm === written);
  const named = new Set((asWritten.length > 0 ? asWritten : names).map(({ sctid }) => sctid));
  const isGiven = known.exact.some((hit) => GIVEN.has(hit.semantic_tag));
  const isOwn = (hit: ExactDescription) =>
    hit.language === language && OFFICIAL.has(hit.kind) && hit.term_norm === written;
  const own = new Set(known.exact.filter(isOwn).map(({ sctid }) => sctid));
  const stays = (hit: ExactDescription) => {
    if (own.size > 0 && !own.has(hit.sctid) && isFarther(hit, written, language)) return false;
    if (hit.semantic_tag === SUBSTANCE) return !isGiven;
    if (named.size === 0 || named.has(hit.sctid) || !HAPPENINGS.has(hit.semantic_tag)) return true;
    return known.exact.some((other) => other.sctid === hit.sctid && !OFFICIAL.has(other.kind));
  };
  const exact = known.exact.filter(stays);
  return exact.length === known.exact.length ? known : withOnly(known, exact);
}

/** Whether words that are a term of this language mean a description less than that term: one of the other language, or a substance in another form. */
function isFarther(
  { language, semantic_tag, term_norm, kind }: ExactDescription,
  written: string,
  own: Language,
): boolean {
  if (!OFFICIAL.has(kind)) return false;
  return language !== own || (semantic_tag === SUBSTANCE && term_norm !== written);
}
