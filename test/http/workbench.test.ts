import assert from 'node:assert/strict';
import { REVIEW_REASONS } from '../../server/domain/review-reasons.js';
import { type Served, serve } from './serve.js';

describe('the workbench over HTTP', () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  const get = (path: string) => fetch(`${served.url}${path}`);

  /** The files that the page and its modules ask for. */
  async function files(): Promise<string[]> {
    const found = new Set<string>();
    const read = async (path: string, links: RegExp) => {
      for (const [, name = ''] of (await (await get(path)).text()).matchAll(links)) {
        if (found.has(name)) continue;
        found.add(name);
        if (name.endsWith('.js')) await read(`/workbench/${name}`, /from '\.\/([^']+)'/g);
      }
    };
    await read('/workbench', /(?:href|src)="workbench\/([^"]+)"/g);
    return [...found];
  }

  it('needs no key, and gives every file that the page asks for', async () => {
    const page = await get('/workbench');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const names = await files();
    assert.ok(names.includes('workbench.js') && names.includes('texts-fr.js') && names.includes('style.css'));
    for (const name of names) {
      const { status, headers } = await get(`/workbench/${name}`);
      assert.equal(status, 200, name);
      assert.match(headers.get('content-type') ?? '', name.endsWith('.js') ? /^text\/javascript/ : /^text\/css/);
    }
  });

  it('says in both languages why a span is in doubt, whatever the reason', async () => {
    for (const language of ['en', 'fr']) {
      const words = await (await get(`/workbench/texts-${language}.js`)).text();
      const texts = /\n {2}doubt: \{\n([\s\S]*?)\n {2}\},/.exec(words)?.[1] ?? '';
      const told = [...texts.matchAll(/^ {4}(\w+):/gm)].map(([, doubt]) => doubt);
      assert.deepEqual([...told].sort(), [...REVIEW_REASONS].sort(), language);
    }
  });

  it('may load and call its own origin only, runs nothing inline, and is framed nowhere', async () => {
    for (const path of ['/workbench', '/workbench/workbench.js', '/workbench/style.css']) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy')?.split('; ') ?? [];
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]) {
        assert.ok(policy.includes(rule), `${path}: ${rule}`);
      }
      assert.doesNotMatch(policy.join(), /unsafe|https?:|\*/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cache-control'), 'no-store');
    }
  });

  it('has no outside resource, no script in the page, and no name on a field that could reach a URL', async () => {
    const page = await (await get('/workbench')).text();
    assert.doesNotMatch(
      page,
      /https?:\/\/|<script(?![^>]* src=)[^>]*>|<style| style=| on\w+=| name="(?!viewport|color-scheme)/,
    );
    for (const name of await files())
      assert.doesNotMatch(await (await get(`/workbench/${name}`)).text(), /https?:\/\//);
  });

  it('says what the service is for', async () => {
    assert.match(
      await (await get('/workbench')).text(),
      /supports people who review its results, and is not a medical device/,
    );
  });

  it('gives nothing else of the disk, and takes no other method', async () => {
    for (const path of ['index.html', 'nothing.js', '..%2Fmain.ts', '%2e%2e/config.ts', 'a/b.js', '', '.']) {
      const response = await get(`/workbench/${path}`);
      assert.equal(response.status, 404, path);
    }
    assert.equal((await fetch(`${served.url}/workbench`, { method: 'POST' })).status, 405);
    assert.equal((await fetch(`${served.url}/workbench/sql.js`, { method: 'DELETE' })).status, 405);
  });
});
