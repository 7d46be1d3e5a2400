/** Tests and precautions that are named after what they look for or prevent: "sérologies VIH, syphilis et Lyme", "retinopathy screen", "DVT prophylaxis" tell no disease. */

import type { Sentence } from '../../text/note.js';
import { BEHIND, type ClassMatch, LIST, OF } from '../../text/words.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { BREAK, WALL } from '../annotate/token-role.js';
import type { Mention } from '../mentions/mention.js';
import { isCoordinator } from '../mentions/shared-words.js';
import type { Trace } from './evidence.js';

/** The class of the words for such a test. */
const ASSAY = 'ASSAY';
/** The most parts of a list, and the most tokens of a part. */
const PARTS = 6;
const LONGEST_PART = 4;
const SEPARATORS: ReadonlySet<string> = new Set([',', '/']);
const PREPOSITIONS: ReadonlySet<string> = new Set([
  'for',
  'of',
  'to',
  'de',
  'du',
  'des',
  "d'",
  'pour',
  'anti',
  "l'",
  'la',
  'le',
  'les',
]);

/** The word of a test right behind a mention, or before it with nothing between but a list of what it looks for; null where there is none. */
export function assayOf(note: AnnotatedNote, mention: Mention): Trace | null {
  const sentence = note.sentences[mention.sentence];
  if (sentence === undefined) return null;
  const list = new AssayList(note, sentence);
  return list.behind(mention.to) ?? list.before(mention.from);
}

/** The list of a sentence that a mention stands in. */
class AssayList {
  constructor(
    private readonly note: AnnotatedNote,
    private readonly sentence: Pick<Sentence, 'from' | 'to'>,
  ) {}

  /** "Syphilis serology", "syphilis and HIV serology", "flu/COVID/RSV swab". */
  behind(to: number): Trace | null {
    let at = to;
    for (let parts = 0; parts < PARTS && this.#isSlash(at); parts++) at = this.#nextPart(at);
    if (this.#isCoordinator(at)) at = this.#nextPart(at);
    return this.#traceAt(at);
  }

  /** Where the part behind a separator ends: at a word of a test, or at what separates it from the next; -1 for none ("asthma and PCR"). */
  #nextPart(separator: number): number {
    const begin = separator + 1;
    let at = begin;
    while (at < begin + LONGEST_PART && this.#isPart(at) && !this.#isAssay(at)) at++;
    return at > begin ? at : -1;
  }

  #isSlash(at: number): boolean {
    return this.#isOneLine(at) && this.#norm(at) === '/';
  }

  before(from: number): Trace | null {
    let [parts, length] = [0, 0];
    let at = from - 1;
    while (this.#isBefore(at) && this.#goesOn(at) && parts <= PARTS && length <= LONGEST_PART) {
      const isSeparator = this.#isSeparator(at);
      if (isSeparator) parts++;
      length = isSeparator ? 0 : length + 1;
      at--;
    }
    const row = this.#isBefore(at) ? this.#opening(at) : undefined;
    const isNear = parts <= PARTS && length <= LONGEST_PART;
    return row && isNear && this.#opens(at + 1, row.value) ? { at: { from: at, to: at + 1 }, row } : null;
  }

  /** Whether a token is in the sentence, with the one behind it on its line. */
  #isBefore(at: number): boolean {
    return at >= this.sentence.from && this.#isOneLine(at + 1);
  }

  /** The word of a test that may stand before what it looks for. */
  #opening(at: number): ClassMatch | undefined {
    const row = this.#assayAt(at);
    return row?.value === BEHIND ? undefined : row;
  }

  /** Whether a token may stand in such a list. */
  #goesOn(at: number): boolean {
    if (this.#opening(at) !== undefined) return false;
    return this.#isSeparator(at) || this.#isPart(at) || this.#norm(at) === ':';
  }

  /** Whether what a test looks for may begin here: neither a list goes on nor a result is told. */
  #opens(at: number, value: string | null): boolean {
    if (this.#norm(at) === ':') return value === LIST;
    return value === OF ? PREPOSITIONS.has(this.#norm(at)) : this.#isPart(at);
  }

  /** Whether a token may be a part of the name of what is looked for; results and numbers are none. */
  #isPart(at: number): boolean {
    if (!this.#isOneLine(at) || this.#isSeparator(at)) return false;
    if (PREPOSITIONS.has(this.#norm(at))) return true;
    const role = this.note.roles[at] ?? WALL;
    return role < BREAK && (this.note.tokens[at]?.kind === 'word' || this.#isType(at));
  }

  /** "Hépatite 1" has a type, "IgG 8.5" a result. */
  #isType(at: number): boolean {
    return /^[1-9]$/.test(this.#norm(at));
  }

  #isSeparator(at: number): boolean {
    return SEPARATORS.has(this.#norm(at)) || this.#isCoordinator(at);
  }

  #isCoordinator(at: number): boolean {
    return this.#isOneLine(at) && isCoordinator(this.note, at) && this.#norm(at) !== '+';
  }

  #isAssay(at: number): boolean {
    return this.#traceAt(at) !== null;
  }

  #traceAt(at: number): Trace | null {
    const row = this.#isOneLine(at) ? this.#assayAt(at) : undefined;
    return row === undefined ? null : { at: { from: at, to: at + 1 }, row };
  }

  #assayAt(at: number): ClassMatch | undefined {
    return this.note.classes.of(ASSAY, at);
  }

  /** Whether a token is in the sentence, on the line of the one before it. */
  #isOneLine(at: number): boolean {
    return at < this.sentence.to && this.note.tokens[at]?.breaks === 0;
  }

  #norm(at: number): string {
    return this.note.tokens[at]?.norm ?? '';
  }
}
