import assert from 'node:assert/strict';
import pg from 'pg';
import { makeApiKey } from '../../server/app/api-keys.js';
import { exchange } from '../http/serve.js';
import { FIRST_USE_MS, firstKey, preparedEnv, type Serving, serve } from './service-process.js';

const MARK = 'Zanzibarius';
const CONCEPTS = '/v1/extract/concepts';
const CONTEXTS = '/v1/extract/contexts';
const NOTE = `Mr ${MARK} has chest pain and a ${MARK} rash.`;

describe('the output of a process', () => {
  let service: Serving;
  let database: pg.Client;
  let key: string;
  const statuses = new Set<number>();

  before('start the service', async function () {
    this.timeout(FIRST_USE_MS);
    const env = await preparedEnv();
    const settings = { ...env, LOG_LEVEL: 'debug', MAX_IN_FLIGHT: '1', AUTH_FAILURES_PER_MINUTE: '1000' };
    service = await serve(settings);
    key = firstKey(env.DATA_DIR);
    const local = { host: env.DATA_DIR, user: 'postgres', database: 'postgres' };
    database = new pg.Client('DATABASE_URL' in env ? env.DATABASE_URL : local);
    await database.connect();
  });

  async function send(path: string, body: unknown, headers?: Record<string, string>): Promise<void> {
    const response = await service.post(path, body, headers);
    await response.arrayBuffer();
    statuses.add(response.status);
  }

  async function sendGood(): Promise<void> {
    const items = [{ span: MARK }, { span: 'chest pain', code: MARK }, { span: `no ${MARK}` }];
    for (const explain of [false, true]) {
      await send(CONCEPTS, { text: NOTE, explain });
      await send(CONTEXTS, { text: NOTE, concepts: items, explain });
    }
    await send(CONCEPTS, { text: `${MARK.toLowerCase()} ${'\u202e\u001b[31m\r\n'} ${MARK}` });
    await send(`${CONCEPTS}?q=${MARK}`, { text: NOTE }, { 'User-Agent': MARK, Cookie: MARK, Referer: MARK });
  }

  async function sendBad(): Promise<void> {
    for (const body of [`{"text": "${NOTE}`, NOTE, `["${MARK}"]`, `{"text":"${MARK}","x":${'['.repeat(100)}`]) {
      await send(CONCEPTS, body);
    }
    await send(CONCEPTS, { text: `${MARK}\u0000` });
    await send(CONCEPTS, { text: NOTE, language: MARK });
    await send(CONCEPTS, { text: MARK.repeat(10_000) });
    await send(CONCEPTS, { text: MARK.repeat(100_000) });
    await send(CONTEXTS, { text: NOTE, concepts: [{ span: `${MARK}\u0000` }] });
    await send(CONTEXTS, { text: NOTE, concepts: [{ span: MARK, start: MARK }], note_date: MARK });
    await send(`/${MARK}`, { text: NOTE });
    await send(CONCEPTS, { text: NOTE }, { 'Content-Type': `text/${MARK}` });
    await send(CONCEPTS, { text: NOTE }, { 'X-Request-Id': `${MARK} ${MARK}` });
    for (const secret of [MARK, makeApiKey()]) {
      await send(CONCEPTS, { text: NOTE }, { Authorization: `Bearer ${secret}`, 'X-Note': MARK });
    }
    const port = Number(new URL(service.url).port);
    await exchange(port, `${MARK}\r\n\r\n`);
    await exchange(port, `POST ${CONCEPTS} HTTP/1.1\r\nHost: x\r\n${MARK} : ${MARK}\r\n\r\n${MARK}`);
    const head = `POST ${CONCEPTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    await exchange(port, `${head}${MARK}\r\n`);
  }

  /** Without these columns the statements of both operations fail, with the note in their parameters. */
  async function sendToFailingDatabase(): Promise<void> {
    await database.query('ALTER TABLE descriptions RENAME COLUMN term_key TO away');
    await database.query('ALTER TABLE concepts RENAME COLUMN chronic TO away');
    await send(CONCEPTS, { text: NOTE });
    await send(CONTEXTS, { text: NOTE, concepts: [{ span: MARK, code: '29857009' }] });
    await database.query('ALTER TABLE descriptions RENAME COLUMN away TO term_key');
    await database.query('ALTER TABLE concepts RENAME COLUMN away TO chronic');
  }

  it('never holds a note, a span or a key, whatever the requests were', async () => {
    await sendGood();
    await sendBad();
    await sendToFailingDatabase();
    const long = Array.from({ length: 300 }, (_, i) => `${NOTE} ${MARK}${i} of the left knee.`).join('\n');
    await Promise.all(Array.from({ length: 4 }, () => send(CONCEPTS, { text: long })));
    assert.deepEqual([...statuses].sort(), [200, 400, 401, 404, 413, 415, 502, 503]);

    await database.end();
    assert.deepEqual(await service.end(), { code: 0, signal: null });
    const output = service.stdout() + service.stderr();
    const lines = service.stdout().trimEnd().split('\n');
    assert.ok(lines.length > 20, `only ${lines.length} log lines`);
    for (const line of lines) assert.ok(!Number.isNaN(JSON.parse(line).time));
    for (const secret of [MARK, 'chest pain', key, key.slice(-10)]) {
      assert.ok(!output.toLowerCase().includes(secret.toLowerCase()), 'the output holds what must not leave');
    }
  });
});
