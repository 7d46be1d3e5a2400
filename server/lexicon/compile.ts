/** Compiles lexicon rows into what reading and analysing notes needs; read-only afterwards. */

import type { LexiconRows, SectionRow, TriggerRow } from '../db/tables.js';
import type { Language } from '../domain/language.js';
import { ClinicalWords, WHOLE } from '../text/clinical-words.js';
import { HeadingIndex } from '../text/heading.js';
import { type Token, tokenize } from '../text/token.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { WordIndex } from '../text/words.js';
import { Calibration } from './calibration.js';
import { Openers } from './openers.js';
import { type Element, PhraseError, parsePhrase } from './phrase.js';
import { phraseTests } from './phrase-tests.js';
import { READING_CLASSES, type ReadingWords, readingWords } from './reading-words.js';
import { defaultStops, stopBits } from './stops.js';
import { addToTrie, axesOf, type CompiledRow, newNode, type PhraseTrie } from './trie.js';

/** One version of the lexicon, compiled. */
export interface Lexicon {
  readonly version: number;
  readonly vocabulary: Vocabulary;
  /** The words of values and doses, which are no part of the vocabulary. */
  readonly readings: ReadingWords;
  readonly tries: Readonly<Record<Language, PhraseTrie>>;
  /** Section rules by their id. */
  readonly sections: ReadonlyMap<number, SectionRow>;
  /** Words that name an event in phrases with a year ("opéré en 2004"), folded. */
  readonly events: Readonly<Record<Language, ReadonlySet<string>>>;
  readonly calibration: Calibration;
}

/** A lexicon with rows that cannot work: every fault, one a line. */
export class LexiconError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The lexicon has ${faults.length} row(s) that cannot work:\n${faults.join('\n')}`);
    this.name = 'LexiconError';
  }
}

/** Words that candidate spans are made of. */
const CLINICAL = 'CLINICAL';
/** Whether phrases of triggers may name a class. */
const isNamed = (name: string) => name !== CLINICAL && !READING_CLASSES.has(name);

/** A year in a phrase of this band or below belongs to no event. */
const BARE_YEAR_BAND = 50;

/**
 * Compiles all rows of one version. Rows of classes that no phrase may name are kept for the vocabulary.
 * @throws LexiconError that lists every phrase that cannot work
 */
export function compileLexicon(rows: LexiconRows): Lexicon {
  const steps = compileSteps(rows);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** How many rows one step takes. */
const STEP_ROWS = 100;

/**
 * The same in steps of a few milliseconds, for work beside requests.
 * @throws LexiconError
 */
export function* compileSteps(rows: LexiconRows): Generator<undefined, Lexicon> {
  const faults: string[] = [];
  const { words, clinical, readings, classes } = compiledWords(rows.words);
  function* of(language: Language): Generator<undefined, Phrases> {
    const mine: Compiled[] = [];
    for (const [i, row] of rows.triggers.entries()) {
      if (i % STEP_ROWS === 0) yield;
      const compiled = row.language === language ? compileOnce(row, classes, words[language], faults) : null;
      if (compiled !== null) mine.push(compiled);
    }
    return yield* phrasesOf(language, mine, words[language]);
  }
  const phrases = { en: yield* of('en'), fr: yield* of('fr') };
  if (faults.length > 0) throw new LexiconError(faults);
  const leanings = leaningsOf(phrases);
  const tries = { en: phrases.en.trie, fr: phrases.fr.trie };
  const vocabulary: Vocabulary = {
    words,
    headings: headings(rows.sections),
    clinical,
    leaning: (norm) => leanings.get(norm) ?? 0,
    hasWord: (norm) => phrases.en.literals.has(norm) || phrases.fr.literals.has(norm),
    ...phraseTests(tries, words),
  };
  const sections = new Map(rows.sections.map((section) => [section.id, section]));
  const events = { en: phrases.en.events, fr: phrases.fr.events };
  return {
    version: rows.version,
    vocabulary,
    readings,
    tries,
    sections,
    events,
    calibration: calibration(rows.confidences),
  };
}

/** Makes something once for a list of rows: a table that an edit leaves alone keeps its list from version to version. */
function once<List extends object, Made>(make: (list: List) => Made): (list: List) => Made {
  const made = new WeakMap<List, Made>();
  return (list) => {
    const known = made.get(list) ?? make(list);
    made.set(list, known);
    return known;
  };
}

const headings = once((rows: LexiconRows['sections']) => new HeadingIndex(rows));
const calibration = once((rows: LexiconRows['confidences']) => new Calibration(rows));

const compiledWords = once((rows: LexiconRows['words']) => {
  const classes = new Set(rows.map((word) => word.class).filter(isNamed));
  const of = (language: Language): WordIndex =>
    new WordIndex(rows.filter((word) => word.language === language && isNamed(word.class)));
  return {
    words: { en: of('en'), fr: of('fr') },
    clinical: { en: clinicalWords(rows, 'en'), fr: clinicalWords(rows, 'fr') },
    readings: readingWords(rows),
    classes: { names: classes, key: [...classes].sort().join() },
  };
});

function clinicalWords(rows: LexiconRows['words'], language: Language): ClinicalWords {
  const chosen = rows.filter((word) => word.language === language && word.class === CLINICAL);
  return new ClinicalWords(
    chosen.map(({ word }) => word),
    chosen.filter(({ value }) => value === WHOLE).map(({ word }) => word),
  );
}

/** What the triggers of one language make together. */
interface Phrases {
  readonly rows: readonly Compiled[];
  readonly trie: PhraseTrie;
  /** The words of all phrases and examples. */
  readonly literals: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
}

/** 1 for a word that only French phrases have, -1 for one that only English ones have. */
function leaningsOf({ en, fr }: Readonly<Record<Language, Phrases>>): Map<string, number> {
  const leanings = new Map<string, number>();
  for (const norm of fr.literals) if (!en.literals.has(norm)) leanings.set(norm, 1);
  for (const norm of en.literals) if (!fr.literals.has(norm)) leanings.set(norm, -1);
  return leanings;
}

/** Those of the last lexicon: an edit of a row of the other language leaves them as they are. */
const LAST: Partial<Record<Language, Phrases>> = {};

function* phrasesOf(language: Language, rows: readonly Compiled[], words: WordIndex): Generator<undefined, Phrases> {
  const last = LAST[language];
  if (last?.rows.length === rows.length && rows.every((row, i) => row === last.rows[i])) return last;
  const [root, literals, events] = [newNode(), new Set<string>(), new Set<string>()];
  for (const [i, row] of rows.entries()) {
    if (i % STEP_ROWS === 0) yield;
    addToTrie(root, row.elements, row.compiled);
    for (const norm of row.norms) literals.add(norm);
    for (const word of row.events) events.add(word);
  }
  const openers = new Openers(
    rows.map(({ elements }) => elements),
    words,
  );
  const made = { rows, trie: { root, openers }, literals, events };
  LAST[language] = made;
  return made;
}

/** The classes that phrases may name. */
interface Classes {
  readonly names: ReadonlySet<string>;
  readonly key: string;
}

interface Parsed {
  readonly elements: readonly Element[];
  /** The words of phrase and example. */
  readonly norms: readonly string[];
  /** The classes that phrases may name. */
  readonly named: string;
}

/** A row with what compiling it took. */
interface Compiled extends Parsed {
  readonly compiled: CompiledRow;
  /** The words of the phrase that name an event. */
  readonly events: readonly string[];
  /** The words of its language that it was compiled with. */
  readonly words: WordIndex;
}

/** What was made of rows that are still in use: an edit of one row must not cost the time of all of them. */
const COMPILED = new WeakMap<TriggerRow, Compiled>();

function compileOnce(row: TriggerRow, classes: Classes, words: WordIndex, faults: string[]): Compiled | null {
  const known = COMPILED.get(row);
  if (known?.named === classes.key && known.words === words) return known;
  const parsed = known?.named === classes.key ? known : parseRow(row, classes, faults);
  if (parsed === null) return null;
  const { elements, norms, named } = parsed;
  const compiled = compileRow(row, elements, words);
  const made = { elements, norms, named, compiled, words, events: compiled.event ? contentWords(elements, words) : [] };
  COMPILED.set(row, made);
  return made;
}

function parseRow(row: TriggerRow, classes: Classes, faults: string[]): Parsed | null {
  const elements = parse(row, classes.names, faults);
  if (elements === null) return null;
  const norms = tokenize(`${row.phrase} ${row.example_ok}`).map((token) => token.norm);
  return { elements, norms: [...new Set(norms)], named: classes.key };
}

function parse(row: TriggerRow, classes: ReadonlySet<string>, faults: string[]): Element[] | null {
  try {
    return parsePhrase(row.phrase, classes);
  } catch (error) {
    if (!(error instanceof PhraseError)) throw error;
    faults.push(`row ${row.id} (${row.language}, ${row.axis}, "${row.phrase}"): ${error.message}`);
    return null;
  }
}

function compileRow(row: TriggerRow, elements: readonly Element[], words: WordIndex): CompiledRow {
  const year = elements.some((element) => element.type === 'year');
  const stops = row.stops ? stopBits(row.stops) : row.axis === '*' ? 0 : defaultStops(row.axis, row.value);
  return {
    row: { ...row, strength: Number(row.strength) },
    stops: stops & ~stopBits(row.ignores),
    terminates: row.kind === 'terminator' && row.value ? stopBits([row.value]) : 0,
    axes: axesOf(row.axis),
    dated: year || elements.some((element) => element.type === 'date'),
    event: year && row.kind === 'trigger' && row.priority >= BARE_YEAR_BAND && contentWords(elements, words).length > 0,
  };
}

/** The words of a phrase that are no function words. */
function contentWords(elements: readonly Element[], words: WordIndex): string[] {
  return elements.flatMap((element) => {
    if (element.type !== 'word' || element.norm.length < 4) return [];
    const token: Token = {
      start: 0,
      end: 0,
      kind: 'word',
      norm: element.norm,
      lower: element.lower,
      capital: false,
      spaces: 0,
      breaks: 0,
      joined: false,
    };
    return words.is('LINK', [token], 0) || words.is('DETERMINER', [token], 0) ? [] : [element.norm];
  });
}
