/** Which release, model and lexicon answer requests now. */

import { type Kysely, sql } from 'kysely';
import type { Language } from '../domain/language.js';
import type { Database } from './tables.js';

/** What is served, as one statement reads it. */
export interface Serving {
  readonly releaseId: number;
  readonly releaseName: string;
  /** When its loading began: tells it from an earlier one of the same number. */
  readonly releaseLoaded: string;
  readonly modelId: number;
  readonly modelVersion: string;
  /** Where the model lay when `model use` chose it; null for the one of MODEL_DIR. */
  readonly modelDirectory: string | null;
  readonly dimensions: number;
  /** Grows with every change of the terms of this site. */
  readonly localVersion: number;
  /** Table of vectors of the release, and of the terms of this site. */
  readonly releaseTable: string;
  readonly localTable: string;
  /** False until the index of the release's vectors is built, on a server: they are compared in memory meanwhile. */
  readonly ready: boolean;
}

/** Where to look for neighbours: a release that is served, or is going to be. */
export type SearchTarget = Pick<
  Serving,
  'releaseId' | 'modelId' | 'dimensions' | 'releaseTable' | 'releaseLoaded' | 'localTable' | 'localVersion' | 'ready'
>;

export interface Thresholds {
  readonly mention: number;
  readonly floor: number;
  /** A candidate of an unresolved span below it is not shown; undefined where no fit says. */
  readonly shown?: number | undefined;
  readonly resolvedCosine: number;
  readonly resolvedMargin: number;
  /** The margin that is enough where the words of a span are a term of its first concept. */
  readonly termMargin: number;
}

/** What is served, the newest lexicon version, and what tells the weights of the decision from others; `serving` is null before the first terminology is ready. */
export async function readState(
  db: Kysely<Database>,
): Promise<{ serving: Serving | null; lexiconVersion: number; weightsDigest: string }> {
  const { rows } = await sql<Record<string, string | number | boolean | null>>`
    SELECT s.release_id, r.name, r.created_at::text AS loaded, s.model_id, m.version, m.directory, m.dimensions, s.local_version,
      e.table_name AS release_table, e.state = 'ready' AS ready, l.table_name AS local_table,
      (SELECT max(version) FROM lexicon_versions) AS lexicon_version,
      (SELECT md5(string_agg(concat_ws(' ', feature, weight), ',' ORDER BY feature)) FROM decision_weights w
        WHERE w.model_id = s.model_id) AS weights_digest
    FROM (SELECT 1) one
    LEFT JOIN serving s ON true
    LEFT JOIN terminology_releases r ON r.release_id = s.release_id
    LEFT JOIN models m ON m.model_id = s.model_id
    LEFT JOIN embedding_sets e ON e.model_id = s.model_id AND e.release_id = s.release_id
    LEFT JOIN embedding_sets l ON l.model_id = s.model_id AND l.release_id = 0`.execute(db);
  const row = rows[0] ?? {};
  const serving: Serving | null =
    row.release_id == null
      ? null
      : {
          releaseId: Number(row.release_id),
          releaseName: String(row.name),
          releaseLoaded: String(row.loaded),
          modelId: Number(row.model_id),
          modelVersion: String(row.version),
          modelDirectory: row.directory == null ? null : String(row.directory),
          dimensions: Number(row.dimensions),
          localVersion: Number(row.local_version),
          releaseTable: String(row.release_table),
          localTable: String(row.local_table),
          ready: row.ready === true,
        };
  const weightsDigest = String(row.weights_digest ?? '');
  return { serving, lexiconVersion: Number(row.lexicon_version ?? 0), weightsDigest };
}

/** The thresholds of a model on a release by language; a language without a row is absent. */
export async function readThresholds(
  db: Kysely<Database>,
  modelId: number,
  releaseId: number,
): Promise<Partial<Record<Language, Thresholds>>> {
  const rows = await db
    .selectFrom('thresholds')
    .selectAll()
    .where('model_id', '=', modelId)
    .where('release_id', '=', releaseId)
    .execute();
  return Object.fromEntries(
    rows.map((row) => [
      row.language,
      {
        mention: row.mention,
        floor: row.floor,
        ...(row.shown !== null && { shown: row.shown }),
        resolvedCosine: row.resolved_cosine,
        resolvedMargin: row.resolved_margin,
        termMargin: Math.min(row.term_margin ?? 1, row.resolved_margin),
      },
    ]),
  );
}

/** Stores fitted thresholds of one language, replacing earlier ones. */
export async function writeThresholds(
  db: Kysely<Database>,
  key: { modelId: number; releaseId: number; language: Language },
  thresholds: Thresholds,
  fittedOn: string,
): Promise<void> {
  const values = {
    mention: thresholds.mention,
    floor: thresholds.floor,
    shown: thresholds.shown ?? null,
    resolved_cosine: thresholds.resolvedCosine,
    resolved_margin: thresholds.resolvedMargin,
    term_margin: thresholds.termMargin,
    fitted_on: fittedOn,
  };
  await db
    .insertInto('thresholds')
    .values({ model_id: key.modelId, release_id: key.releaseId, language: key.language, ...values })
    .onConflict((conflict) =>
      conflict.columns(['model_id', 'release_id', 'language']).doUpdateSet({ ...values, fitted_at: sql`now()` }),
    )
    .execute();
}

/** The weights of the decision with a model, by feature; none where nothing is fitted. */
export async function readDecisionWeights(db: Kysely<Database>, modelId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('decision_weights')
    .select(['feature', 'weight'])
    .where('model_id', '=', modelId)
    .execute();
  return new Map(rows.map(({ feature, weight }) => [feature, weight]));
}

/** What the weights of the decision with a model were fitted on. */
export async function decisionSources(db: Kysely<Database>, modelId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('decision_weights')
    .select('fitted_on')
    .distinct()
    .where('model_id', '=', modelId)
    .execute();
  return rows.map(({ fitted_on }) => fitted_on);
}

/**
 * Stores weights of the decision with a model in place of earlier ones, as one change.
 * @param source replaces only those whose source begins so, and leaves the others alone; without it all of them
 */
export async function replaceDecisionWeights(
  db: Kysely<Database>,
  modelId: number,
  weights: ReadonlyMap<string, number>,
  fittedOn: string,
  source = '',
): Promise<void> {
  const rows = [...weights].map(([feature, weight]) => ({ model_id: modelId, feature, weight, fitted_on: fittedOn }));
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('decision_weights')
      .where('model_id', '=', modelId)
      .where('fitted_on', 'like', `${source}%`)
      .execute();
    if (rows.length === 0) return;
    await trx
      .insertInto('decision_weights')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['model_id', 'feature']).doNothing())
      .execute();
  });
}

/** Serves this release with this model from now on, in one statement. */
export async function switchServing(db: Kysely<Database>, releaseId: number, modelId: number): Promise<void> {
  await db
    .insertInto('serving')
    .values({ release_id: releaseId, model_id: modelId })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ release_id: releaseId, model_id: modelId, changed_at: sql`now()` }),
    )
    .execute();
}
