/** The keys that a window is looked up by, and which of them finds it: its words, their long form, or a loose reading of them. */

import type { ExactDescription } from '../db/rank.js';
import type { Window } from '../detection/windows.js';
import type { Language } from '../domain.js';
import type { KeyHits } from '../ranking/known-words.js';
import { giveWay } from '../slices.js';
import type { Note } from '../text/note.js';
import { joinKeys, tokenKeys } from '../text/term-key.js';
import type { Token } from '../text/token.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { LooseReadings, type Reading } from './loose-readings.js';
import { isLeftOut, looseRolesOf } from './loose-roles.js';
import { inForms, type LongKey, longKeys } from './shorthand.js';
import { hasToken, type Spelling } from './spelling.js';

/** The keys of one window. */
export interface KeysOfWindow {
  /** `termKey` of its words without typos. */
  readonly own: string;
  readonly long: LongKey | undefined;
  readonly loose: readonly Reading[];
  /** Mistyped words as they stand: they may be another spelling ("oedema"). */
  readonly typed: Reading | undefined;
}

/** What finds a window. */
export interface Match {
  readonly found: readonly ExactDescription[];
  /** How its words are to be read for that. */
  readonly spelling: Spelling;
  /** The loose reading that finds it; absent where its words do. */
  readonly reading?: Reading | undefined;
}

const NOTHING: ReadonlyMap<number, string> = new Map();
const isWhole = ({ passed }: Reading) => passed === 0;

export class WindowKeys {
  readonly #longKeyOf: (window: Window) => LongKey | undefined;
  #last = { from: -1, to: -1, key: '' };

  private constructor(
    private readonly tokens: readonly Token[],
    private readonly keys: readonly string[],
    private readonly spelling: Spelling,
    private readonly looseRoles: Uint8Array,
    readonly loose: LooseReadings,
    private readonly typed: LooseReadings,
  ) {
    this.#longKeyOf = longKeys(tokens, keys, spelling);
  }

  /**
   * @param tokens the tokens of the note without typos
   * @param keys the `termKey` of each
   */
  static async of(
    note: Note,
    roles: Uint8Array,
    vocabulary: Vocabulary,
    {
      tokens,
      keys,
      spelling,
    }: { readonly tokens: readonly Token[]; readonly keys: readonly string[]; readonly spelling: Spelling },
  ): Promise<WindowKeys> {
    const looseRoles = await looseRolesOf(note, vocabulary);
    const meant = inForms(tokens, spelling.shorthand);
    const written = { tokens: meant, keys: meant === tokens ? keys : tokenKeys(meant) };
    await giveWay();
    const loose = await LooseReadings.of(note, roles, written, looseRoles);
    const typed = spelling.typos.size === 0 ? loose : loose.typed(spelling.typos);
    return new WindowKeys(tokens, keys, spelling, looseRoles, loose, typed);
  }

  of(window: Window): KeysOfWindow {
    return {
      own: this.#own(window),
      long: window.labelled ? undefined : this.#longKeyOf(window),
      loose: this.loose.of(window),
      typed: hasToken(window, this.spelling.typos) ? this.typed.of(window)[0] : undefined,
    };
  }

  /** Windows come by their first token and grow: the key of the last one is most of the next. */
  #own({ from, to }: Window): string {
    const known = from === this.#last.from && to > this.#last.to ? this.#last : undefined;
    this.#last = { from, to, key: joinKeys(this.tokens, this.keys, from, to, known) };
    return this.#last.key;
  }

  /** The first that finds a window. */
  matchOf(
    window: Window,
    language: Language,
    { own, long, loose, typed }: KeysOfWindow,
    { hits, looseHits }: KeyHits,
  ): Match {
    const { spelling } = this;
    const asTyped = typed === undefined ? [] : this.#found(this.typed, typed, window, looseHits);
    if (asTyped.length > 0) return { found: asTyped, spelling: { ...spelling, typos: NOTHING }, reading: typed };
    // "Crohns" is how French writes a part of it too.
    const ofOwn = hits.get(own);
    const isOurs = ofOwn?.some((hit) => hit.language === language) === true;
    const isNearer = (key: string) => ofOwn === undefined || (!isOurs && hits.has(key));
    const isLong = long !== undefined && (long.instead || isNearer(long.key));
    const found = isLong ? hits.get(long.key) : ofOwn;
    const asWritten = { found: found ?? [], spelling: isLong ? spelling : { ...spelling, shorthand: NOTHING } };
    // "Hyperoxalurie type 2" is nearer to "hyperoxalurie de type 2" than to the same letters in English.
    if (found?.some((hit) => hit.language === language)) return asWritten;
    for (const reading of found === undefined ? loose : loose.filter(isWhole)) {
      const admitted = this.#found(this.loose, reading, window, looseHits);
      // "Diabetes: type 2" is French in this order, and English in the other.
      const isOurs = window.labelled === undefined || admitted.some((hit) => hit.language === language);
      if (admitted.length > 0 && isOurs) return { found: admitted, spelling, reading };
    }
    return asWritten;
  }

  #found(
    readings: LooseReadings,
    reading: Reading,
    window: Window,
    looseHits: KeyHits['looseHits'],
  ): readonly ExactDescription[] {
    return (looseHits.get(reading.key) ?? []).filter((hit) => readings.admits(reading, window, hit));
  }

  /** Tells which tokens the words of a reading are without: ties say how they belong together, and stay. */
  leftOutOf({ left }: Reading): (at: number) => boolean {
    return (at) => isLeftOut(this.looseRoles, at) && left?.includes(at) === false;
  }
}
