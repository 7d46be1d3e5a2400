/**
 * `npm run bench -- vocabulary [FILE.tsv]`: how many names of medicines, brands, laboratory tests and imaging get their code in a sentence of
 * their kind. A row is list, language, name, and the English names of the concepts that are right, " | " between them.
 */

import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { withService } from '../../server/cli/open.js';
import { readState } from '../../server/db/serving.js';
import type { Language } from '../../server/domain/language.js';
import { foldTerm } from '../../server/text/normalize.js';

const [file = 'test/fixtures/vocabulary/names.tsv'] = process.argv.slice(2);

/** The sentence around a name, by list. */
const SENTENCES: Readonly<Record<string, Readonly<Record<Language, (name: string) => string>>>> = {
  medicines: { en: (name) => `She takes ${name} daily.`, fr: (name) => `Elle prend ${name} tous les jours.` },
  brands: { en: (name) => `She takes ${name} daily.`, fr: (name) => `Elle prend ${name} tous les jours.` },
  tests: { en: (name) => `We ordered ${name} today.`, fr: (name) => `Prescription ce jour : ${name}.` },
};

interface Named {
  readonly list: string;
  readonly language: Language;
  readonly name: string;
  readonly concepts: readonly string[];
}

const rows: readonly Named[] = readFileSync(file, 'utf8')
  .split('\n')
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const [list = '', language = '', name = '', concepts = ''] = line.split('\t');
    return { list, language: language as Language, name, concepts: concepts.split(' | ') };
  });

await withService(async ({ handle: { db }, service }) => {
  const { serving } = await readState(db);
  const rightCodes = async (concepts: readonly string[]): Promise<Set<string>> => {
    const norms = concepts.map(foldTerm);
    const found = await sql<{ sctid: string }>`
      SELECT DISTINCT sctid::text FROM descriptions
      WHERE release_id = ${serving?.releaseId ?? 0}::int AND language = 'en' AND term_norm = ANY (${norms}::text[])`.execute(
      db,
    );
    return new Set(found.rows.map(({ sctid }) => sctid));
  };
  const counts = new Map<string, { asked: number; coded: number; resolved: number; other: number }>();
  for (const { list, language, name, concepts } of rows) {
    const text = SENTENCES[list]?.[language](name) ?? name;
    const start = text.indexOf(name);
    const answer = await service.extractConcepts({ text, language, explain: false }, new AbortController().signal);
    const codes = await rightCodes(concepts);
    const spans = answer.concepts.filter((span) => span.start < start + name.length && span.end > start);
    const right = spans.find(({ code }) => code !== null && codes.has(code));
    const wrong = spans.find(({ code, status }) => code !== null && status === 'resolved' && !codes.has(code));
    const key = `${list} ${language}`;
    const count = counts.get(key) ?? { asked: 0, coded: 0, resolved: 0, other: 0 };
    count.asked += 1;
    if (right !== undefined) count.coded += 1;
    if (right?.status === 'resolved') count.resolved += 1;
    if (right === undefined && wrong !== undefined) count.other += 1;
    counts.set(key, count);
    if (right !== undefined) continue;
    const shown = spans.map(({ span, code, status }) => `"${span}" ${code ?? '-'} ${status}`).join(', ');
    process.stdout.write(`  ${key}: ${name} (${concepts.join(' | ')}): ${shown === '' ? 'no span' : shown}\n`);
  }
  for (const [key, { asked, coded, resolved, other }] of counts)
    process.stdout.write(
      `${key}: ${asked} names, ${coded} coded, ${resolved} of them resolved; ${other} resolved as another concept\n`,
    );
});
