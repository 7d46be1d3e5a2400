/** Releases, their concepts and descriptions. */

import { type Kysely, sql } from 'kysely';
import type { DescriptionKind } from '../domain/candidate.js';
import type { Language } from '../domain/language.js';
import { readTwice } from './read-twice.js';
import type { Database } from './tables.js';

/** Words of a release that are kept in memory. */
const MOST_WORDS = 80_000;
/** Terms whose words a statement counts: about 0.3 s. */
const TERMS_A_STATEMENT = 100_000;

export interface NewConcept {
  readonly sctid: string;
  readonly fsn: string;
  readonly semanticTag: string;
  readonly chronic: boolean;
}

export interface NewDescription {
  readonly sctid: string;
  readonly language: Language;
  readonly kind: DescriptionKind;
  readonly term: string;
}

/** Makes the empty tables of a release and returns its number; nobody reads them before `attachRelease`. */
export async function addRelease(
  db: Kysely<Database>,
  release: { name: string; kind: 'seed' | 'rf2' | 'gps' | 'tsv'; checksum: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT add_release(${release.name}, ${release.kind}, ${release.checksum}) AS id`.execute(db);
  return Number(rows[0]?.id);
}

/** The release loaded from files with this checksum, if any. */
export async function findRelease(db: Kysely<Database>, checksum: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('terminology_releases')
    .select('release_id')
    .where('checksum', '=', checksum)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row?.release_id;
}

/** One loaded terminology. */
export interface ReleaseEntry {
  readonly releaseId: number;
  readonly name: string;
  readonly kind: string;
  readonly state: 'loading' | 'ready';
  readonly checksum: string;
  readonly createdAt: Date;
}

/** All releases but that of the site's own terms, oldest first. */
export async function listReleases(db: Kysely<Database>): Promise<ReleaseEntry[]> {
  const rows = await db
    .selectFrom('terminology_releases')
    .selectAll()
    .where('release_id', '<>', 0)
    .orderBy('release_id')
    .execute();
  return rows.map((row) => ({
    releaseId: row.release_id,
    name: row.name,
    kind: row.kind,
    state: row.state,
    checksum: row.checksum,
    createdAt: row.created_at,
  }));
}

/** The kind of a release. */
export async function releaseKind(db: Kysely<Database>, releaseId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('terminology_releases')
    .select('kind')
    .where('release_id', '=', releaseId)
    .executeTakeFirst();
  return row?.kind;
}

/** The checksum of the files of a release. */
export async function releaseChecksum(db: Kysely<Database>, releaseId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('terminology_releases')
    .select('checksum')
    .where('release_id', '=', releaseId)
    .executeTakeFirst();
  return row?.checksum;
}

/** Indexes the filled tables of a release and makes them readable. */
export async function attachRelease(db: Kysely<Database>, releaseId: number): Promise<void> {
  await sql`SELECT attach_release(${releaseId})`.execute(db);
}

/** Marks a release as whole. */
export async function finishRelease(db: Kysely<Database>, releaseId: number): Promise<void> {
  await db.updateTable('terminology_releases').set({ state: 'ready' }).where('release_id', '=', releaseId).execute();
}

/** Removes a release that is not served. */
export async function dropRelease(db: Kysely<Database>, releaseId: number): Promise<void> {
  await sql`SELECT drop_release(${releaseId})`.execute(db);
}

/** Adds concepts to a release that is not attached yet, in one statement. */
export async function insertConcepts(
  db: Kysely<Database>,
  releaseId: number,
  concepts: readonly NewConcept[],
): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(`concepts_r${releaseId}`)} (sctid, fsn, semantic_tag, chronic)
    SELECT * FROM unnest(
      ${concepts.map((concept) => concept.sctid)}::bigint[], ${concepts.map((concept) => concept.fsn)}::text[],
      ${concepts.map((concept) => concept.semanticTag)}::text[], ${concepts.map((concept) => concept.chronic)}::boolean[])
  `.execute(db);
}

/** Adds descriptions to a release that is not attached yet, in one statement. */
export async function insertDescriptions(
  db: Kysely<Database>,
  releaseId: number,
  descriptions: readonly NewDescription[],
): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(`descriptions_r${releaseId}`)} (sctid, language, kind, term)
    SELECT * FROM unnest(
      ${descriptions.map((description) => description.sctid)}::bigint[],
      ${descriptions.map((description) => description.language)}::text[],
      ${descriptions.map((description) => description.kind)}::text[],
      ${descriptions.map((description) => description.term)}::text[])
  `.execute(db);
}

/** What is shown of a concept: its preferred terms and its semantic tag. */
export interface ConceptDisplay {
  readonly semanticTag: string;
  readonly chronic: boolean;
  readonly terms: Partial<Record<Language, string>>;
}

/** The displays of active concepts of a release, by SCTID; others are absent. */
export async function readDisplays(
  db: Kysely<Database>,
  releaseId: number,
  sctids: readonly string[],
): Promise<Map<string, ConceptDisplay>> {
  if (sctids.length === 0) return new Map();
  const statement = sql<{
    sctid: string;
    semantic_tag: string;
    chronic: boolean;
    fsn: string;
    en: string | null;
    fr: string | null;
  }>`
    SELECT c.sctid::text, c.semantic_tag, c.chronic, c.fsn, en.term AS en, fr.term AS fr
    FROM concepts c
    LEFT JOIN descriptions en ON en.release_id = c.release_id AND en.sctid = c.sctid AND en.language = 'en' AND en.kind = 'preferred' AND en.active
    LEFT JOIN descriptions fr ON fr.release_id = c.release_id AND fr.sctid = c.sctid AND fr.language = 'fr' AND fr.kind = 'preferred' AND fr.active
    WHERE c.release_id = ${releaseId}::int AND c.active AND c.sctid = ANY (${sctids}::bigint[])`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  return new Map(
    rows.map((row) => {
      const terms = { en: row.en ?? row.fsn, ...(row.fr === null ? {} : { fr: row.fr }) };
      return [row.sctid, { semanticTag: row.semantic_tag, chronic: row.chronic, terms }];
    }),
  );
}

/** What is known of a concept whatever a note says of it. */
export interface ConceptTraits {
  readonly semanticTag: string;
  /** Whether it is flagged chronic. */
  readonly chronic: boolean;
}

/** The traits of these SCTIDs, as far as a release has them. */
export async function readTraits(
  db: Kysely<Database>,
  releaseId: number,
  sctids: readonly string[],
): Promise<Map<string, ConceptTraits>> {
  if (sctids.length === 0) return new Map();
  const statement = sql<ConceptTraits & { sctid: string }>`
    SELECT sctid::text, semantic_tag AS "semanticTag", chronic FROM concepts
    WHERE release_id = ${releaseId}::int AND sctid = ANY (${sctids}::bigint[])`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  return new Map(rows.map(({ sctid, semanticTag, chronic }) => [sctid, { semanticTag, chronic }]));
}

/** The words of a release. */
export interface TermWordCounts {
  /** How many terms have each word, folded. */
  readonly counts: ReadonlyMap<string, number>;
  /** Those of two or three letters that terms have in capitals only: the "hta" of "HTA sévère". */
  readonly letters: ReadonlySet<string>;
}

/**
 * How many active terms of a release have each word, abbreviations aside; folded words, rare ones of a large release left out.
 * @param step how many numbers of terms a statement covers: few enough for it to stay within the statement timeout of a running service
 */
export async function countTermWords(
  db: Kysely<Database>,
  releaseId: number,
  step = TERMS_A_STATEMENT,
): Promise<TermWordCounts> {
  const { first, last } = await db
    .selectFrom('descriptions')
    .select([
      sql<number | null>`min(description_id)::float8`.as('first'),
      sql<number | null>`max(description_id)::float8`.as('last'),
    ])
    .where('release_id', '=', releaseId)
    .executeTakeFirstOrThrow();
  const counts = new Map<string, number>();
  const small = new Set<string>();
  if (first === null || last === null) return { counts, letters: small };
  for (let from = first; from <= last; from += step) {
    const { rows } = await sql<{ word: string; count: number; is_small: boolean }>`
      SELECT w.word, count(*)::int AS count,
        bool_or(length(w.word) > 3 OR position(upper(w.word) in d.term) = 0) AS is_small
      FROM descriptions d
      CROSS JOIN LATERAL regexp_split_to_table(d.term_norm, '[^[:alnum:]]+') w(word)
      WHERE d.release_id = ${releaseId}::int AND d.active AND d.kind <> 'abbreviation' AND length(w.word) > 1
        AND d.description_id BETWEEN ${from}::bigint AND ${from + step - 1}::bigint
      GROUP BY w.word`.execute(db);
    for (const { word, count, is_small } of rows) {
      counts.set(word, (counts.get(word) ?? 0) + count);
      if (is_small) small.add(word);
    }
  }
  const byCount = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  const kept = new Map(byCount.slice(0, MOST_WORDS));
  return { counts: kept, letters: new Set([...kept.keys()].filter((word) => !small.has(word))) };
}
