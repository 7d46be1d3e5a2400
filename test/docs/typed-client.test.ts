import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Served, serve } from '../http/serve.js';
import { FIRST_USE_MS, newDirectory } from '../support/run.js';
import { inProject } from './pages.js';

const run = promisify(execFile);

/** openapi-typescript needs the programming interface of TypeScript 5, which TypeScript 7 lacks. */
const TYPESCRIPT_5 = [
  'import { register } from "node:module";',
  `register('data:text/javascript,${encodeURIComponent('export const resolve = (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context);')}');`,
].join('');

/** Sends no member that has a default, reads every kind of member, and counts on errors of the compiler where a call is wrong. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

const [url = '', key = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: url, headers: { Authorization: \`Bearer \${key}\` } });
const text = 'some pain';

const both = await client.POST('/v1/extract', { body: { text } });
if (both.error) throw new Error(both.error.error.code);
// Of the formats of the answer it is the default.
if (!('spans' in both.data)) throw new Error('another format');
const [span] = both.data.spans;
const certainty: 'confirmed' | 'differential' | 'suspected' | null | undefined = span?.context.certainty?.value;
const section: string | null | undefined = span?.section;
const shown: components['schemas']['ExtractAnswer']['spans'][number]['candidates'] = span?.candidates ?? [];

const concepts = await client.POST('/v1/extract/concepts', { body: { text, only: { status: ['resolved'] } } });
const contexts = await client.POST('/v1/extract/contexts', { body: { text, concepts: [{ span: 'pain', code: null }] } });
const refused = await client.POST('/v1/extract', { body: { text: '' } });
const code: components['schemas']['Error']['error']['code'] | undefined = refused.error?.error.code;

const full: components['schemas']['ExtractRequest'] = { text, language: 'fr', offsets: 'codepoint', explain: true };
// @ts-expect-error the text is required
const none: components['schemas']['ExtractRequest'] = { language: 'fr' };
// @ts-expect-error there is no such language
const german: components['schemas']['ExtractRequest'] = { text, language: 'de' };
// @ts-expect-error offsets come as both or, in the documentation, neither; each is a number
const offsets: components['schemas']['ContextsRequest'] = { text, concepts: [{ span: 'pain', start: '1', end: 2 }] };

const found = [span?.span, concepts.data?.concepts.length, contexts.data?.contexts[0]?.readable_note, code];
console.log(JSON.stringify([...found, shown.length, certainty, section, [full, none, german, offsets].length]));
`;

describe('the typed client that openapi-typescript makes of docs/openapi.json', () => {
  const folder = newDirectory('typed-client-');
  let served: Served;

  before('generate, compile', async function () {
    this.timeout(FIRST_USE_MS);
    served = await serve();
    symlinkSync(inProject('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const generator = inProject('node_modules/openapi-typescript/bin/cli.js');
    const preload = `data:text/javascript,${encodeURIComponent(TYPESCRIPT_5)}`;
    const argv = [generator, inProject('docs/openapi.json'), '--output', join(folder, 'api.ts')];
    await run(process.execPath, ['--import', preload, ...argv]);
  });
  after(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  it('compiles with the TypeScript of this project, and calls every operation', async () => {
    const options = '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck';
    const target = '--target es2022 --module nodenext --types node program.ts';
    const compiler = inProject('node_modules/typescript/bin/tsc');
    const compiled = await run(process.execPath, [compiler, ...`${options} ${target}`.split(' ')], {
      cwd: folder,
    }).catch((error: unknown) => error as { readonly stdout: string });
    assert.equal(compiled.stdout, '');
    const { stdout } = await run(process.execPath, [join(folder, 'program.js'), served.url, served.key]);
    assert.deepEqual(JSON.parse(stdout), ['pain', 1, 'Present, patient, current.', 'INVALID_INPUT', 1, null, null, 4]);
  });
});
