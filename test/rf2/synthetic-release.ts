/** Makes an RF2 release of any size with invented concepts, in the official layout: for tests of the import and of its speed. */

import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { isSctid, type SctidKind } from '../../server/terminology/sctid.js';
import { NOUNS, QUALIFIERS, SIDES, SITES } from './words.js';

const DATE = '20260101';
const MODULE = '900000000000207008';
const FSN = '900000000000003001';
const SYNONYM = '900000000000013009';
const CASE_INSENSITIVE = '900000000000448009';
const CASE_SENSITIVE = '900000000000017005';
const PREFERRED = '900000000000548007';
const ACCEPTABLE = '900000000000549004';
const EN_US = '900000000000509007';
const EN_GB = '900000000000508004';
const FR = '10031000315102';
const REPLACED_BY = '900000000000526001';
const DESCRIPTION_INACTIVATION = '900000000000490003';
const OUTDATED = '900000000000483008';
const IS_A = '116680003';
const INFERRED = '900000000000011006';
const SOME = '900000000000451002';
const ROOT = '138875005';
const CHRONIC_DISEASE = '27624003';

const COMPONENT = ['id', 'effectiveTime', 'active', 'moduleId'];
const DESCRIPTION = [...COMPONENT, 'conceptId', 'languageCode', 'typeId', 'term', 'caseSignificanceId'];
const MEMBER = [...COMPONENT, 'refsetId', 'referencedComponentId'];
const RELATIONSHIP = ['sourceId', 'destinationId', 'relationshipGroup', 'typeId', 'characteristicTypeId', 'modifierId'];

/** The files and their columns, in the order of `Streams`. */
const HEADERS = {
  [`Terminology/sct2_Concept_Snapshot_INT_${DATE}.txt`]: [...COMPONENT, 'definitionStatusId'],
  [`Terminology/sct2_Description_Snapshot-en_INT_${DATE}.txt`]: DESCRIPTION,
  [`Terminology/sct2_Description_Snapshot-fr_INT_${DATE}.txt`]: DESCRIPTION,
  [`Terminology/sct2_Relationship_Snapshot_INT_${DATE}.txt`]: [...COMPONENT, ...RELATIONSHIP],
  [`Refset/Language/der2_cRefset_LanguageSnapshot-en_INT_${DATE}.txt`]: [...MEMBER, 'acceptabilityId'],
  [`Refset/Language/der2_cRefset_LanguageSnapshot-fr_INT_${DATE}.txt`]: [...MEMBER, 'acceptabilityId'],
  [`Refset/Content/der2_cRefset_AssociationSnapshot_INT_${DATE}.txt`]: [...MEMBER, 'targetComponentId'],
  [`Refset/Content/der2_cRefset_AttributeValueSnapshot_INT_${DATE}.txt`]: [...MEMBER, 'valueId'],
} as const;

/** What was written. */
export interface SyntheticRelease {
  /** The folder that holds Snapshot/. */
  readonly dir: string;
  readonly concepts: number;
  readonly descriptions: number;
}

/**
 * Writes a release of `concepts` concepts with about three terms each, English and French, into DIR/Snapshot. Every 50th is inactive and
 * replaced, every 20th has an outdated term, every 40th an abbreviation.
 * @param concepts at most NOUNS x SITES x SIDES x QUALIFIERS
 */
export async function writeSyntheticRelease(dir: string, concepts: number): Promise<SyntheticRelease> {
  const [concept, english, french, relation, languageEn, languageFr, association, value] = await openFiles(dir);
  let descriptions = 0;
  let members = 0;
  const row = (stream: WriteStream, id: string, active: boolean, ...cells: string[]) =>
    put(stream, [id, DATE, active ? '1' : '0', MODULE, ...cells].join('\t'));
  const uuid = () => `00000000-0000-4000-8000-${(++members).toString(16).padStart(12, '0')}`;
  const describe = async (
    conceptId: string,
    language: 'en' | 'fr',
    term: string,
    options: { fsn?: boolean; active?: boolean; preferred?: boolean; caseSensitive?: boolean } = {},
  ): Promise<string> => {
    const id = identifier(++descriptions, 'description');
    const { fsn = false, active = true, preferred = false, caseSensitive = false } = options;
    const stream = language === 'en' ? english : french;
    const significance = caseSensitive ? CASE_SENSITIVE : CASE_INSENSITIVE;
    await row(stream, id, active, conceptId, language, fsn ? FSN : SYNONYM, term, significance);
    const acceptability = preferred || fsn ? PREFERRED : ACCEPTABLE;
    if (!active) return id;
    for (const refset of language === 'en' ? [EN_US, EN_GB] : [FR])
      await row(language === 'en' ? languageEn : languageFr, uuid(), true, refset, id, acceptability);
    return id;
  };
  const relate = (n: number, source: string, target: string) =>
    row(relation, identifier(n, 'relationship'), true, source, target, '0', IS_A, INFERRED, SOME);
  await row(concept, ROOT, true, '900000000000074008');
  await row(concept, CHRONIC_DISEASE, true, '900000000000074008');
  await describe(ROOT, 'en', 'SNOMED CT Concept (SNOMED RT+CTV3)', { fsn: true });
  await describe(CHRONIC_DISEASE, 'en', 'Chronic disease (disorder)', { fsn: true });
  for (let n = 0; n < concepts; n++) {
    const id = identifier(n + 1, 'concept');
    const words = wordsOf(n);
    const active = n % 50 !== 49;
    await row(concept, id, active, '900000000000074008');
    await describe(id, 'en', `${capital(words.en)} (disorder)`, { fsn: true });
    await describe(id, 'en', words.en, { preferred: true });
    if (n % 20 < 17) await describe(id, 'fr', words.fr, { preferred: true });
    if (n % 40 === 3) await describe(id, 'en', `Q${n.toString(36).toUpperCase()}`, { caseSensitive: true });
    if (n % 20 === 5) {
      const outdated = await describe(id, 'en', `${words.en}, so called`, { active: false });
      await row(value, uuid(), true, DESCRIPTION_INACTIVATION, outdated, OUTDATED);
    }
    if (active) await relate(n + 1, id, n % 10 === 0 ? CHRONIC_DISEASE : ROOT);
    else await row(association, uuid(), true, REPLACED_BY, id, identifier(n, 'concept'));
  }
  const streams = [concept, english, french, relation, languageEn, languageFr, association, value];
  await Promise.all(streams.map((stream) => finished(stream.end())));
  return { dir, concepts, descriptions };
}

type Streams = [WriteStream, WriteStream, WriteStream, WriteStream, WriteStream, WriteStream, WriteStream, WriteStream];

async function openFiles(dir: string): Promise<Streams> {
  for (const folder of ['Terminology', 'Refset/Language', 'Refset/Content'])
    await mkdir(join(dir, 'Snapshot', folder), { recursive: true });
  return Object.entries(HEADERS).map(([name, columns]) => {
    const stream = createWriteStream(join(dir, 'Snapshot', name), { highWaterMark: 1 << 20 });
    stream.write(`${columns.join('\t')}\r\n`);
    return stream;
  }) as Streams;
}

async function put(stream: WriteStream, line: string): Promise<void> {
  if (!stream.write(`${line}\r\n`)) await once(stream, 'drain');
}

const PARTITIONS: Readonly<Record<SctidKind, string>> = { concept: '00', description: '01', relationship: '02' };

/** The n-th invented identifier of a kind. */
export function identifier(n: number, kind: SctidKind): string {
  const stem = `${700_000_000 + n}${PARTITIONS[kind]}`;
  for (let digit = 0; digit < 10; digit++) if (isSctid(`${stem}${digit}`, kind)) return `${stem}${digit}`;
  throw new Error('no check digit fits');
}

/** The words of the n-th concept. */
export function wordsOf(n: number): { en: string; fr: string } {
  let rest = n;
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[rest % items.length] as Item;
    rest = Math.floor(rest / items.length);
    return item;
  };
  const noun = pick(NOUNS);
  const site = pick(SITES);
  const side = pick(SIDES);
  const qualifier = pick(QUALIFIERS);
  const en = [qualifier[0], noun[0], 'of', side[0], site[0]].filter((word) => word !== '').join(' ');
  const fr = [noun[1], site[1], side[1], qualifier[1]].filter((word) => word !== '').join(' ');
  return { en, fr };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
