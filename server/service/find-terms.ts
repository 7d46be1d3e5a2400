/** The windows of a note whose very words are a term, as its letters, its surroundings and the note's own explanations allow. */

import type { ExactDescription } from '../db/rank.js';
import { termWindows, type Window } from '../detection/windows.js';
import { CONDITIONS } from '../domain.js';
import { senseOfAmount, withoutDosed } from '../ranking/amount-sense.js';
import { admitTerms, doubtAll, termsByKey } from '../ranking/known-words.js';
import { withoutNamesakes } from '../ranking/namesake.js';
import type { RankingDatabase } from '../ranking/nearest.js';
import { giveWay, mapInSlices } from '../slices.js';
import { isDecimalBehind } from '../text/amount.js';
import type { Note } from '../text/note.js';
import { tokenKeys } from '../text/term-key.js';
import { readAbbreviations } from './abbreviations.js';
import { amountSaid } from './amount-said.js';
import { doubtsOf, doubtsOfAssay, isConditionInShort } from './doubted-terms.js';
import { impliedKeys, impliedTerms, keysOf, mayShare, sharedKeysOf, vaccineSentences } from './implied-terms.js';
import { soundLabels, wordsInOrder } from './labels.js';
import type { LiveState } from './live.js';
import type { Reading } from './loose-readings.js';
import { type Spelling, waysOf } from './spelling.js';
import { WindowKeys } from './window-keys.js';
import { displaced, languageOf, type Worded, wordsOf } from './worded.js';

/** Per cent of oxygen, below which a share may be anything. */
const LEAST_SATURATION = 70;
/** Whose history it is that one speaks of: in "family history of gout" there is no history of gout. */
const OF_FAMILY: ReadonlySet<string> = new Set(['familial', 'family', 'maternal', 'paternal']);
const DENIALS: ReadonlySet<string> = new Set(['aucun', 'aucune', 'no', 'non', 'not', 'pas', 'sans', 'without']);

/** The windows whose words, in whatever case, are a term. */
export async function findTerms(
  note: Note,
  roles: Uint8Array,
  ranking: RankingDatabase,
  spelling: Spelling,
  { termWords, lexicon }: LiveState,
): Promise<readonly Worded[]> {
  const mended = note.tokens.map((token, at) => ({ ...token, norm: spelling.typos.get(at) ?? token.norm }));
  await giveWay();
  const tokens = tokenKeys(mended);
  await giveWay();
  const isWord = (folded: string, isSmall: boolean) => termWords.isWord(folded, isSmall);
  const ofSentences = await mapInSlices(note.sentences, (_, index) => termWindows(note, roles, index));
  const windows = ofSentences.flat();
  await giveWay();
  const vaccinated = vaccineSentences(note, tokens);
  const windowKeys = await WindowKeys.of(note, roles, lexicon.vocabulary, { tokens: mended, keys: tokens, spelling });
  const asked = new Set<string>();
  const askedLoosely = new Set<string>();
  const keyed = await mapInSlices(windows, (window) => {
    const keys = windowKeys.of(window);
    const implied = impliedKeys(note, roles, lexicon.vocabulary, windowKeys.loose, vaccinated, window, keys.own);
    asked.add(keys.own);
    if (keys.long !== undefined) asked.add(keys.long.key);
    for (const key of keysOf(implied)) asked.add(key);
    for (const key of sharedKeysOf(implied)) askedLoosely.add(key);
    for (const reading of keys.loose) askedLoosely.add(reading.key);
    if (keys.typed !== undefined) askedLoosely.add(keys.typed.key);
    return { window, keys, implied };
  });
  const began = performance.now();
  const found = await termsByKey(ranking, asked, askedLoosely);
  ranking.spent.ranking += performance.now() - began;
  const capitals = sentencesInCapitals(note);
  const surroundings = { note, roles, keys: tokens, vocabulary: lexicon.vocabulary };
  const known = await mapInSlices(keyed, ({ window: whole, keys, implied }): Worded[] => {
    // A sign alone may mark an item of a list.
    if (keys.own === '' && keys.long !== undefined) return [];
    if (isHistoryOfFamily(note, whole)) return [];
    const language = languageOf(note, whole);
    const match = windowKeys.matchOf(whole, language, keys, found);
    const { reading } = match;
    const window = reading === undefined ? whole : withoutWords(whole, reading);
    const all = withoutDosed(match.found, note, whole).filter(({ term_norm }) => hasSign(note, window, term_norm));
    if (window.inLabel && !all.some(({ semantic_tag }) => CONDITIONS.has(semantic_tag))) return [];
    const meantBySurroundings = impliedTerms(implied, found, all);
    const clinicalWords = lexicon.vocabulary.clinical[language];
    const clinicalKey =
      window.content === 0 || window.labelled
        ? undefined
        : [keys.own, keys.long?.key ?? ''].find((key) => clinicalWords.has(key, () => wordsOf(note, window)));
    const clinical = clinicalKey !== undefined;
    const isWhole = clinical && clinicalWords.isWhole(clinicalKey);
    if (all.length + meantBySurroundings.length === 0 && !clinical) return [];
    if (meantBySurroundings.length > 0) {
      const refused = displaced(all, meantBySurroundings);
      const ways = { words: wordsOf(note, window), strange: false };
      const doubted = doubtsOfAssay(surroundings, window, meantBySurroundings);
      return [{ ...window, ...ways, exact: meantBySurroundings, refused, doubted, clinical }];
    }
    const { words, meant } = window.labelled
      ? { words: wordsInOrder(note, window, reading?.left), meant: undefined }
      : waysOf(note, window, match.spelling, reading && windowKeys.leftOutOf(reading));
    const isFunctional = window.content === 0 && window.to - window.from > 1;
    const amount = amountSaid(note, window);
    const letters = {
      words,
      content: isFunctional ? 1 : window.content,
      capitals: capitals.has(window.sentence),
      begins: note.sentences[window.sentence]?.from === window.from,
      accented: note.accented,
      counted: amount !== null,
      decimal: window.end - window.start === 1 && isDecimalBehind(note, window.to),
    };
    const possible = all.filter(
      (hit) =>
        (!isFunctional || isOfFunctionWords(hit, words)) && !(isConditionInShort(hit) && isSaturated(note, window)),
    );
    const sense = senseOfAmount(admitTerms(letters, language, possible, isWord), amount);
    const admitted = withoutNamesakes(sense, language);
    const strange = termWords.lacksWordOf(words);
    const prevented = implied.vaccines.some((each) => found.hits.has(each));
    const doubts = doubtsOf(surroundings, window, language, admitted.exact, {
      amount,
      prevented,
      ...(words !== wordsOf(note, window) && { spelledOut: words }),
    });
    const isLacking = reading?.gap !== undefined || mayShare(implied, found, admitted.exact) || mayBeTwo(window);
    const lacking = isLacking ? all.map(({ sctid }) => sctid) : [];
    const doubted = new Map([...doubts, ...admitted.doubted, ...doubtAll(lacking, 'neighbour')]);
    return [{ ...window, ...admitted, doubted, clinical, ...(isWhole && { whole: true }), strange, meant }];
  });
  return readAbbreviations(
    { ...surroundings, tokens: mended, roles, spelling, termWords },
    windows.filter(({ labelled }) => labelled === undefined),
    soundLabels(known.flat()),
    ranking,
  );
}

/** Whether the sign behind a label may begin the next thing too: a dash, a comma. */
function mayBeTwo({ labelled }: Window): boolean {
  return labelled !== undefined && labelled !== ':';
}

/** A window as it is read where the term that finds it lacks words of it. */
function withoutWords(window: Window, { content, passed, gap }: Reading): Window & Pick<Worded, 'passed' | 'gap'> {
  return passed === 0 ? window : { ...window, content, passed, ...(gap && { gap }) };
}

/**
 * Whether a term may be meant by words that are no content words: letters ("T&A"), or what a patient is or does ("lives alone") with
 * the capitals of the term; "no symptoms" denies some.
 */
function isOfFunctionWords({ kind, semantic_tag, term }: ExactDescription, words: string): boolean {
  if (DENIALS.has(words.split(' ', 1)[0]?.toLowerCase() ?? '')) return false;
  if (kind === 'abbreviation') return words === words.toUpperCase();
  const capitals = term.match(/\p{Lu}{2,}/gu) ?? [];
  return CONDITIONS.has(semantic_tag) && capitals.every((part) => words.includes(part));
}

/** Whether a window begins within the words that tell of a family: "family medical history of gout". */
function isHistoryOfFamily({ tokens }: Note, { from }: Window): boolean {
  if (tokens[from]?.lower !== 'history') return false;
  const before = OF_FAMILY.has(tokens[from - 1]?.lower ?? '') ? from - 1 : from - 2;
  return OF_FAMILY.has(tokens[before]?.lower ?? '') && tokens[from - 1]?.kind === 'word';
}

/** Whether a saturation stands before a window: "SpO2 94% RA" is on room air, and no rheumatoid arthritis. */
function isSaturated({ tokens }: Note, { from }: Window): boolean {
  return tokens[from - 1]?.norm === '%' && Number(tokens[from - 2]?.norm) >= LEAST_SATURATION;
}

/** Whether a minus that ends a term stands in the note too: keys have none, and "infarctus ST+" is not "infarctus ST-". */
function hasSign({ tokens }: Note, { to }: Window, term: string): boolean {
  return !term.endsWith('-') || tokens[to]?.norm === '-';
}

/** The sentences without a lower-case letter; abbreviations alone ("HR 124, BP 102/58") are no such sentence. */
function sentencesInCapitals(note: Note): ReadonlySet<number> {
  const found = note.sentences.map(({ start, end }, i) => {
    const text = note.text.slice(start, end);
    return text === text.toUpperCase() && /\p{L}{5}/u.test(text) ? i : -1;
  });
  return new Set(found);
}
