/** Compiles lexicon rows into what reading and analysing notes needs; read-only afterwards. */

import type { LexiconRows, SectionRow, TriggerRow } from '../db/tables.js';
import { LANGUAGES, type Language } from '../domain.js';
import { ClinicalWords } from '../text/clinical-words.js';
import { HeadingIndex } from '../text/heading.js';
import { type Token, tokenize } from '../text/token.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { WordIndex } from '../text/words.js';
import { answerLimit, answersBefore, hasColon, isCompleteAnswer } from './answer.js';
import { Calibration } from './calibration.js';
import { findMatches } from './match.js';
import { type Element, PhraseError, parsePhrase } from './phrase.js';
import { defaultStops, stopBits } from './stops.js';
import { addToTrie, axesOf, type CompiledRow, newNode, type TrieNode } from './trie.js';

/** One version of the lexicon, compiled. */
export interface Lexicon {
  readonly version: number;
  readonly vocabulary: Vocabulary;
  readonly tries: Readonly<Record<Language, TrieNode>>;
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

/** Words that candidate spans are made of; phrases of triggers never name the class. */
const CLINICAL = 'CLINICAL';

/** A year in a phrase of this band or below belongs to no event. */
const BARE_YEAR_BAND = 50;

/**
 * Compiles all rows of one version. Rows of classes that no phrase may name are kept for the vocabulary.
 * @throws LexiconError that lists every phrase that cannot work
 */
export function compileLexicon(rows: LexiconRows): Lexicon {
  const faults: string[] = [];
  const classes = new Set(rows.words.map((word) => word.class).filter((name) => name !== CLINICAL));
  const tries = { en: newNode(), fr: newNode() };
  const literals = { en: new Set<string>(), fr: new Set<string>() };
  const events = { en: new Set<string>(), fr: new Set<string>() };
  const words = wordIndexes(rows);
  const named = [...classes].sort().join();
  for (const row of rows.triggers) {
    const parsed = parseOnce(row, classes, named, faults);
    if (!parsed) continue;
    const { elements } = parsed;
    const compiled = compileRow(row, elements, words[row.language]);
    addToTrie(tries[row.language], elements, compiled);
    for (const norm of parsed.norms) literals[row.language].add(norm);
    if (compiled.event) for (const word of contentWords(elements, words[row.language])) events[row.language].add(word);
  }
  if (faults.length > 0) throw new LexiconError(faults);
  const vocabulary: Vocabulary = {
    words,
    headings: new HeadingIndex(rows.sections),
    clinical: { en: clinicalWords(rows, 'en'), fr: clinicalWords(rows, 'fr') },
    speaksFor: (language, norm) =>
      Number(literals[language].has(norm) && !literals[language === 'en' ? 'fr' : 'en'].has(norm)),
    hasWord: (norm) => literals.en.has(norm) || literals.fr.has(norm),
    hasTrigger: (tokens, from, to) =>
      LANGUAGES.some((language) => opensTrigger(tokens, from, to, language, tries, words)),
  };
  const sections = new Map(rows.sections.map((section) => [section.id, section]));
  return { version: rows.version, vocabulary, tries, sections, events, calibration: new Calibration(rows.confidences) };
}

function wordIndexes(rows: LexiconRows): Record<Language, WordIndex> {
  const of = (language: Language): WordIndex =>
    new WordIndex(rows.words.filter((word) => word.language === language && word.class !== CLINICAL));
  return { en: of('en'), fr: of('fr') };
}

function clinicalWords(rows: LexiconRows, language: Language): ClinicalWords {
  const chosen = rows.words.filter((word) => word.language === language && word.class === CLINICAL);
  return new ClinicalWords(chosen.map(({ word }) => word));
}

interface Parsed {
  readonly elements: readonly Element[];
  /** The words of phrase and example. */
  readonly norms: readonly string[];
  /** The classes that phrases may name. */
  readonly named: string;
}

/** What was parsed of rows that are still in use: an edit of one row must not cost the time of all of them. */
const PARSED = new WeakMap<TriggerRow, Parsed>();

function parseOnce(row: TriggerRow, classes: ReadonlySet<string>, named: string, faults: string[]): Parsed | null {
  const known = PARSED.get(row);
  if (known?.named === named) return known;
  const elements = parse(row, classes, faults);
  if (elements === null) return null;
  const norms = tokenize(`${row.phrase} ${row.example_ok}`).map((token) => token.norm);
  const parsed = { elements, norms: [...new Set(norms)], named };
  PARSED.set(row, parsed);
  return parsed;
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

function opensTrigger(
  tokens: readonly Token[],
  from: number,
  to: number,
  language: Language,
  tries: Readonly<Record<Language, TrieNode>>,
  words: Readonly<Record<Language, WordIndex>>,
): boolean {
  // Case never counts here, so the source text is not needed.
  const source = { text: '', tokens, words: words[language], language, accented: true };
  const limit = Math.max(to, answerLimit(tokens, to));
  return findMatches(source, tries[language], from, to, limit).some(({ compiled: { row }, from: first, to: end }) => {
    if (row.kind !== 'trigger' || row.direction !== 'keyvalue') return row.kind === 'trigger';
    return hasColon(row.phrase) ? isCompleteAnswer(tokens, end, limit) : answersBefore(tokens, first, end, limit);
  });
}
