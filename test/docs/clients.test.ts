import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ExtractError, extract } from '../../docs/clients/extract.js';
import type { RateLimiter } from '../../server/app/rate-limit.js';
import { serve } from '../http/serve.js';
import { newDirectory } from '../support/run.js';
import { testService } from '../support/service.js';
import { inProject } from './pages.js';

const NOTE = '🩺 Denies chest pain.\r\nMother has asthma.';
const PYTHON = inProject('docs/clients/extract.py');

interface Span {
  readonly span: string;
  readonly start: number;
  readonly end: number;
  readonly code: string | null;
  readonly context: { readonly assertion: { readonly value: string }; readonly subject: { readonly value: string } };
}

/** Runs a program with python3 and returns what it prints. @throws Error that says so where there is no python3 */
async function python(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const options = { env: { PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1', ...env } };
  try {
    return (await promisify(execFile)('python3', argv, options)).stdout;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing ? new Error('This test needs python3 (3.9 or newer): apt-get install python3') : error;
  }
}

/** Calls the Python client as a module. */
function callPython(text: string, url: string, key: string, more = ''): Promise<string> {
  const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(inProject('docs/clients'))})
from extract import ExtractError, extract
try:
    print(json.dumps(extract(sys.argv[1], url=sys.argv[2], key=sys.argv[3]${more})))
except ExtractError as error:
    print(json.dumps({"status": error.status, "code": error.code}))`;
  return python(['-c', program, text, url, key], {});
}

const told = (spans: readonly Span[]) =>
  spans.map(({ span, code, context }) => [span, code, context.assertion.value, context.subject.value]);
const EXPECTED = [
  ['chest pain', '29857009', 'negated', 'patient'],
  ['asthma', '195967001', 'affirmed', 'family'],
];

/** Refuses so many requests first, and tells to come back in a second. */
function refusing(times: number): RateLimiter {
  let left = times;
  return {
    take: async () => ({ allowed: left-- <= 0, limit: 60, remaining: 0, resetSeconds: 1 }),
  };
}

describe('the clients in docs/clients', () => {
  const service = testService();
  const files = newDirectory('clients-');
  after(() => rmSync(files, { recursive: true }));

  it('get the spans of a note, in TypeScript', async () => {
    const { url, key } = service.running;
    const spans = await extract(NOTE, { url, key, language: 'en' });
    assert.deepEqual(told(spans as readonly Span[]), EXPECTED);
    for (const { span, start, end } of spans) assert.equal(NOTE.slice(start, end), span);
    const family = await extract(NOTE, { url, key, only: { subject: ['family'] } });
    assert.deepEqual(
      family.map(({ span }) => span),
      ['asthma'],
    );
  });

  it('get the spans of a file, in Python, with the offsets that Python counts', async () => {
    const { url, key } = service.running;
    const note = join(files, 'note.txt');
    writeFileSync(note, NOTE);
    const spans = JSON.parse(await python([PYTHON, note], { SERVICE_URL: url, API_KEY: key })) as Span[];
    assert.deepEqual(told(spans), EXPECTED);
    for (const { span, start, end } of spans) assert.equal([...NOTE].slice(start, end).join(''), span);
    const family = JSON.parse(await callPython(NOTE, url, key, ', only={"subject": ["family"]}')) as Span[];
    assert.deepEqual(
      family.map(({ span }) => span),
      ['asthma'],
    );
  });

  it('tell the status and code of what is refused, and do not try it again', async () => {
    const { url } = service.running;
    const began = performance.now();
    await assert.rejects(extract(NOTE, { url, key: 'none' }), (error: unknown) => {
      assert.ok(error instanceof ExtractError);
      assert.deepEqual([error.status, error.code], [401, 'INVALID_API_KEY']);
      return true;
    });
    assert.deepEqual(JSON.parse(await callPython(NOTE, url, 'none')), { status: 401, code: 'INVALID_API_KEY' });
    assert.ok(performance.now() - began < 5_000);
  });

  it('wait as long as Retry-After says, and try again', async () => {
    for (const call of [
      async (url: string, key: string) => (await extract('some pain', { url, key })).length,
      async (url: string, key: string) => (JSON.parse(await callPython('some pain', url, key)) as Span[]).length,
    ]) {
      const served = await serve({ limiter: refusing(2) });
      const began = performance.now();
      assert.equal(await call(served.url, served.key), 1);
      assert.ok(performance.now() - began >= 2_000);
      await served.close();
    }
  });

  it('tell what is not at the address', async () => {
    const { url, key } = service.running;
    await assert.rejects(extract(NOTE, { url: `${url}/elsewhere`, key }), { status: 404, code: 'NOT_FOUND' });
    assert.deepEqual(JSON.parse(await callPython(NOTE, `${url}/elsewhere`, key)), { status: 404, code: 'NOT_FOUND' });
  });
});
