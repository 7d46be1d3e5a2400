import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { foldTerm } from '../../server/text/normalize.js';
import { termKey } from '../../server/text/term-key.js';
import { testDatabase } from '../support/database.js';

const TERMS = [
  'Œdème  des\u00a0Membres',
  'C’est ‘l’été’',
  'ÇA—LÀ – µg Δ Ø ł ß',
  'douleurs thoraciques aiguës',
  'Nerveuse, anciennes; nerveux (ANORMAUX)',
  "biopsies de l'œil",
  'COVID-19 / SARS-CoV-2',
  '\tfièvre\r\n 38,5 °C ',
];

describe('the two folds', () => {
  const database = testDatabase();

  it('give the same for every character up to U+2FFF, in SQL and in TypeScript', async () => {
    const samples = Array.from({ length: 0x2fff }, (_, i) => `a${String.fromCodePoint(i + 1)}b C`);
    const { rows } = await sql<{ folded: string }>`
      SELECT fold(sample) AS folded FROM unnest(${samples}::text[]) WITH ORDINALITY u(sample, i) ORDER BY i`.execute(
      database.handle.db,
    );
    assert.deepEqual(
      rows.map((row) => row.folded),
      samples.map(foldTerm),
    );
  });

  it('give the same keys for inflected terms', async () => {
    for (const term of TERMS) {
      const { rows } = await sql<{ key: string }>`SELECT term_key(fold(${term})) AS key`.execute(database.handle.db);
      assert.equal(rows[0]?.key, termKey(foldTerm(term)));
    }
  });

  it('let plural and gender forms meet', () => {
    for (const [one, other] of [
      ['frisson', 'frissons'],
      ['douleur aiguë', 'douleurs aiguës'],
      ['nodule ancien', 'nodules anciennes'],
      ['biopsy', 'biopsies'],
      ['anormal', 'anormaux'],
      ['post-op', 'post op'],
    ] as const) {
      assert.equal(termKey(foldTerm(one)), termKey(foldTerm(other)));
    }
  });

  it('check SCTIDs by their Verhoeff digit', async () => {
    const { rows } = await sql<{ right: boolean; wrong: boolean; short: boolean }>`
      SELECT sctid_is_valid(38341003) AS right, sctid_is_valid(38341004) AS wrong, sctid_is_valid(12345) AS short`.execute(
      database.handle.db,
    );
    assert.deepEqual(rows[0], { right: true, wrong: false, short: false });
  });
});
