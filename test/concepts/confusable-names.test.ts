import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Language } from '../../server/domain/language.js';
import { foldTerm } from '../../server/text/normalize.js';
import { testService } from '../support/service.js';

const FIXTURE = new URL('../../../test/fixtures/vocabulary/confusable.tsv', import.meta.url);
const LEAST_PAIRS = 150;
const NAMES_A_NOTE = 50;
const ORDER: Readonly<Record<Language, (name: string) => string>> = {
  en: (name) => `- ${name} one tablet daily`,
  fr: (name) => `- ${name} un comprimé par jour`,
};
const HEADING: Readonly<Record<Language, string>> = { en: 'Medications:', fr: 'Traitement :' };

const pairs = readFileSync(FIXTURE, 'utf8')
  .split('\n')
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => line.split('\t') as [Language, string, string]);

describe('names of medicines that look or sound alike', () => {
  const service = testService();

  for (const language of ['en', 'fr'] as const) {
    const own = pairs.filter(([of]) => of === language);

    it(`are never coded as the other of their pair (${language})`, async () => {
      assert.ok(own.length >= LEAST_PAIRS);
      const codes = await codesOf(language, [...new Set(own.flatMap(([, name, other]) => [name, other]))]);
      const meant = await meaningsOf(own.flatMap(([, name, other]) => [name, other]));
      const wrong = own.flatMap(([, name, other]) =>
        [
          [name, other],
          [other, name],
        ].flatMap(([written = '', confused = '']) => {
          const code = codes.get(written);
          const isConfused = code !== undefined && meant.get(confused)?.has(code) && !meant.get(written)?.has(code);
          return isConfused ? [`${written}: ${code}, which is ${confused}`] : [];
        }),
      );
      assert.deepEqual(wrong, []);
    });
  }

  /** The code that each name gets in a list of medicines. */
  async function codesOf(language: Language, names: readonly string[]): Promise<Map<string, string>> {
    const codes = new Map<string, string>();
    for (let from = 0; from < names.length; from += NAMES_A_NOTE) {
      const some = names.slice(from, from + NAMES_A_NOTE);
      const text = [HEADING[language], ...some.map(ORDER[language])].join('\n');
      const { signal } = new AbortController();
      const answer = await service.running.opened.service.extractConcepts({ text, language, explain: false }, signal);
      for (const name of some) {
        const start = text.indexOf(`- ${name} `) + '- '.length;
        const span = answer.concepts.find((each) => each.start < start + name.length && each.end > start);
        if (span?.code) codes.set(name, span.code);
      }
    }
    return codes;
  }

  /** The concepts that have each name, in any language: a brand is often the same in both. */
  async function meaningsOf(names: readonly string[]): Promise<Map<string, Set<string>>> {
    const norms = names.map(foldTerm);
    const { rows } = await sql<{ term_norm: string; sctid: string }>`
      SELECT term_norm, sctid::text FROM descriptions
      WHERE release_id = (SELECT release_id FROM serving) AND term_norm = ANY (${norms}::text[])`.execute(
      service.running.opened.handle.db,
    );
    return new Map(
      names.map((name) => [
        name,
        new Set(rows.filter(({ term_norm }) => term_norm === foldTerm(name)).map(({ sctid }) => sctid)),
      ]),
    );
  }
});
