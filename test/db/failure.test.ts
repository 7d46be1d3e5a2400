import assert from 'node:assert/strict';
import { isCanceled, isConnectionCut, isDatabaseUnavailable, withCode } from '../../server/db/failure.js';

describe('a failure of the database', () => {
  const coded = (code: string) => Object.assign(new Error('of words'), { code });

  it('is one that passes where its code says so, or its message where it has none', () => {
    for (const error of [coded('57014'), coded('08006'), coded('ECONNREFUSED'), new Error('Query read timeout')])
      assert.ok(isDatabaseUnavailable(error), String(error));
    for (const error of [coded('22P05'), new Error('of words'), 'Query read timeout'])
      assert.ok(!isDatabaseUnavailable(error), String(error));
    assert.ok(isCanceled(coded('57014')) && !isCanceled(new Error('Query read timeout')));
  });

  it('is one that passes where the database shuts the service out', () => {
    // A wrong password, no entry in pg_hba.conf, no connections allowed, too many, going down, coming up, being restored.
    for (const code of ['28P01', '28000', '55000', '53300', '57P01', '57P02', '57P03', '3D000'])
      assert.ok(isDatabaseUnavailable(coded(code)), code);
    for (const code of ['42501', '42703', '22023', '23505', '0A000'])
      assert.ok(!isDatabaseUnavailable(coded(code)), code);
  });

  it('is a cut where a connection that was there has ended, not where none was made or the time was over', () => {
    const cut = ['57P01', '57P02', '08006', 'ECONNRESET', 'EPIPE'].map(coded);
    for (const error of [...cut, new Error('Connection terminated unexpectedly')])
      assert.ok(isConnectionCut(error), String(error));
    const other = ['57014', '57P03', '53300', '28P01', 'ECONNREFUSED', '42P01'].map(coded);
    const late = ['Query read timeout', 'Connection terminated due to connection timeout'].map(
      (text) => new Error(text),
    );
    for (const error of [...other, ...late]) assert.ok(!isConnectionCut(error), String(error));
  });

  it('has a code for the log where node-postgres gives only a message', () => {
    const late = new Error('Query read timeout');
    assert.equal(withCode(late), late);
    assert.deepEqual(
      [late, new Error('Connection terminated unexpectedly'), coded('57014'), new Error('of words')].map(
        (error) => (withCode(error) as { code?: string }).code,
      ),
      ['QUERY_READ_TIMEOUT', 'CONNECTION_TERMINATED', '57014', undefined],
    );
  });
});
