import assert from 'node:assert/strict';
import type { RateLimiter } from '../../server/app/rate-limit.js';
import { AppError } from '../../server/errors.js';
import { painService, type Served, serve } from '../http/serve.js';
import { type VisitOptions, visit } from './browser.js';

type Options = NonNullable<Parameters<typeof serve>[0]>;

describe('what the workbench says when something is wrong', () => {
  let served: Served | undefined;
  afterEach(() => served?.close());

  /** What the alert says after an analysis. */
  async function problem(options: Options, visited: VisitOptions = {}): Promise<string> {
    served = await serve(options);
    const { page, analyse } = await visit(served.url, { key: served.key, ...visited });
    await analyse('Chest pain.');
    return (await page.textContent('#problem')) ?? '';
  }

  it('asks for the key, and says that it is not accepted', async () => {
    assert.equal(await problem({}, { key: '' }), 'Enter the API key first.');
    await served?.close();
    assert.match(await problem({}, { key: 'wrong' }), /^The API key is not accepted/);
    await served?.close();
    assert.match(await problem({}, { key: 'clé', locale: 'fr-FR' }), /^La clé d'API est refusée/);
  });

  it('says how long to wait when the limit of the key is reached', async () => {
    const limiter: RateLimiter = { take: async () => ({ allowed: false, limit: 60, remaining: 0, resetSeconds: 23 }) };
    assert.equal(
      await problem({ limiter }),
      'Too many requests in this minute with this key. Wait 23 seconds, then try again.',
    );
  });

  it('says that the service cannot answer now, and when to try again', async () => {
    const extract = () => Promise.reject(new AppError('NLP_UNAVAILABLE', { retryAfter: 1 }));
    assert.match(
      await problem({ service: { ...painService, extract } }),
      /it is starting, busy or stopping\. Wait 1 second, then try again\.$/,
    );
  });

  it('gives the number of the request when the service is broken', async () => {
    const extract = () => Promise.reject(new Error('broken'));
    assert.match(
      await problem({ service: { ...painService, extract } }),
      /Please report it\.Number of the request, for a report: [0-9a-f-]{36}$/,
    );
  });

  it('says that nothing answers when the network is away', async () => {
    served = await serve();
    const { page, context, analyse } = await visit(served.url, { key: served.key });
    await context.setOffline(true);
    await analyse('Chest pain.');
    assert.match((await page.textContent('#problem')) ?? '', /^The service does not answer/);
    await context.setOffline(false);
    await analyse('Chest pain.');
    assert.equal(await page.textContent('#problem'), '');
  });

  it('says so when a note has no clinical phrase, or is none', async () => {
    served = await serve();
    const { page, analyse } = await visit(served.url, { key: served.key });
    await analyse('Nothing of note.');
    assert.equal(await page.textContent('#status'), 'No clinical phrase was found in this note.');
    await analyse('x');
    assert.match((await page.textContent('#problem')) ?? '', /^This is no note/);
    await analyse('  ');
    assert.match((await page.textContent('#problem')) ?? '', /^Paste a note/);
  });
});
