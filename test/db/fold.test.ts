import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Language } from '../../server/domain/language.js';
import { looseKey, looseWord } from '../../server/text/loose-key.js';
import { foldTerm } from '../../server/text/normalize.js';
import { termKey, tokenKeys } from '../../server/text/term-key.js';
import { tokenize } from '../../server/text/token.js';
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

const LOOSE: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "Crohn's disease of the colon",
    'post-operative haemorrhage',
    'tumour of the oesophagus',
    'Type II diabetes mellitus',
    'leucocytes, paralysed fibres in the centre',
    'the head of the femur',
    'IV (intravenous) sulphonamide',
  ],
  fr: [
    "fracture de l'extrémité inférieure du radius",
    'douleur à la cheville, aux pieds',
    "l'œdème des membres",
    'glycogénose de type III',
    'hépatite A aiguë',
  ],
};

function looseKeyOf(term: string, language: Language): string {
  const tokens = tokenize(term);
  const keys = tokenKeys(tokens);
  const words = tokens.map((token, at) => looseWord(token, keys[at] as string, language));
  return looseKey(
    tokens,
    words,
    language,
    tokens.map((_, at) => at),
  );
}

describe('the two folds', () => {
  const database = testDatabase();

  async function assertSame(samples: readonly string[]): Promise<void> {
    const { rows } = await sql<{ folded: string }>`
      SELECT fold(sample) AS folded FROM unnest(${samples}::text[]) WITH ORDINALITY u(sample, i) ORDER BY i`.execute(
      database.handle.db,
    );
    assert.deepEqual(
      rows.map((row) => row.folded),
      samples.map(foldTerm),
    );
  }

  it('give the same for every character up to U+2FFF, in SQL and in TypeScript', async () => {
    await assertSame(Array.from({ length: 0x2fff }, (_, i) => `a${String.fromCodePoint(i + 1)}b C`));
  });

  it('give the same for plain letters with any space between and around them', async () => {
    const spaces = ['', ' ', '  ', '\t', ' \n', '\r\n', '\v', '\f ', '`', "'", '\u001c'];
    await assertSame(spaces.flatMap((one) => spaces.map((other) => `${one}Mc${other}Burney${one}`)));
  });

  it('give the same keys for inflected terms', async () => {
    for (const term of TERMS) {
      const { rows } = await sql<{ key: string }>`SELECT term_key(fold(${term})) AS key`.execute(database.handle.db);
      assert.equal(rows[0]?.key, termKey(foldTerm(term)));
    }
  });

  it('give the same loose keys', async () => {
    for (const [language, terms] of Object.entries(LOOSE)) {
      for (const term of terms) {
        const { rows } = await sql<{ key: string }>`SELECT loose_key(${language}, ${term}) AS key`.execute(
          database.handle.db,
        );
        assert.equal(rows[0]?.key, looseKeyOf(term, language as Language), term);
      }
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
