import assert from 'node:assert/strict';
import { ApiKeyVerifier, hashApiKey, makeApiKey, shownPrefix } from '../../server/app/api-keys.js';
import { insertApiKey, revokeApiKey } from '../../server/db/api-keys.js';
import { READING_SCOPES } from '../../server/domain/key-scope.js';
import { type Served, serve } from '../http/serve.js';
import { testDatabase } from '../support/database.js';

/** Requests with a key of each kind; more make the medians surer: `WRONG_KEYS=20000`. */
const REQUESTS = Number(process.env.WRONG_KEYS ?? 1_500);
const WARM_UP = 100;
const MOST_APART = 0.05;
/** A machine that others use too moves the medians: the nearest of so many tries counts. */
const TRIES = 3;
/** Of the revoked and of the expired keys. */
const KEYS = 50;
const PATH = '/v1/extract/concepts';

describe('a wrong key', () => {
  const database = testDatabase();
  let served: Served;
  let kinds: Readonly<Record<string, (i: number) => string>>;

  before('make keys and start', async () => {
    const { db } = database.handle;
    const stored = async (end: (keyId: number) => Promise<unknown>) => {
      const secret = makeApiKey();
      const key = { name: 'test', prefix: shownPrefix(secret), hash: hashApiKey(secret), scopes: READING_SCOPES };
      await end(await insertApiKey(db, { ...key, requestsPerMinute: null, expiresInDays: null }));
      return secret;
    };
    const expire = (keyId: number) =>
      db
        .updateTable('api_keys')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('key_id', '=', keyId)
        .execute();
    const revoked: string[] = [];
    const expired: string[] = [];
    for (let i = 0; i < KEYS; i++) {
      revoked.push(await stored((keyId) => revokeApiKey(db, keyId)));
      expired.push(await stored(expire));
    }
    const good = await stored(async () => undefined);
    kinds = {
      unknown: makeApiKey,
      revoked: (i) => revoked[i % KEYS] as string,
      expired: (i) => expired[i % KEYS] as string,
      mistyped: () => good.slice(0, -1) + (good.endsWith('x') ? 'y' : 'x'),
    };
    served = await serve({ keys: new ApiKeyVerifier(db) });
  });
  after(() => served.close());

  const ask = (key: string) => served.post(PATH, { text: 'pain' }, { Authorization: `Bearer ${key}` });

  it('gets the same answer, whatever is wrong with it', async () => {
    const answers = new Set<string>();
    for (const keyOf of Object.values(kinds)) {
      const answer = await ask(keyOf(0));
      const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
      const text = (await answer.text()).replace(answer.headers.get('x-request-id') as string, 'ID');
      answers.add(JSON.stringify([answer.status, headers, text]));
    }
    assert.equal(answers.size, 1, [...answers].join('\n'));
    assert.match([...answers].join(), /^\[401,.*INVALID_API_KEY/);
  });

  /** The median of the milliseconds that each kind takes, asked in turns. */
  async function medians(): Promise<Readonly<Record<string, number>>> {
    const taken = Object.entries(kinds).map(([kind, keyOf]) => ({ kind, keyOf, ms: [] as number[] }));
    for (let i = -WARM_UP; i < REQUESTS; i++)
      for (const { keyOf, ms } of taken) {
        const key = keyOf(i + WARM_UP);
        const began = performance.now();
        await (await ask(key)).arrayBuffer();
        if (i >= 0) ms.push(performance.now() - began);
      }
    return Object.fromEntries(taken.map(({ kind, ms }) => [kind, ms.sort((a, b) => a - b)[ms.length >> 1] as number]));
  }

  it('takes as long, whatever is wrong with it', async function () {
    this.timeout(TRIES * REQUESTS * 100);
    const tries: string[] = [];
    for (let i = 0; i < TRIES; i++) {
      const found = await medians();
      const [least, most] = [Math.min(...Object.values(found)), Math.max(...Object.values(found))];
      const shown = Object.entries(found).map(([kind, ms]) => `${kind} ${ms.toFixed(3)} ms`);
      tries.push(`${shown.join(', ')}: ${((most / least - 1) * 100).toFixed(1)} % apart`);
      if (most <= least * (1 + MOST_APART)) break;
      if (i === TRIES - 1) assert.fail(tries.join('\n'));
    }
    if (process.env.FIGURES !== undefined) process.stderr.write(`${tries.join('\n')}\n`);
  });
});
