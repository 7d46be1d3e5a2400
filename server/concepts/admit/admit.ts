/** The fourth stage: which of the descriptions that were looked up a mention may mean, and what the rules find about them. */

import type { ExactDescription } from '../../db/rank.js';
import { CONDITIONS } from '../../domain/semantic-tags.js';
import { mapInSlices } from '../../slices.js';
import { amountSaid, isDecimalBehind } from '../annotate/amount.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { TermWords } from '../annotate/term-words.js';
import { impliedTerms, mayShare } from '../lookup/implied.js';
import type { KeyedMention, LookedUp } from '../lookup/look-up.js';
import type { RelaxedVariant } from '../lookup/relaxed.js';
import { type Spelled, spell, wordsInOrder } from '../lookup/spelled.js';
import { displaced, type TermMention } from '../lookup/term-mention.js';
import type { Match, VariantKeys, Variants } from '../lookup/variants.js';
import { type Mention, range, writtenWords } from '../mentions/mention.js';
import { assayEvidence, listEvidence, termEvidence } from '../rules/term-rules.js';
import { senseOfAmount, withoutDosed } from './amount-sense.js';
import type { SpanLetters } from './casing.js';
import { withoutHomonyms } from './homonyms.js';
import { admitTerms } from './letters.js';
import { hasItsSign, isFunctional, isHistoryOfFamily, isOnRoomAir, mayBeFunctional } from './possible.js';

/** The mentions that are a term, or a clinical phrase of the lexicon. */
export async function admit(
  note: AnnotatedNote,
  { keyed, variants, found }: LookedUp,
  termWords: TermWords,
): Promise<readonly TermMention[]> {
  const admitted = await mapInSlices(keyed, (each): TermMention[] => {
    const { mention, keys } = each;
    // A sign alone may mark an item of a list.
    if (keys.own === '' && keys.long !== undefined) return [];
    if (isHistoryOfFamily(note, mention)) return [];
    const match = variants.matchOf(mention, keys, found);
    const read = match.variant === undefined ? mention : withoutWords(mention, match.variant);
    const hits = withoutDosed(match.found, note, mention).filter((hit) => hasItsSign(note, mention, hit));
    if (mention.inLabel && !hits.some(({ semantic_tag }) => CONDITIONS.has(semantic_tag))) return [];
    const implied = impliedTerms(each.implied, found, hits);
    const clinical = clinicalOf(note, read, keys);
    if (implied.length > 0) return [standingFor(note, read, hits, implied, clinical)];
    if (hits.length === 0 && clinical === null) return [];
    const spelled = spelledAs(note, read, match, variants);
    return [byItsWords(note, read, { each, hits, spelled, found, clinical, termWords })];
  });
  return admitted.flat();
}

/** A mention as it is read where the term that finds it lacks words of it. */
function withoutWords(mention: Mention, variant: RelaxedVariant): Mention & Pick<TermMention, 'variant'> {
  return variant.passed === 0 ? mention : { ...mention, content: variant.content, variant };
}

/** What the lexicon knows of a mention as a clinical phrase. */
function clinicalOf(note: AnnotatedNote, mention: Mention, keys: VariantKeys): TermMention['clinical'] {
  if (mention.content === 0 || mention.sign) return null;
  const clinical = note.vocabulary.clinical[mention.language];
  const key = [keys.own, keys.long?.key ?? ''].find((each) => clinical.has(each, () => writtenWords(note, mention)));
  if (key === undefined) return null;
  return clinical.isWhole(key) ? 'whole' : 'phrase';
}

/** A mention that stands for other terms than those with its words. */
function standingFor(
  note: AnnotatedNote,
  mention: Mention,
  hits: readonly ExactDescription[],
  implied: readonly ExactDescription[],
  clinical: TermMention['clinical'],
): TermMention {
  const evidence = assayEvidence(note, mention, implied);
  const words = writtenWords(note, mention);
  return {
    ...mention,
    words,
    strange: false,
    exact: implied,
    refused: displaced(hits, implied),
    evidence,
    clinical: clinical === null ? null : 'phrase',
  };
}

function spelledAs(note: AnnotatedNote, mention: Mention, { spelling, variant }: Match, variants: Variants): Spelled {
  if (mention.signAt === undefined) return spell(note, mention, spelling, variant && variants.leftOutOf(variant));
  const order = variant?.left ?? range(mention.from, mention.to);
  return { words: wordsInOrder(note, order, mention.signAt), meant: undefined };
}

interface Read {
  readonly each: KeyedMention;
  readonly hits: readonly ExactDescription[];
  readonly spelled: Spelled;
  readonly found: LookedUp['found'];
  readonly clinical: TermMention['clinical'];
  readonly termWords: TermWords;
}

/** A mention that means what its words say. */
function byItsWords(
  note: AnnotatedNote,
  mention: Mention & Pick<TermMention, 'variant'>,
  { each, hits, spelled, found, clinical, termWords }: Read,
): TermMention {
  const { words, meant } = spelled;
  const { language } = mention;
  const amount = amountSaid(note, mention);
  const possible = hits.filter(
    (hit) => (!isFunctional(mention) || mayBeFunctional(note, mention, words, hit)) && !isOnRoomAir(note, mention, hit),
  );
  const letters = lettersOf(note, mention, words, amount !== null);
  const isWord = (folded: string, isSmall: boolean) => termWords.isWord(folded, isSmall);
  const sense = senseOfAmount(admitTerms(letters, language, possible, isWord, mention), amount);
  const admitted = withoutHomonyms(sense, language);
  const subject = {
    note,
    mention,
    hits: admitted.exact,
    amount,
    isPrevented: each.implied.vaccines.some((key) => found.hits.has(key)),
    longForm: words === writtenWords(note, mention) ? undefined : words,
    variant: mention.variant,
    sharesSite: mayShare(each.implied, found, admitted.exact),
  };
  const evidence = [...listEvidence(subject, hits), ...admitted.evidence, ...termEvidence(subject)];
  return { ...mention, ...admitted, evidence, clinical, strange: termWords.lacksWordOf(words), meant };
}

/** The class of words that lead to what somebody has. */
const PROBLEM_LEAD = 'PROBLEM_LEAD';
const LONGEST_LEAD = 4;

/** Whether words that lead to what somebody has, "hx of", stand right before a mention. */
function isLed({ classes, tokens }: AnnotatedNote, { from }: Mention): boolean {
  if (tokens[from]?.breaks !== 0) return false;
  return range(Math.max(0, from - LONGEST_LEAD), from).some((at) =>
    classes.from(at).some((match) => match.class === PROBLEM_LEAD && at + match.length === from),
  );
}

function lettersOf(note: AnnotatedNote, mention: Mention, words: string, counted: boolean): SpanLetters {
  return {
    words,
    content: isFunctional(mention) ? 1 : mention.content,
    capitals: note.capitals.has(mention.sentence),
    begins: note.sentences[mention.sentence]?.from === mention.from,
    accented: note.accented,
    counted,
    led: words.length === 2 && isLed(note, mention),
    decimal: mention.end - mention.start === 1 && isDecimalBehind(note, mention.to),
  };
}
