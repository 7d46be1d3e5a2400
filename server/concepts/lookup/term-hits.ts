/** The descriptions that have the keys of a note's mentions. */

import { descriptionsByKey, type ExactDescription } from '../../db/rank.js';
import { type RankingDatabase, timed } from './ranking-database.js';
import { remembered } from './term-memory.js';

/** Keys of each kind a statement: more would keep the process from answering others while they are written out. */
const KEYS = 2_048;
/** What tells the two kinds of keys apart where they are kept together. */
const OWN = '=';
const LOOSE = '~';

/** The descriptions with each key (`termKey`), and with each loose one (`looseKey`). */
export interface KeyHits {
  readonly hits: ReadonlyMap<string, readonly ExactDescription[]>;
  readonly looseHits: ReadonlyMap<string, readonly ExactDescription[]>;
}

/** Looks up keys in as few statements as possible; those that no term has are not asked for, once it is known which. */
export function termsByKey(
  ranking: RankingDatabase,
  keys: ReadonlySet<string>,
  looseKeys: ReadonlySet<string> = new Set(),
): Promise<KeyHits> {
  const filter = ranking.known?.keys;
  return timed(ranking, 'ranking', async () => {
    const asked = [...keys].filter((key) => filter?.mayBe(key) ?? true).map((key) => OWN + key);
    const loosely = [...looseKeys].filter((key) => filter?.mayBeLoose(key) ?? true).map((key) => LOOSE + key);
    const found = await remembered(ranking, 'key', [...asked, ...loosely], (missing) => readKeys(ranking, missing));
    const hits = new Map<string, readonly ExactDescription[]>();
    const looseHits = new Map<string, readonly ExactDescription[]>();
    for (const [key, descriptions] of found)
      (key.startsWith(LOOSE) ? looseHits : hits).set(key.slice(OWN.length), descriptions);
    return { hits, looseHits };
  });
}

/** The descriptions with keys that have their sign before them. */
async function readKeys(
  { db, serving }: RankingDatabase,
  signed: readonly string[],
): Promise<Map<string, ExactDescription[]>> {
  const found = new Map<string, ExactDescription[]>();
  const of = (sign: string) => signed.filter((key) => key.startsWith(sign)).map((key) => key.slice(sign.length));
  const [keys, looseKeys] = [of(OWN), of(LOOSE)];
  for (let from = 0; from < Math.max(keys.length, looseKeys.length); from += KEYS) {
    const part = { keys: keys.slice(from, from + KEYS), looseKeys: looseKeys.slice(from, from + KEYS) };
    for (const { is_loose, ...hit } of await descriptionsByKey(db, serving.releaseId, part)) {
      const key = (is_loose ? LOOSE : OWN) + hit.key;
      const known = found.get(key);
      if (known === undefined) found.set(key, [hit]);
      else known.push(hit);
    }
  }
  return found;
}
