/** Tests and precautions that are named after what they look for or prevent: "sérologies VIH, syphilis et Lyme", "retinopathy screen", "DVT prophylaxis" tell no disease. */

import type { Note, Sentence } from '../text/note.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { BEHIND, LIST, OF, type WordIndex } from '../text/words.js';
import { isCoordinator } from './coordination.js';
import { BREAK, WALL } from './token-role.js';
import type { Window } from './windows.js';

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

/** Whether a word of a test stands right behind a window, or one before it with nothing between but a list of what it looks for. */
export function isAssayed(
  note: Note,
  roles: Uint8Array,
  vocabulary: Pick<Vocabulary, 'words'>,
  window: Window,
): boolean {
  const sentence = note.sentences[window.sentence];
  if (sentence === undefined) return false;
  const list = new AssayList(note, roles, vocabulary.words[sentence.language], sentence);
  return list.endsWithAssay(window.to) || list.beginsWithAssay(window.from);
}

/** The list of a sentence that a window stands in. */
class AssayList {
  constructor(
    private readonly note: Note,
    private readonly roles: Uint8Array,
    private readonly words: WordIndex,
    private readonly sentence: Pick<Sentence, 'from' | 'to'>,
  ) {}

  /** "Syphilis serology", "syphilis and HIV serology", "flu/COVID/RSV swab". */
  endsWithAssay(to: number): boolean {
    let at = to;
    for (let parts = 0; parts < PARTS && this.#isSlash(at); parts++) at = this.#nextPart(at);
    if (this.#isCoordinator(at)) at = this.#nextPart(at);
    return this.#isAssay(at);
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

  beginsWithAssay(from: number): boolean {
    let parts = 0;
    let length = 0;
    for (let at = from - 1; at >= this.sentence.from && this.#isOneLine(at + 1); at--) {
      const value = this.#valueOf(at);
      if (value !== undefined && value !== BEHIND) return this.#opens(at + 1, value);
      if (this.#isSeparator(at)) {
        parts++;
        length = 0;
      } else if (!this.#isPart(at) && this.#norm(at) !== ':') return false;
      else length++;
      if (parts > PARTS || length > LONGEST_PART) return false;
    }
    return false;
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
    const role = this.roles[at] ?? WALL;
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
    return this.#isOneLine(at) && isCoordinator(this.words, this.note.tokens, at) && this.#norm(at) !== '+';
  }

  #isAssay(at: number): boolean {
    return this.#isOneLine(at) && this.#valueOf(at) !== undefined;
  }

  /** The value of the word of a test at a token; null where it has none, undefined where there is no such word. */
  #valueOf(at: number): string | null | undefined {
    return this.words.matchesAt(this.note.tokens, at, at + 1).find((match) => match.class === ASSAY)?.value;
  }

  /** Whether a token is in the sentence, on the line of the one before it. */
  #isOneLine(at: number): boolean {
    return at < this.sentence.to && this.note.tokens[at]?.breaks === 0;
  }

  #norm(at: number): string {
    return this.note.tokens[at]?.norm ?? '';
  }
}
