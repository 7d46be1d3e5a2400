import assert from 'node:assert/strict';
import type { Kysely } from 'kysely';
import { readTwice } from '../../server/db/read-twice.js';
import type { Database } from '../../server/db/tables.js';

const db = { isTransaction: false } as Kysely<Database>;
const transaction = { isTransaction: true } as Kysely<Database>;

/** A read that fails with these codes, one a time, and then answers. */
function failing(...codes: string[]) {
  const read = async () => {
    read.times++;
    const code = codes.shift();
    if (code !== undefined) throw Object.assign(new Error('of words'), { code });
    return 'read';
  };
  read.times = 0;
  return read;
}

describe('a read whose connection was cut', () => {
  it('is done once more', async () => {
    const read = failing('57P01');
    assert.equal(await readTwice(db, read), 'read');
    assert.equal(read.times, 2);
  });

  it('fails where the second is cut as well', async () => {
    const read = failing('57P01', 'ECONNRESET');
    await assert.rejects(readTwice(db, read), { code: 'ECONNRESET' });
    assert.equal(read.times, 2);
  });

  it('is done once in a transaction, which has ended with its connection, and after any other error', async () => {
    for (const [within, code] of [
      [transaction, '57P01'],
      [db, '57014'],
      [db, '22P05'],
    ] as const) {
      const read = failing(code);
      await assert.rejects(readTwice(within, read), { code });
      assert.equal(read.times, 1);
    }
  });
});
