import assert from 'node:assert/strict';
import { isCanceled, isDatabaseUnavailable, withCode } from '../../server/db/failure.js';

describe('a failure of the database', () => {
  const coded = (code: string) => Object.assign(new Error('of words'), { code });

  it('is one that passes where its code says so, or its message where it has none', () => {
    for (const error of [coded('57014'), coded('08006'), coded('ECONNREFUSED'), new Error('Query read timeout')])
      assert.ok(isDatabaseUnavailable(error), String(error));
    for (const error of [coded('22P05'), new Error('of words'), 'Query read timeout'])
      assert.ok(!isDatabaseUnavailable(error), String(error));
    assert.ok(isCanceled(coded('57014')) && !isCanceled(new Error('Query read timeout')));
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
