/** The descriptions that have the keys of a note's mentions. */

import { descriptionsByKey, type ExactDescription } from '../../db/rank.js';
import { type RankingDatabase, timed } from './ranking-database.js';

/** Keys of each kind a statement: more would keep the process from answering others while they are written out. */
const KEYS = 2_048;

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
  const { db, serving, known } = ranking;
  const filter = known?.keys;
  return timed(ranking, 'ranking', async () => {
    const found = { hits: new Map<string, ExactDescription[]>(), looseHits: new Map<string, ExactDescription[]>() };
    const asked = [...keys].filter((key) => filter?.mayBe(key) ?? true);
    const askedLoosely = [...looseKeys].filter((key) => filter?.mayBeLoose(key) ?? true);
    for (let from = 0; from < Math.max(asked.length, askedLoosely.length); from += KEYS) {
      const part = { keys: asked.slice(from, from + KEYS), looseKeys: askedLoosely.slice(from, from + KEYS) };
      for (const { is_loose, ...hit } of await descriptionsByKey(db, serving.releaseId, part)) {
        const hits = is_loose ? found.looseHits : found.hits;
        const known = hits.get(hit.key);
        if (known === undefined) hits.set(hit.key, [hit]);
        else known.push(hit);
      }
    }
    return found;
  });
}
