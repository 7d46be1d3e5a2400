/** The keys that a mention is looked up by, and which of them finds it: its words, their long form, or a relaxed variant of them. */

import type { ExactDescription } from '../../db/rank.js';
import { giveWay } from '../../slices.js';
import { joinKeys, tokenKeys } from '../../text/term-key.js';
import type { AnnotatedNote, Spelling } from '../annotate/annotated-note.js';
import { isLeftOut } from '../annotate/relaxed-roles.js';
import type { Mention } from '../mentions/mention.js';
import { type RelaxedVariant, RelaxedVariants } from './relaxed.js';
import { hasToken, inForms, type LongKey, longKeys } from './spelled.js';
import type { KeyHits } from './term-hits.js';

/** The keys of one mention. */
export interface VariantKeys {
  /** `termKey` of its words without typos. */
  readonly own: string;
  readonly long: LongKey | undefined;
  readonly relaxed: readonly RelaxedVariant[];
  /** Mistyped words as they stand: they may be another spelling ("oedema"). */
  readonly typed: RelaxedVariant | undefined;
}

/** What finds a mention. */
export interface Match {
  readonly found: readonly ExactDescription[];
  /** How its words are to be read for that. */
  readonly spelling: Spelling;
  /** The relaxed variant that finds it; absent where its words do. */
  readonly variant?: RelaxedVariant | undefined;
}

const NOTHING: ReadonlyMap<number, string> = new Map();
const isWhole = ({ passed }: RelaxedVariant) => passed === 0;

export class Variants {
  readonly #longKeyOf: (mention: Mention) => LongKey | undefined;
  #last = { from: -1, to: -1, key: '' };

  private constructor(
    private readonly note: AnnotatedNote,
    readonly relaxed: RelaxedVariants,
    private readonly typed: RelaxedVariants,
  ) {
    this.#longKeyOf = longKeys(note);
  }

  static async of(note: AnnotatedNote): Promise<Variants> {
    const { mended, keys, spelling } = note;
    const meant = inForms(mended, spelling.shorthand);
    const written = { tokens: meant, keys: meant === mended ? keys : tokenKeys(meant) };
    await giveWay();
    const relaxed = await RelaxedVariants.of(note, written);
    const typed = spelling.typos.size === 0 ? relaxed : relaxed.typed(spelling.typos);
    return new Variants(note, relaxed, typed);
  }

  of(mention: Mention): VariantKeys {
    return {
      own: this.#own(mention),
      long: mention.sign ? undefined : this.#longKeyOf(mention),
      relaxed: this.relaxed.of(mention),
      typed: hasToken(mention, this.note.spelling.typos) ? this.typed.of(mention)[0] : undefined,
    };
  }

  /** Mentions come by their first token and grow: the key of the last one is most of the next. */
  #own({ from, to }: Mention): string {
    const known = from === this.#last.from && to > this.#last.to ? this.#last : undefined;
    this.#last = { from, to, key: joinKeys(this.note.mended, this.note.keys, from, to, known) };
    return this.#last.key;
  }

  /** The first that finds a mention. */
  matchOf(mention: Mention, { own, long, relaxed, typed }: VariantKeys, { hits, looseHits }: KeyHits): Match {
    const { spelling } = this.note;
    const { language } = mention;
    const asTyped = typed === undefined ? [] : this.#found(this.typed, typed, mention, looseHits);
    if (asTyped.length > 0) return { found: asTyped, spelling: { ...spelling, typos: NOTHING }, variant: typed };
    // "Crohns" is how French writes a part of it too.
    const ofOwn = hits.get(own);
    const isOurs = ofOwn?.some((hit) => hit.language === language) === true;
    const isNearer = (key: string) => ofOwn === undefined || (!isOurs && hits.has(key));
    const isLong = long !== undefined && (long.instead || isNearer(long.key));
    const found = isLong ? hits.get(long.key) : ofOwn;
    const asWritten = { found: found ?? [], spelling: isLong ? spelling : { ...spelling, shorthand: NOTHING } };
    // "Hyperoxalurie type 2" is nearer to "hyperoxalurie de type 2" than to the same letters in English.
    if (found?.some((hit) => hit.language === language)) return asWritten;
    for (const variant of found === undefined ? relaxed : relaxed.filter(isWhole)) {
      const admitted = this.#found(this.relaxed, variant, mention, looseHits);
      // "Diabetes: type 2" is French in this order, and English in the other.
      const isOfOrder = mention.sign === undefined || admitted.some((hit) => hit.language === language);
      if (admitted.length > 0 && isOfOrder) return { found: admitted, spelling, variant };
    }
    return asWritten;
  }

  #found(
    variants: RelaxedVariants,
    variant: RelaxedVariant,
    mention: Mention,
    looseHits: KeyHits['looseHits'],
  ): readonly ExactDescription[] {
    return (looseHits.get(variant.key) ?? []).filter((hit) => variants.admits(variant, mention, hit));
  }

  /** Tells which tokens the words of a variant are without: ties say how they belong together, and stay. */
  leftOutOf({ left }: RelaxedVariant): (at: number) => boolean {
    return (at) => isLeftOut(this.note.relaxedRoles, at) && left?.includes(at) === false;
  }
}
