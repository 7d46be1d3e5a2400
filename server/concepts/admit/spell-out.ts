/** Abbreviations with words beside them, as terms have them spelt out: "recurrent AOM", "CKD stage 3b", "SCA sans sus-décalage". */

import type { ConceptTerm, ExactDescription } from '../../db/rank.js';
import type { ReviewReason } from '../../domain/review-reasons.js';
import { mapInSlices } from '../../slices.js';
import { joinKeys } from '../../text/term-key.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { BREAK } from '../annotate/token-role.js';
import type { RankingDatabase } from '../lookup/ranking-database.js';
import { spell } from '../lookup/spelled.js';
import { termsByKey } from '../lookup/term-hits.js';
import { type TermMention, unknownMention } from '../lookup/term-mention.js';
import { type Mention, placeOf, range } from '../mentions/mention.js';
import { against, type Evidence } from '../rules/evidence.js';
import { reasonOf } from '../rules/precedence.js';
import { termEvidence } from '../rules/term-rules.js';
import { withoutDosed } from './amount-sense.js';

/** The terms of concepts by SCTID. */
export type LongForms = ReadonlyMap<string, readonly ConceptTerm[]>;

/** An abbreviation of one meaning. */
interface Short {
  readonly from: number;
  readonly to: number;
  readonly sctid: string;
  /** Why the letters may not mean that. */
  readonly evidence: Evidence | undefined;
}

/** A mention with one abbreviation in it spelt out, and the keys to look up. */
interface LongVariant {
  readonly mention: Mention;
  readonly short: Short;
  readonly keys: readonly string[];
}

/** How many tokens beside an abbreviation may belong to it. */
const MOST_BESIDE = 3;
/** What is said of the letters holds with words beside them; what is said of the place does not. */
const CARRIED: ReadonlySet<ReviewReason | undefined> = new Set<ReviewReason>(['letters', 'other_meaning', 'typo']);

/** The concepts that a mention may be an abbreviation of. */
export function shortFor({ exact }: TermMention): string[] {
  return [...new Set(exact.filter((hit) => hit.kind === 'abbreviation').map((hit) => hit.sctid))];
}

/**
 * The known mentions, and those with words beside an abbreviation that are terms with any of its long forms. One of several meanings
 * is left alone: that the terminology has "severe pre-eclampsia" and no "severe pulmonary embolism" does not tell what "severe PE" is.
 * @param longForms the terms of all that the abbreviations of the note may stand for
 */
export async function spellOut(
  note: AnnotatedNote,
  mentions: readonly Mention[],
  known: readonly TermMention[],
  longForms: LongForms,
  ranking: RankingDatabase,
): Promise<readonly TermMention[]> {
  const shorts = shortsAt(known);
  if (shorts.size === 0) return known;
  const terms = new Set(known.filter(({ exact }) => exact.length > 0).map(placeOf));
  const keysOf = new Map<string, readonly string[]>();
  const read = await mapInSlices(mentions, (mention) => {
    const inside = shortsIn(mention, shorts, note.roles);
    if (inside.length === 0 || terms.has(placeOf(mention))) return [];
    return inside.flatMap((short) => variantOf(note, mention, short, longForms, keysOf));
  });
  const { hits } = await termsByKey(ranking, new Set([...keysOf.values()].flat()));
  if (hits.size === 0) return known;
  const spelt = new Map<string, TermMention>();
  await mapInSlices(read.flat(), ({ mention, short, keys }) => {
    const isLong = ({ kind, language }: ExactDescription) => kind !== 'abbreviation' && language === mention.language;
    const found = keys.flatMap((key) => hits.get(key) ?? []).filter(isLong);
    if (found.length === 0) return;
    const place = placeOf(mention);
    const bare = spelt.get(place) ?? unknownMention(mention, { ...spell(note, mention), strange: false });
    spelt.set(place, withHits(note, bare, found, short.evidence));
  });
  return [...known.filter((mention) => !spelt.has(placeOf(mention))), ...spelt.values()];
}

/** The abbreviations of one meaning, by their first token. */
function shortsAt(known: readonly TermMention[]): ReadonlyMap<number, readonly Short[]> {
  const shorts = new Map<number, Short[]>();
  for (const mention of known) {
    const [sctid, another] = shortFor(mention);
    if (sctid === undefined || another !== undefined) continue;
    const [first] = against(mention.evidence, sctid);
    const { from, to } = mention;
    const short = { from, to, sctid, evidence: first && CARRIED.has(reasonOf(first.rule)) ? first : undefined };
    shorts.set(from, [...(shorts.get(from) ?? []), short]);
  }
  return shorts;
}

/** The abbreviations inside a mention that is a few tokens wider, by words that may begin and end a term. */
function shortsIn(mention: Mention, shorts: ReadonlyMap<number, readonly Short[]>, roles: Uint8Array): Short[] {
  const { from, to } = mention;
  const begins = (roles[from] as number) < BREAK;
  const ends = (roles[to - 1] as number) < BREAK;
  const isInside = (short: Short) => {
    const beside = to - from - (short.to - short.from);
    return short.to <= to && beside > 0 && beside <= MOST_BESIDE;
  };
  return range(from, Math.min(from + MOST_BESIDE + 1, to))
    .flatMap((at) => shorts.get(at) ?? [])
    .filter((short) => isInside(short) && (begins || short.from === from) && (ends || short.to === to));
}

/** @param keysOf the keys of the variants so far, which equal mentions share */
function variantOf(
  { mended, keys }: AnnotatedNote,
  mention: Mention,
  short: Short,
  longForms: LongForms,
  keysOf: Map<string, readonly string[]>,
): LongVariant[] {
  const { language } = mention;
  const before = joinKeys(mended, keys, mention.from, short.from);
  const behind = joinKeys(mended, keys, short.to, mention.to);
  if (before === '' && behind === '') return [];
  const variant = [language, before, short.sctid, behind].join('|');
  let known = keysOf.get(variant);
  if (known === undefined) {
    const own = (longForms.get(short.sctid) ?? []).filter((each) => each.language === language);
    known = own.map(({ key }) => [before, key, behind].filter(Boolean).join(' '));
    keysOf.set(variant, known);
  }
  return [{ mention, short, keys: known }];
}

/** A mention with more descriptions; they count as abbreviations, for that is how the note has them. */
function withHits(
  note: AnnotatedNote,
  mention: TermMention,
  hits: readonly ExactDescription[],
  carried: Evidence | undefined,
): TermMention {
  const meant = withoutDosed(hits, note, mention);
  const exact = [...mention.exact, ...meant.map((hit) => ({ ...hit, kind: 'abbreviation' as const }))];
  const byLetters = carried === undefined ? [] : hits.map(({ sctid }) => ({ ...carried, sctid }));
  const said = { note, mention, hits: exact, amount: null, isPrevented: false, sharesSite: false };
  return { ...mention, exact, evidence: [...termEvidence(said), ...mention.evidence, ...byLetters] };
}
