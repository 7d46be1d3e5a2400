/** The third stage: the variants of each mention, and the descriptions that have their keys, in one statement. */

import { mapInSlices } from '../../slices.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { Mention } from '../mentions/mention.js';
import { type ImpliedKeys, impliedKeys, keysOf, sharedKeysOf, vaccineSentences } from './implied.js';
import type { RankingDatabase } from './ranking-database.js';
import { type KeyHits, termsByKey } from './term-hits.js';
import { type VariantKeys, Variants } from './variants.js';

/** A mention with the keys that it is looked up by. */
export interface KeyedMention {
  readonly mention: Mention;
  readonly keys: VariantKeys;
  readonly implied: ImpliedKeys;
}

export interface LookedUp {
  readonly keyed: readonly KeyedMention[];
  readonly variants: Variants;
  readonly found: KeyHits;
}

export async function lookUp(
  note: AnnotatedNote,
  mentions: readonly Mention[],
  ranking: RankingDatabase,
): Promise<LookedUp> {
  const vaccinated = vaccineSentences(note);
  const variants = await Variants.of(note);
  const asked = new Set<string>();
  const askedLoosely = new Set<string>();
  const keyed = await mapInSlices(mentions, (mention): KeyedMention => {
    const keys = variants.of(mention);
    const implied = impliedKeys(note, variants.relaxed, vaccinated, mention, keys.own);
    asked.add(keys.own);
    if (keys.long !== undefined) asked.add(keys.long.key);
    for (const key of keysOf(implied)) asked.add(key);
    for (const key of sharedKeysOf(implied)) askedLoosely.add(key);
    for (const { key } of keys.relaxed) askedLoosely.add(key);
    if (keys.typed !== undefined) askedLoosely.add(keys.typed.key);
    return { mention, keys, implied };
  });
  return { keyed, variants, found: await termsByKey(ranking, asked, askedLoosely) };
}
