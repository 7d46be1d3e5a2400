/** A small OMOP common data model: the tables that are read or written, with the columns and types of CDM 5.4 for PostgreSQL. */

import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/tables.js';

const TABLES = `
  CREATE TABLE {cdm}.note (note_id integer NOT NULL, note_text text NOT NULL);
  CREATE TABLE {cdm}.concept (
    concept_id integer NOT NULL, concept_name varchar(255) NOT NULL, domain_id varchar(20) NOT NULL, vocabulary_id varchar(20) NOT NULL,
    concept_class_id varchar(20) NOT NULL, standard_concept varchar(1), concept_code varchar(50) NOT NULL,
    valid_start_date date NOT NULL, valid_end_date date NOT NULL, invalid_reason varchar(1));
  CREATE TABLE {cdm}.concept_relationship (
    concept_id_1 integer NOT NULL, concept_id_2 integer NOT NULL, relationship_id varchar(20) NOT NULL,
    valid_start_date date NOT NULL, valid_end_date date NOT NULL, invalid_reason varchar(1));
  CREATE TABLE {cdm}.note_nlp (
    note_nlp_id integer NOT NULL, note_id integer NOT NULL, section_concept_id integer, snippet varchar(250), "offset" varchar(50),
    lexical_variant varchar(250) NOT NULL, note_nlp_concept_id integer, note_nlp_source_concept_id integer, nlp_system varchar(250),
    nlp_date date NOT NULL, nlp_datetime timestamp, term_exists varchar(1), term_temporal varchar(50), term_modifiers varchar(2000));
  ALTER TABLE {cdm}.note_nlp ADD CONSTRAINT xpk_note_nlp PRIMARY KEY (note_nlp_id);
  CREATE INDEX idx_note_nlp_note_id_1 ON {cdm}.note_nlp (note_id);`;

/** Makes the tables in a schema of this name, which is made too. */
export async function makeCdm(db: Kysely<Database>, schema: string): Promise<void> {
  await sql.raw(`CREATE SCHEMA IF NOT EXISTS ${schema}; ${TABLES.replaceAll('{cdm}', schema)}`).execute(db);
}

/** A row of `concept`; the numbers from 2,000,000,000 are those that OMOP leaves to a site. */
export interface ConceptRow {
  readonly id: number;
  readonly sctid: string;
  readonly vocabulary?: string;
  readonly standard: boolean;
  readonly invalid?: boolean;
  /** Standard concepts that it maps to. */
  readonly mapsTo?: readonly number[];
}

/** Adds concepts with their mappings. */
export async function addConcepts(db: Kysely<Database>, schema: string, rows: readonly ConceptRow[]): Promise<void> {
  for (const { id, sctid, vocabulary = 'SNOMED', standard, invalid = false, mapsTo = [] } of rows) {
    await sql`INSERT INTO ${sql.id(schema, 'concept')} VALUES (${id}::int, 'name', 'Condition', ${vocabulary}, 'Disorder',
      ${standard ? 'S' : null}, ${sctid}, '1970-01-01', '2099-12-31', ${invalid ? 'D' : null})`.execute(db);
    for (const other of mapsTo) {
      await sql`INSERT INTO ${sql.id(schema, 'concept_relationship')}
        VALUES (${id}::int, ${other}::int, 'Maps to', '1970-01-01', '2099-12-31', NULL)`.execute(db);
    }
  }
}
