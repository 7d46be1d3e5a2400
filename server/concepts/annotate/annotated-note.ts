/** A note as the later stages read it: what each of its tokens is. */

import type { Note } from '../../text/note.js';
import type { Token } from '../../text/token.js';
import type { Vocabulary } from '../../text/vocabulary.js';
import type { TokenClasses } from './token-classes.js';

/** What tokens were meant to be, by their index. */
export interface Spelling {
  readonly typos: ReadonlyMap<number, string>;
  /** The long forms of words that clinicians write short: "dlr", "#". */
  readonly shorthand: ReadonlyMap<number, string>;
  /** French participles in "-ée" without their last e, for keys keep one of the two: "agitée", "agité". */
  readonly masculine: ReadonlyMap<number, string>;
}

/** A note with the annotations of its tokens, each by the index of the token. */
export interface AnnotatedNote extends Note {
  readonly vocabulary: Vocabulary;
  readonly classes: TokenClasses;
  /** What each token may do in a clinical phrase: `token-role.ts`. */
  readonly roles: Uint8Array;
  /** What each does where a term is found without some of its words: `relaxed-roles.ts`. */
  readonly relaxedRoles: Uint8Array;
  /** 1 for the tokens of the letterhead. */
  readonly head: Uint8Array;
  readonly spelling: Spelling;
  /** The tokens without their typos, and the `termKey` of each. */
  readonly mended: readonly Token[];
  readonly keys: readonly string[];
  /** The sentences without a small letter, in which capitals say nothing. */
  readonly capitals: ReadonlySet<number>;
}
