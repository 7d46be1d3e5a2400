import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { testService } from '../support/service.js';

const TRIES = 40;
const PAUSE_MS = 500;

/** docs/operations.md says what the database sees; this holds it to that. */
describe('the parameters of statements', () => {
  const service = testService();

  /** Every parameter that is sent while something is done, as text. */
  async function sentDuring(work: () => Promise<Response>): Promise<string> {
    const sent: string[] = [];
    const { query } = pg.Client.prototype;
    pg.Client.prototype.query = function (this: pg.Client, ...given: [{ values?: unknown[] }, unknown]) {
      const values = Array.isArray(given[1]) ? given[1] : given[0]?.values;
      sent.push(JSON.stringify(values ?? []));
      return Reflect.apply(query, this, given);
    } as typeof query;
    try {
      assert.equal((await work()).status, 200);
    } finally {
      pg.Client.prototype.query = query;
    }
    return sent.join('\n');
  }

  // The embedded database is in the process itself, and is sent everything.
  if (process.env.TEST_DATABASE_URL !== undefined) {
    it('hold no words but those that a term has, once it is known which these are', async function () {
      this.timeout(60_000);
      for (let i = 0; i < TRIES; i++) {
        // Words that no note had before, since the answers to the others are in memory.
        const text = `Mr Zanzibar${'ius'.repeat(i + 1)}, with bronchiectasis of grade ${i}.`;
        const sent = await sentDuring(() => service.running.post('/v1/extract/concepts', { text }));
        if (!/zanzibar/i.test(sent)) return;
        assert.match(sent, /"mr zanzibar/);
        await sleep(PAUSE_MS);
      }
      assert.fail('Every word is still sent.');
    });
  }

  it('hold no words of a note whose contexts are read, but the codes that were sent', async () => {
    const body = { text: 'Zanzibarius denies asthma.', concepts: [{ span: 'asthma', code: '195967001' }] };
    const sent = await sentDuring(() => service.running.post('/v1/extract/contexts', body));
    assert.doesNotMatch(sent, /zanzibar|asthma|denies/i);
    assert.match(sent, /195967001/);
  });
});
