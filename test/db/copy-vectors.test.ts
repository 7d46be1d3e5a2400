import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { copyVectors, toHalf } from '../../server/db/copy-vectors.js';
import { withDatabase } from '../support/database.js';

const bitsOf = (value: number) => new Uint32Array(new Float32Array([value]).buffer)[0] as number;

describe('copied vectors', () => {
  it('are rounded to half floats as IEEE 754 says: to nearest, ties to even, subnormal and zero too', () => {
    for (const [value, half] of [
      [0, 0x0000],
      [-0, 0x8000],
      [1, 0x3c00],
      [-1, 0xbc00],
      [0.5, 0x3800],
      [0.333251953125, 0x3555],
      // Half way between two half floats: to the even one.
      [1 - 2 ** -12, 0x3c00],
      [0.5 + 2 ** -12, 0x3800],
      [0.5 + 3 * 2 ** -12, 0x3802],
      [2 ** -14, 0x0400],
      [2 ** -15, 0x0200],
      [2 ** -24, 0x0001],
      [2 ** -25, 0x0000],
      [1.5 * 2 ** -25, 0x0001],
      [2 ** -30, 0x0000],
    ] as const)
      assert.equal(toHalf(bitsOf(value)), half, String(value));
  });

  it('are stored as the database would have cast them', async () => {
    await withDatabase(async ({ kind, pool, db, vectorType }) => {
      // The embedded database takes no COPY data; vectors reach it by INSERT.
      if (kind !== 'server') return;
      const vectors = Array.from({ length: 200 }, (_, i) =>
        Float32Array.from({ length: 8 }, (_, k) => Math.sin(i * 8 + k) / 10 ** (k % 5)),
      );
      await sql`CREATE TABLE copied (description_id bigint, sctid bigint, language text, embedding ${sql.raw(vectorType)}(8))`.execute(
        db,
      );
      const rows = vectors.map((_, i) => ({
        description_id: String(i),
        sctid: '22253000',
        language: 'fr' as const,
        term: '',
      }));
      const client = await pool.connect();
      await copyVectors(client, 'copied', rows, vectors, vectorType).finally(() => client.release());
      const { rows: stored } = await sql<{ same: boolean; language: string; sctid: string }>`
        SELECT c.embedding = u.v::vector::${sql.raw(vectorType)} AS same, language, sctid::text FROM copied c
        JOIN unnest(${vectors.map((vector) => `[${[...vector].join()}]`)}::text[]) WITH ORDINALITY u(v, n) ON u.n = c.description_id + 1`.execute(
        db,
      );
      assert.equal(stored.length, 200);
      assert.ok(stored.every(({ same, language, sctid }) => same && language === 'fr' && sctid === '22253000'));
    });
  });
});
