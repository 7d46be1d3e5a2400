import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { inProject } from '../docs/pages.js';
import { launch, preparedEnv } from '../process/service-process.js';
import { FIRST_USE_MS } from '../support/run.js';
import { called, refused, structured } from './calls.js';

const NOTE = 'Denies chest pain. Mother: Zanzibarius asthma.';
const BIN = inProject('bin/concepts.mjs');

describe('the tools over standard input and output', function () {
  this.timeout(FIRST_USE_MS);
  const client = new Client({ name: 'test', version: '1' });
  const faults: string[] = [];
  let said = '';
  let env: Readonly<Record<string, string>>;

  before('start them', async function () {
    this.timeout(FIRST_USE_MS);
    env = { PATH: process.env.PATH ?? '', EMBED_WORKERS: '1', ...(await preparedEnv()) };
    const transport = new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], env, stderr: 'pipe' });
    (transport.stderr as Readable).setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    // What is no message of the protocol ends here.
    client.onerror = (error) => faults.push(error.message);
    await client.connect(transport);
  });
  after(() => client.close());

  it('are three, which only read, and say for whom they are', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {}), inputSchema.required]),
      [
        ['extract', ['text', 'language', 'only'], ['text']],
        ['explain', ['text', 'span', 'language'], ['text', 'span']],
        ['search_terms', ['query', 'language', 'limit'], ['query']],
      ],
    );
    for (const { annotations } of tools)
      assert.deepEqual([annotations?.readOnlyHint, annotations?.openWorldHint], [true, false]);
    assert.match(client.getInstructions() ?? '', /not a medical device/);
  });

  it('extract the spans of a note, with what it says of them and the versions', async () => {
    const { language, spans, meta } = await structured(client, 'extract', { text: NOTE });
    assert.equal(language, 'en');
    assert.deepEqual(
      spans
        .map(({ span, code, context }) => [span, code, context.assertion?.value, context.subject?.value])
        .slice(0, 1),
      [['chest pain', '29857009', 'negated', 'patient']],
    );
    assert.deepEqual(Object.keys(meta), ['model', 'terminology', 'lexicon']);
    const family = await structured(client, 'extract', { text: NOTE, language: 'en', only: { subject: ['family'] } });
    assert.deepEqual(
      family.spans.map(({ context }) => context.subject?.trigger),
      family.spans.map(() => 'Mother'),
    );
    assert.ok(family.spans.length > 0);
  });

  it('say the same as text and as an object', async () => {
    const { content, structuredContent } = await called(client, 'extract', { text: NOTE });
    assert.deepEqual(JSON.parse(content), structuredContent);
  });

  it('explain one span, wherever it stands', async () => {
    const text = 'No fever. Fever at night.';
    const { spans } = await structured(client, 'explain', { text, span: 'fever' });
    assert.deepEqual(
      spans.map(({ start, end }) => text.slice(start, end)),
      ['fever', 'Fever'],
    );
    const [first] = spans;
    assert.equal(first?.explain?.concept.tier, 'exact');
    assert.match(JSON.stringify(first?.explain?.context), /assertion/);
  });

  it('find the nearest concepts of a phrase', async () => {
    const { concepts } = await structured(client, 'search_terms', { query: 'heart attack', limit: 3 });
    assert.equal(concepts.length, 3);
    assert.deepEqual([concepts[0]?.code, concepts[0]?.cosine], ['22298006', 1]);
    const french = await structured(client, 'search_terms', { query: 'maux de tete', language: 'fr' });
    assert.deepEqual([french.concepts[0]?.code, french.concepts.length], ['25064002', 5]);
    for (const { cosine } of french.concepts) assert.ok(cosine > 0.3 && cosine <= 1);
  });

  it('refuse wrong arguments in the shape of docs/errors.md, and repeat nothing', async () => {
    const cases = [
      ['extract', {}, 'VALIDATION_ERROR', '/text'],
      ['extract', { text: NOTE, language: 'Zanzibarius' }, 'VALIDATION_ERROR', '/language'],
      ['extract', { text: NOTE, only: { subject: ['Zanzibarius'] } }, 'VALIDATION_ERROR', '/only/subject/0'],
      ['extract', { text: ' ' }, 'INVALID_INPUT', '/text'],
      ['explain', { text: NOTE, span: 'Zanzibarius headache' }, 'VALIDATION_ERROR', '/span'],
      ['search_terms', { query: 'Zanzibarius\u0000' }, 'VALIDATION_ERROR', '/query'],
      ['search_terms', { query: 'fever', limit: 6 }, 'VALIDATION_ERROR', '/limit'],
    ] as const;
    for (const [name, given, code, pointer] of cases) {
      const { error, text } = await refused(client, name, given);
      assert.deepEqual([error.code, error.details?.[0]?.pointer], [code, pointer]);
      assert.match(error.request_id, /^[0-9a-f-]{36}$/);
      assert.doesNotMatch(text, /Zanzibarius/);
    }
    await assert.rejects(client.callTool({ name: 'delete', arguments: {} }), /There is no tool of this name/);
  });

  it('write nothing but the protocol to standard output, and nothing of a note to standard error', () => {
    assert.deepEqual(faults, []);
    assert.doesNotMatch(said, /Zanzibarius|chest|fever|heart/i);
  });

  it('speak the newest revision of the protocol too', async () => {
    const modern = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await modern.connect(
      new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], env, stderr: 'ignore' }),
    );
    const { concepts } = await structured(modern, 'search_terms', { query: 'asthma', limit: 1 });
    assert.deepEqual(
      concepts.map(({ code }) => code),
      ['195967001'],
    );
    await modern.close();
  });

  it('end with their input, without a call', async () => {
    const launched = launch(env, BIN, 'mcp');
    assert.deepEqual(await launched.ended, { code: 0, signal: null });
    assert.equal(launched.stdout(), '');
  });

  it('end with 1 and the reason where the service cannot be opened', async () => {
    const launched = launch({ ...env, MODEL_DIR: '/nowhere' }, BIN, 'mcp');
    assert.equal((await launched.ended).code, 1);
    assert.match(launched.stderr(), /nowhere/);
    assert.equal(launched.stdout(), '');
  });
});
