/** What the abbreviations of a note stand for: word-sense disambiguation by the note's own explanations, by what is around them, by its words. */

import { type ExactDescription, termsOfConcepts } from '../../db/rank.js';
import { CONDITIONS, FINDING, OBSERVABLE } from '../../domain/semantic-tags.js';
import { giveWay, mapInSlices } from '../../slices.js';
import { sectionAt } from '../../text/note.js';
import { CONDITION, RARE } from '../../text/words.js';
import { amountBehind, amountSaid, isMeasured, isResultBehind, isValueBehind } from '../annotate/amount.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { TermWords } from '../annotate/term-words.js';
import { isDenied } from '../annotate/token-role.js';
import { type RankingDatabase, timed } from '../lookup/ranking-database.js';
import { remembered } from '../lookup/term-memory.js';
import { displaced, isInShort, type TermMention, withOnly } from '../lookup/term-mention.js';
import { type Mention, placeOf, writtenWords } from '../mentions/mention.js';
import { ambiguityOf } from '../rules/ambiguity.js';
import { type Evidence, reviewAll } from '../rules/evidence.js';
import { definedAbbreviations } from './defined-abbreviations.js';
import { type LongForms, shortFor, spellOut } from './spell-out.js';
import { isMeasurement, isSpelledIn, type Surroundings, senseOf } from './word-senses.js';

/**
 * The known mentions once their abbreviations are read: as the note explains them, with the words beside them, by what is around them.
 * @param mentions all mentions of the note
 * @param known those that the terminology or the lexicon knows
 */
export async function readAbbreviations(
  note: AnnotatedNote,
  mentions: readonly Mention[],
  known: readonly TermMention[],
  ranking: RankingDatabase,
  termWords: TermWords,
): Promise<readonly TermMention[]> {
  await giveWay();
  const defined = definedAbbreviations(
    note,
    known.filter(({ exact }) => exact.length > 0),
  );
  const explained = explainAbbreviations(note, mentions, known, defined);
  await giveWay();
  const longForms = await timed(ranking, 'ranking', () =>
    remembered(ranking, 'terms', new Set(explained.flatMap(shortFor)), (missing) =>
      termsOfConcepts(ranking.db, ranking.serving.releaseId, missing),
    ),
  );
  const spelt = await spellOut(note, mentions, explained, longForms, ranking);
  const senses = new Senses(note, longForms, termWords);
  return mapInSlices(spelt, (mention) => (defined.has(mention.words) ? mention : senses.told(mention)));
}

/** Gives the abbreviations that the note explains itself the terms of their long forms, wherever they stand in it. */
function explainAbbreviations(
  note: AnnotatedNote,
  mentions: readonly Mention[],
  known: readonly TermMention[],
  defined: ReadonlyMap<string, TermMention>,
): readonly TermMention[] {
  if (defined.size === 0) return known;
  const knownAt = new Map(known.map((mention) => [placeOf(mention), mention]));
  const explained = mentions.flatMap((mention): TermMention[] => {
    if (mention.to - mention.from > 1) return [];
    const words = writtenWords(note, mention);
    const long = defined.get(words);
    if (long === undefined) return [];
    const refused = displaced(knownAt.get(placeOf(mention))?.exact ?? [], long.exact);
    const exact = long.exact.map((hit) => ({ ...hit, kind: 'abbreviation' as const }));
    return [{ ...long, ...mention, exact, evidence: guessed(long), content: 1, words, meant: undefined, refused }];
  });
  const places = new Set(explained.map(placeOf));
  return [...known.filter((mention) => !places.has(placeOf(mention))), ...explained];
}

/** What holds back an abbreviation with this long form: one that is mistyped is a guess, and so is what it explains. */
function guessed(long: TermMention): readonly Evidence[] {
  if (long.meant === undefined) return long.evidence;
  const sctids = long.exact.map(({ sctid }) => sctid);
  return [...long.evidence, ...reviewAll('mended-typo', sctids, { at: long })];
}

/** The meanings of the abbreviations of a note. */
class Senses {
  /** The keys (`termKey`) of the words of the note. */
  readonly #words: ReadonlySet<string>;

  constructor(
    private readonly note: AnnotatedNote,
    private readonly longForms: LongForms,
    private readonly termWords: TermWords,
  ) {
    this.#words = new Set(note.keys);
  }

  /**
   * A mention with the one of its meanings that its surroundings speak for, for a person to look at, and one that seldom means a concept
   * with none, unless they speak for it.
   */
  told(mention: TermMention): TermMention {
    const note = this.note;
    if (!isInShort(mention)) return mention;
    const value = ambiguityOf(note, mention)?.value;
    const isSeldom = value === RARE;
    if (shortFor(mention).length === 1 && !isSeldom) return hasValue(note, mention) ? this.#asTests(mention) : mention;
    if (value === CONDITION && isDenied(note, mention.from)) {
      const denied = deniedSense(mention.exact);
      if (denied.length > 0) return withOnly(mention, denied);
    }
    const amount = amountBehind(note, mention.to);
    const meant = isSeldom ? mention.exact.filter((hit) => this.#isMeant(hit, isMeasured(amount))) : mention.exact;
    // "Seen in ED": something else is meant, whatever it is.
    if (meant.length === 0) {
      const evidence = reviewAll('rare-abbreviation', shortFor(mention), { at: mention });
      return { ...mention, evidence: [...mention.evidence, ...evidence] };
    }
    const section = sectionAt(note, mention.sentence);
    return this.#withOneSense(withOnly(mention, meant), { measured: amount !== null, section, words: this.#words });
  }

  /** Whether the note speaks for an abbreviation that seldom means this. */
  #isMeant({ sctid, semantic_tag }: ExactDescription, hasReading: boolean): boolean {
    const terms = this.#termsOf(sctid);
    if (hasReading && (semantic_tag === OBSERVABLE || isMeasurement(terms))) return true;
    return isSpelledIn(terms, this.#words, (word) => this.termWords.isTelling(word));
  }

  /** The letters of what a number behind them measures seldom mean something else then: "Na 149", "albu 31". */
  #asTests(mention: TermMention): TermMention {
    const tests = shortFor(mention).filter((sctid) => isMeasurement(this.#termsOf(sctid)));
    const cleared = tests.map(
      (sctid): Evidence => ({
        rule: 'valued-test',
        sctid,
        at: mention,
        effect: 'clear',
        clears: ['ambiguous-word', 'letters-by-number'],
      }),
    );
    return { ...mention, evidence: [...mention.evidence, ...cleared] };
  }

  #withOneSense(mention: TermMention, around: Surroundings): TermMention {
    const meanings = shortFor(mention);
    if (meanings.length < 2) return mention;
    const tags = new Map(mention.exact.map((hit) => [hit.sctid, hit.semantic_tag]));
    const sense = senseOf(
      meanings.map((sctid) => ({ sctid, semanticTag: tags.get(sctid) ?? '', terms: this.#termsOf(sctid) })),
      around,
    );
    if (sense === undefined) return mention;
    const one = withOnly(
      mention,
      mention.exact.filter((hit) => hit.sctid === sense),
    );
    return { ...one, evidence: [...mention.evidence, ...reviewAll('one-of-senses', [sense], { at: mention })] };
  }

  #termsOf(sctid: string): readonly string[] {
    return (this.longForms.get(sctid) ?? []).map(({ term }) => term);
  }
}

/**
 * What denied letters of several meanings stand for: the complaint among them, or the condition; nobody denies a level of consciousness, and
 * who has "no CP" denies a chest pain. Empty where several may be meant.
 */
function deniedSense(exact: readonly ExactDescription[]): readonly ExactDescription[] {
  const conditions = exact.filter(({ semantic_tag }) => CONDITIONS.has(semantic_tag));
  const complaints = conditions.filter(({ semantic_tag }) => semantic_tag === FINDING);
  const chosen = complaints.length > 0 ? complaints : conditions;
  return chosen.every(({ sctid }) => sctid === chosen[0]?.sctid) ? chosen : [];
}

/** Whether letters have the value or the result of a test behind them ("Ca normal"), and no dose of a list ("BG 3.2 kg", "alb 20 % 100 ml"). */
function hasValue(note: AnnotatedNote, mention: TermMention): boolean {
  if (isResultBehind(note, mention.to)) return true;
  return amountSaid(note, mention) !== null && isValueBehind(note, mention.to);
}
