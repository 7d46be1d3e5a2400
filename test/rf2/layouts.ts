/** Makes small packages in the layouts in which SNOMED CT is delivered, with invented concepts: each country names its files in its own way. */

import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { identifier } from './synthetic-release.js';

/** How a package names its files. */
export interface Layout {
  /** The folder of the package. */
  readonly folder: string;
  /** What stands before the view: "UKCL" in "UKCLSnapshot". */
  readonly release?: string;
  /** Country and namespace, as in GB1000000. */
  readonly country: string;
  readonly date?: string;
  /** "x" in a beta. */
  readonly prefix?: string;
  /** Whether files of terms have the language in their name; else all are in one. */
  readonly languageInName?: boolean;
  readonly bom?: boolean;
  readonly lineEnd?: string;
  /** The language refset of each language; members of no other one are written. */
  readonly refsets: Readonly<Record<string, string>>;
  readonly views?: readonly View[];
}

type View = 'Snapshot' | 'Full' | 'Delta';

/** One invented concept. */
export interface MadeUp {
  readonly n: number;
  /** With its semantic tag; absent where the package only translates. */
  readonly fsn?: string;
  /** Preferred terms by language. */
  readonly preferred?: Readonly<Record<string, string>>;
  readonly active?: boolean;
  /** A text definition. */
  readonly definition?: string;
  /** An inactive synonym. */
  readonly retired?: string;
  /** Which of several packages that translate the concept this is. */
  readonly place?: number;
}

/** Rows that were written to the files of the Snapshot, without headers. */
export interface Written {
  readonly concepts: number;
  readonly terms: number;
}

export const EN_US = '900000000000509007';
export const EN_GB = '900000000000508004';
const MODULE = '900000000000207008';
const FSN = '900000000000003001';
const SYNONYM = '900000000000013009';
const DEFINITION = '900000000000550004';
const INSENSITIVE = '900000000000448009';
const PREFERRED = '900000000000548007';
const PRIMITIVE = '900000000000074008';
const STATED = '900000000000010007';
const INFERRED = '900000000000011006';
const COMPONENT = 'id effectiveTime active moduleId';
const MEMBER = `${COMPONENT} refsetId referencedComponentId`;
const RELATIONSHIP = 'relationshipGroup typeId characteristicTypeId modifierId';
const DESCRIPTION = `${COMPONENT} conceptId languageCode typeId term caseSignificanceId`;

/** The SCTID of the n-th concept. */
export const sctid = (n: number): string => identifier(n, 'concept');

/** Writes a package below DIR: the tables that are read, and others beside them that give no names. */
export function writePackage(dir: string, layout: Layout, concepts: readonly MadeUp[]): Written {
  let written = { concepts: 0, terms: 0 };
  for (const view of layout.views ?? ['Snapshot', 'Full', 'Delta']) {
    // The Delta has less than all, so that nobody takes it for the release.
    const rows = rowsOf(layout, view === 'Delta' ? concepts.slice(0, 1) : concepts);
    const counts = writeView(dir, layout, view, rows);
    if (view === 'Snapshot' || written.concepts === 0) written = counts;
  }
  return written;
}

interface Rows {
  readonly concepts: string[];
  readonly terms: Readonly<Record<string, string[]>>;
  readonly members: Readonly<Record<string, string[]>>;
  readonly definitions: string[];
}

function rowsOf(layout: Layout, concepts: readonly MadeUp[]): Rows {
  const { date = '20260101', refsets } = layout;
  const languages = Object.keys(refsets);
  const rows: Rows = {
    concepts: [],
    terms: Object.fromEntries(languages.map((language) => [language, []])),
    members: Object.fromEntries(languages.map((language) => [language, []])),
    definitions: [],
  };
  const head = (id: string, active = true) => `${id}\t${date}\t${active ? 1 : 0}\t${MODULE}`;
  for (const { n, fsn, preferred = {}, active = true, definition, retired, place = 0 } of concepts) {
    let count = 0;
    // Two packages that name one concept give its terms numbers of their own.
    const next = () => identifier(n * 1_000 + count++ + (fsn === undefined ? 500 + place * 10 : 0), 'description');
    const term = (language: string, type: string, text: string, live = true): string => {
      const id = next();
      const row = `${head(id, live)}\t${sctid(n)}\t${language}\t${type}\t${text}\t${INSENSITIVE}`;
      (type === DEFINITION ? rows.definitions : rows.terms[language])?.push(row);
      return id;
    };
    if (fsn !== undefined) {
      rows.concepts.push(`${head(sctid(n), active)}\t${PRIMITIVE}`);
      term('en', FSN, fsn);
    }
    for (const [language, text] of Object.entries(preferred)) {
      const id = term(language, SYNONYM, text);
      const refset = refsets[language] as string;
      rows.members[language]?.push(`${head(uuid(id + refset))}\t${refset}\t${id}\t${PREFERRED}`);
    }
    if (retired !== undefined) term('en', SYNONYM, retired, false);
    if (definition !== undefined) term('en', DEFINITION, definition);
  }
  return rows;
}

function writeView(dir: string, layout: Layout, view: View, { concepts, terms, members, definitions }: Rows): Written {
  const { folder, release = '', country, date = '20260101', prefix = '', languageInName = true } = layout;
  const put = (place: string, file: string, header: string, rows: readonly string[], more: string = view) => {
    const path = join(dir, folder, view, place, `${prefix}${file}${release}${more}_${country}_${date}.txt`);
    mkdirSync(dirname(path), { recursive: true });
    const lines = [header.replaceAll(' ', '\t'), ...rows, ''].join(layout.lineEnd ?? '\r\n');
    writeFileSync(path, layout.bom === true ? `\uFEFF${lines}` : lines);
  };
  const byLanguage = (all: Readonly<Record<string, string[]>>): [more: string, rows: string[]][] =>
    languageInName
      ? Object.entries(all).map(([language, rows]) => [`${view}-${language}`, rows])
      : [[view, Object.values(all).flat()]];
  const relationship = (kind: string) =>
    `${identifier(1, 'relationship')}\t${date}\t1\t${MODULE}\t${sctid(1)}\t138875005\t0\t116680003\t${kind}\t900000000000451002`;
  put('Terminology', 'sct2_Concept_', `${COMPONENT} definitionStatusId`, concepts);
  for (const [more, rows] of byLanguage(terms)) put('Terminology', 'sct2_Description_', DESCRIPTION, rows, more);
  put('Terminology', 'sct2_TextDefinition_', DESCRIPTION, definitions, `${view}-en`);
  const ends = `sourceId destinationId ${RELATIONSHIP}`;
  put('Terminology', 'sct2_Relationship_', `${COMPONENT} ${ends}`, [relationship(INFERRED)]);
  put('Terminology', 'sct2_StatedRelationship_', `${COMPONENT} ${ends}`, [relationship(STATED)]);
  put('Terminology', 'sct2_RelationshipConcreteValues_', `${COMPONENT} sourceId value ${RELATIONSHIP}`, []);
  put('Terminology', 'sct2_Identifier_', 'alternateIdentifier effectiveTime active moduleId', []);
  for (const [more, rows] of byLanguage(members))
    put('Refset/Language', 'der2_cRefset_Language', `${MEMBER} acceptabilityId`, rows, more);
  put('Refset/Content', 'der2_cRefset_Association', `${MEMBER} targetComponentId`, []);
  put('Refset/Content', 'der2_cRefset_AttributeValue', `${MEMBER} valueId`, []);
  put('Refset/Content', 'der2_Refset_Simple', MEMBER, [
    `${uuid(country)}\t${date}\t1\t${MODULE}\t723264001\t${sctid(1)}`,
  ]);
  return { concepts: concepts.length, terms: Object.values(terms).flat().length };
}

/** Packs everything below DIR into a zip. */
export async function zipFolder(dir: string, target: string): Promise<string> {
  const zip = new ZipFile();
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) zip.addFile(path, path.slice(dir.length + 1));
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
  return target;
}

function uuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** The text of a Global Patient Set: each row an SCTID, 1 or 0, a fully specified name and a US preferred term. */
export function gpsText(
  rows: readonly (readonly [n: number, active: number, fsn: string, preferred: string])[],
): string {
  const lines = rows.map(([n, ...cells]) => [sctid(n), ...cells].join('\t'));
  return `${['ConceptID\tActive\tFSN\tUSPreferredTerm', ...lines].join('\r\n')}\r\n`;
}
