import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeApiKey } from '../../server/app/api-keys.js';
import type { ExtractAnswer, ExtractRequest } from '../../server/app/extract.js';
import type { ExtractionService } from '../../server/app/operations.js';
import type { RateLimiter } from '../../server/app/rate-limit.js';
import { AppError } from '../../server/errors.js';
import { batchErrorSchema, batchSummarySchema } from '../../server/http/answer-schemas.js';
import { drain } from '../../server/http/drain.js';
import { exchange, knownKeys, outcome, painService, type Served, serve, unlimited, versions } from './serve.js';

const PATH = '/v1/extract/batch';
const LINES = { 'Content-Type': 'application/x-ndjson' };

interface Line {
  readonly id?: string | number | null;
  readonly line?: number;
  readonly spans?: readonly { readonly span: string }[];
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly object[] };
  readonly summary?: { complete: boolean; notes: number; errors: number; last_line: number; versions: object[] };
}

const parsed = (text: string): Line[] => {
  assert.ok(text.endsWith('\n'));
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
};
const note = (id: string | number, text = 'pain') => `${JSON.stringify({ id, text })}\n`;
/** "id", "id CODE" or, of the last line, "complete notes errors last_line". */
const short = ({ id, error, summary }: Line) =>
  summary
    ? `${summary.complete} ${summary.notes} ${summary.errors} ${summary.last_line}`
    : `${id}${error ? ` ${error.code}` : ''}`;

/** A service each of whose notes waits until the test lets it go: by its text, or all. */
function waiting() {
  const open: { text: string; signal: AbortSignal; go: () => void }[] = [];
  let free = false;
  const service: ExtractionService = {
    ...painService,
    async extract(asked: ExtractRequest, signal: AbortSignal): Promise<ExtractAnswer> {
      if (!free) await new Promise<void>((go) => open.push({ text: asked.text, signal, go }));
      return painService.extract(asked, signal);
    },
  };
  const release = () => {
    free = true;
    for (const { go } of open) go();
  };
  return { service, open, release };
}

async function until(holds: () => boolean, ms = 3_000): Promise<void> {
  for (const end = performance.now() + ms; !holds(); await sleep(5))
    assert.ok(performance.now() < end, 'it did not come');
}

/** A batch that stays open: lines are sent one by one, answers come as they are. */
function conversation({ port, key }: Served) {
  const sent: ClientRequest = request({
    port,
    path: PATH,
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, ...LINES },
  });
  sent.on('error', () => undefined).flushHeaders();
  const lines: Line[] = [];
  const ended = (async () => {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    for await (const line of createInterface(answer)) lines.push(JSON.parse(line) as Line);
  })().catch(() => undefined);
  return { sent, lines, ended };
}

describe('a batch', () => {
  let served: Served;
  before(async () => {
    served = await serve({ limits: { MAX_TEXT: 200, MAX_BODY_BYTES: 2_000, BATCH_NOTES: 3 } });
  });
  after(() => served.close());

  const post = (body: string | Buffer, query = '', headers: Record<string, string> = {}) =>
    served.post(PATH + query, body, { ...LINES, ...headers });

  it('answers each line in order with the bytes of the single call behind its id, and ends with a summary', async () => {
    const texts = ['Chest pain.', 'No word.', 'é𝄞 pain', 'pain pain'];
    const response = await post(texts.map((text, i) => note(i === 2 ? 'c' : i, text)).join(''));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    assert.equal(response.headers.get('ratelimit'), '"default";r=57;t=23');
    const lines = (await response.text()).split('\n');
    for (const [i, text] of texts.entries()) {
      const single = await (await served.post('/v1/extract', { text })).text();
      assert.equal(lines[i], `{"id":${i === 2 ? '"c"' : i},${single.slice(1)}`);
    }
    assert.deepEqual(JSON.parse(lines[4] ?? ''), {
      summary: { complete: true, notes: 4, errors: 0, last_line: 4, versions: [versions] },
    });
    assert.deepEqual(lines.slice(5), ['']);
  });

  it('takes every member of the single call in a line, and in the query for all lines that do not have it', async () => {
    const only = encodeURIComponent('{"status":["flag"]}');
    const body = `${note(1)}${JSON.stringify({ id: 2, text: '𝄞 pain', only: {}, offsets: 'utf16', explain: false })}`;
    const [first, second] = parsed(await (await post(body, `?only=${only}&offsets=codepoint&explain=true`)).text());
    assert.deepEqual(Object.keys(first ?? {}), ['id', 'language', 'spans', 'meta']);
    assert.deepEqual(first?.spans, []);
    assert.equal((second?.spans?.[0] as { start?: number }).start, 3);
    const [shared] = parsed(await (await post(note(1, '𝄞 pain'), '?offsets=codepoint')).text());
    assert.equal((shared?.spans?.[0] as { start?: number }).start, 2);
  });

  const QUERIES = [
    '?ofsets=utf8',
    '?explain=1',
    '?only=%7B',
    '?text=pain',
    '?language=en&language=fr',
    '?as_of=2&draft=x',
  ];
  for (const query of QUERIES) {
    it(`is refused before it begins with the query ${query}`, async () => {
      assert.equal(await outcome(await post(note(1), query)), '400 VALIDATION_ERROR');
    });
  }

  it('skips blank lines, and takes CRLF, a byte order mark and a last line without its end', async () => {
    const body = `\ufeff${note('a').trimEnd()}\r\n\r\n  \t\n${note('b').trimEnd()}`;
    assert.deepEqual(parsed(await (await post(body)).text()).map(short), ['a', 'b', 'true 2 0 4']);
  });

  it('answers an empty body with the summary alone', async () => {
    for (const body of ['', '\n', ' \r\n']) {
      assert.deepEqual(parsed(await (await post(body)).text()).map(short), ['true 0 0 0']);
    }
  });

  const WRONG: readonly (readonly [why: string, line: string | Buffer, id: unknown, code: string, pointer?: string])[] =
    [
      ['no JSON', 'pain', null, 'VALIDATION_ERROR', ''],
      ['no object', '[{"id":1,"text":"pain"}]', null, 'VALIDATION_ERROR', ''],
      ['no UTF-8', Buffer.from('{"id":1,"text":"pain\xff"}', 'latin1'), null, 'VALIDATION_ERROR', ''],
      ['nested too deep', `{"id":1,"text":"pain","x":${'['.repeat(50)}`, null, 'VALIDATION_ERROR', ''],
      ['without an id', '{"text":"pain"}', null, 'VALIDATION_ERROR', '/id'],
      ['with half a number as its id', '{"id":1.5,"text":"pain"}', null, 'VALIDATION_ERROR', '/id'],
      [
        'with a number as its id that no double holds',
        '{"id":9007199254740993,"text":"pain"}',
        null,
        'VALIDATION_ERROR',
        '/id',
      ],
      ['with an id that is too long', `{"id":"${'x'.repeat(201)}","text":"pain"}`, null, 'VALIDATION_ERROR', '/id'],
      ['without a text', '{"id":"a"}', 'a', 'VALIDATION_ERROR', '/text'],
      ['with a text that is too long', note('a', 'x'.repeat(201)), 'a', 'VALIDATION_ERROR', '/text'],
      ['with a text that is too short', note(0, ' x '), 0, 'INVALID_INPUT', '/text'],
      ['with a lone surrogate', '{"id":2,"text":"pain \\ud800"}', 2, 'INVALID_INPUT', '/text'],
      ['with an unknown language', '{"id":2,"text":"pain","language":"de"}', 2, 'VALIDATION_ERROR', '/language'],
      ['longer than the limit', note(1, 'x'.repeat(3_000)), null, 'PAYLOAD_TOO_LARGE'],
    ];
  for (const [why, line, id, code, pointer] of WRONG) {
    it(`answers a line ${why} with its number and ${code}, and the others as ever`, async () => {
      const body = Buffer.concat([note('first'), line, '\n', note('last')].map((part) => Buffer.from(part)));
      const text = await (await post(body)).text();
      const lines = parsed(text);
      const wrong = batchErrorSchema.parse(lines[1]);
      assert.deepEqual([wrong.id, wrong.line, wrong.error.code], [id, 2, code]);
      assert.deepEqual(
        wrong.error.details?.map((detail) => detail.pointer),
        pointer === undefined ? undefined : [pointer],
      );
      assert.deepEqual([short(lines[0] ?? {}), ...lines.slice(2).map(short)].slice(0, 2), ['first', 'last']);
      assert.deepEqual(batchSummarySchema.parse(lines.at(-1)).summary.errors, 1);
    });
  }

  it('is cut into lines wherever its parts end', async () => {
    const body = Buffer.from([note('é'), '\r\n', note(2, 'pâin 𝄞')].join(''));
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${served.key}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunks = [...body].map((byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]));
    const answer = await exchange(served.port, head, ...chunks, '0\r\n\r\n');
    assert.match(answer, /\{"id":"é",[\s\S]*\{"id":2,[\s\S]*"complete":true,"notes":2,"errors":0,"last_line":3/);
  });

  const TYPES: readonly (readonly [type: string, status: number])[] = [
    ['application/x-ndjson', 200],
    ['application/jsonl; charset=UTF-8', 200],
    ['application/json', 415],
    ['application/x-ndjson; charset=latin1', 415],
    ['text/plain', 415],
  ];
  for (const [type, status] of TYPES) {
    it(`is ${status} with the Content-Type ${type}`, async () => {
      const response = await post(note(1), '', { 'Content-Type': type });
      assert.equal(response.status, status);
      const text = await response.text();
      if (status === 415)
        assert.match(text, /"UNSUPPORTED_MEDIA_TYPE","message":"Send the body as application\/x-ndjson /);
    });
  }

  it('is 415 with a Content-Encoding', async () => {
    assert.equal(await outcome(await post(note(1), '', { 'Content-Encoding': 'gzip' })), '415 UNSUPPORTED_MEDIA_TYPE');
  });

  it('logs one line without its ids and texts, and counts notes by code', async () => {
    served.logs.length = 0;
    await (await post(`${note('Zanzibarius')}Zanzibarius\n${note(3, 'Zanzibarius')}`)).text();
    await until(() => served.logs.length > 0);
    const line = JSON.parse(served.logs[0] ?? '') as Record<string, unknown>;
    assert.deepEqual([line.route, line.status, line.entries, served.logs.length], [PATH, 200, 1, 1]);
    assert.ok(Number(line.bytes_in) > 60 && Number(line.bytes_out) > 500);
    const metrics = await served.metrics.registry.metrics();
    assert.match(metrics, /batch_notes_total\{code="VALIDATION_ERROR"\} [1-9]/);
    assert.match(metrics, /extraction_stage_seconds_count\{route="\/v1\/extract\/batch",stage="detect"\} [1-9]/);
    assert.doesNotMatch(served.logs.join('') + metrics, /Zanzibarius/);
  });
});

describe('who may send a batch', () => {
  it('has both scopes', async () => {
    for (const scope of ['concepts', 'contexts'] as const) {
      const key = makeApiKey();
      const served = await serve({ key, keys: knownKeys({ secret: key, scopes: [scope] }) });
      assert.equal(await outcome(await served.post(PATH, note(1), LINES)), '403 INSUFFICIENT_SCOPE');
      assert.equal(
        await outcome(await served.post(PATH, note(1), { ...LINES, Authorization: 'Bearer x' })),
        '401 INVALID_API_KEY',
      );
      await served.close();
    }
  });

  it('is asked again: a key that is revoked meanwhile ends the batch, and the answer says so', async () => {
    const key = makeApiKey();
    let revoked = false;
    const keys = knownKeys({ secret: key });
    const served = await serve({ key, keys: { verify: async (secret) => (revoked ? null : keys.verify(secret)) } });
    const { sent, lines, ended } = conversation(served);
    sent.write(note(1));
    await until(() => lines.length === 1);
    revoked = true;
    sent.write(note(2));
    await ended;
    assert.deepEqual(lines.map(short), ['1', 'false 1 0 1']);
    assert.equal(lines[1]?.error?.code, 'INVALID_API_KEY');
    await served.close();
  });

  it('spends one request a note, and waits where the limit is used up', async () => {
    let left = 3;
    const taken: number[] = [];
    const limiter: RateLimiter = {
      take: async () => {
        taken.push(performance.now());
        const allowed = left-- > 0;
        if (!allowed) left = 3;
        return { allowed, limit: 3, remaining: Math.max(0, left), resetSeconds: 1 };
      },
    };
    const served = await serve({ limiter });
    const began = performance.now();
    const lines = parsed(await (await served.post(PATH, [1, 2, 3, 4, 5].map((id) => note(id)).join(''), LINES)).text());
    assert.deepEqual(lines.map(short), ['1', '2', '3', '4', '5', 'true 5 0 5']);
    assert.equal(taken.length, 6);
    assert.ok(performance.now() - began >= 990);
    await served.close();
  }).timeout(5_000);
});

describe('the notes of a batch', () => {
  it('are worked on as many at a time as is set, in whatever batch', async () => {
    const { service, open, release } = waiting();
    const served = await serve({ service, limits: { BATCH_NOTES: 3, DEADLINE_MS: 60_000 } });
    const answer = served.post(PATH, Array.from({ length: 50 }, (_, i) => note(i)).join(''), LINES);
    await until(() => open.length === 3);
    await sleep(50);
    assert.equal(open.length, 3);
    release();
    assert.deepEqual(parsed(await (await answer).text()).map(short), [
      ...Array.from({ length: 50 }, (_, i) => String(i)),
      'true 50 0 50',
    ]);
    await served.close();
  });

  it('give way to single calls, and go on one at a time however many of these there are', async () => {
    const { service, open, release } = waiting();
    const served = await serve({ service, limits: { BATCH_NOTES: 3, MAX_IN_FLIGHT: 4, DEADLINE_MS: 60_000 } });
    const singles = Array.from({ length: 4 }, () => served.post('/v1/extract', { text: 'single pain' }));
    await until(() => open.length === 4);
    const answer = served.post(PATH, note(1) + note(2) + note(3), LINES);
    await until(() => open.length === 5);
    await sleep(50);
    assert.equal(open.length, 5);
    assert.equal(await outcome(await served.post('/v1/extract', { text: 'pain' })), '503 NLP_UNAVAILABLE');
    release();
    assert.deepEqual(await Promise.all(singles.map(async (each) => outcome(await each))), Array(4).fill('200 OK'));
    assert.equal(parsed(await (await answer).text()).at(-1)?.summary?.notes, 3);
    await served.close();
  });

  it('have a deadline each, which a long batch does not', async () => {
    const stuck: ExtractionService = {
      ...painService,
      extract: (asked, signal) =>
        asked.text === 'stuck'
          ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          : sleep(150).then(() => painService.extract(asked, signal)),
    };
    const served = await serve({ service: stuck, limits: { DEADLINE_MS: 100, BATCH_NOTES: 1 } });
    const body = note(1) + note(2, 'stuck') + note(3) + note(4) + note(5);
    const lines = parsed(await (await served.post(PATH, body, LINES)).text());
    assert.deepEqual(lines.map(short), ['1', '2 NLP_UNAVAILABLE', '3', '4', '5', 'true 5 1 5']);
    await served.close();
  });

  it('fail alone, also by a bug', async () => {
    const failing: ExtractionService = {
      ...painService,
      extract: async (asked, signal) => {
        if (asked.text === 'bug') throw new TypeError(asked.text);
        if (asked.text === 'upstream') throw new AppError('NLP_UPSTREAM_ERROR');
        return painService.extract(asked, signal);
      },
    };
    const served = await serve({ service: failing });
    const lines = parsed(await (await served.post(PATH, note(1, 'bug') + note(2, 'upstream') + note(3), LINES)).text());
    assert.deepEqual(lines.map(short), ['1 INTERNAL_ERROR', '2 NLP_UPSTREAM_ERROR', '3', 'true 3 2 3']);
    await until(() => served.logs.length > 0);
    assert.match(served.logs.join(''), /"error":"(TypeError|AppError)"/);
    await served.close();
  });

  it('are answered while the client still sends others', async () => {
    const served = await serve();
    const { sent, lines, ended } = conversation(served);
    for (const id of [1, 2, 3]) {
      sent.write(note(id));
      await until(() => lines.length === id);
    }
    sent.end();
    await ended;
    assert.deepEqual(lines.map(short), ['1', '2', '3', 'true 3 0 3']);
    await served.close();
  });
});

describe('a batch without end', () => {
  it('is sent for longer than another request may take to arrive', async () => {
    const served = await serve({ bodyMs: 200 });
    const { sent, lines, ended } = conversation(served);
    for (const id of [1, 2, 3]) {
      sent.write(note(id));
      await sleep(150);
    }
    sent.end();
    await ended;
    assert.deepEqual(lines.map(short), ['1', '2', '3', 'true 3 0 3']);
    const head = `POST /v1/extract HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${served.key}\r\nContent-Length: 90\r\n\r\n{"te`;
    assert.match(await exchange(served.port, head), /^HTTP\/1.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/);
    await served.close();
  });

  it('ends with a summary that says so when its client sends nothing for too long', async () => {
    const served = await serve({ limits: { BATCH_IDLE_MS: 200 } });
    const { sent, lines, ended } = conversation(served);
    sent.write(note(1));
    await ended;
    assert.deepEqual(lines.map(short), ['1', 'false 1 0 1']);
    assert.equal(lines[1]?.error?.code, 'REQUEST_TIMEOUT');
    sent.destroy();
    await served.close();
  });

  it('does not count the time of a slow note as idle', async () => {
    const { service, open, release } = waiting();
    const served = await serve({ service, limits: { BATCH_IDLE_MS: 100, DEADLINE_MS: 60_000 } });
    const answer = served.post(PATH, note(1), LINES);
    await until(() => open.length === 1);
    await sleep(400);
    release();
    assert.deepEqual(parsed(await (await answer).text()).map(short), ['1', 'true 1 0 1']);
    await served.close();
  });

  it('takes no more of a client that does not read, and cuts it after a while', async () => {
    let answered = 0;
    const wordy: ExtractionService = {
      ...painService,
      extract: async (asked, signal) => {
        answered++;
        const answer = await painService.extract(asked, signal);
        return { ...answer, spans: Array.from({ length: 1_000 }, () => answer.spans[0] as (typeof answer.spans)[0]) };
      },
    };
    const served = await serve({ service: wordy, limits: { BATCH_IDLE_MS: 1_000, BATCH_NOTES: 2 } });
    const sent = request({
      port: served.port,
      path: PATH,
      method: 'POST',
      headers: { Authorization: `Bearer ${served.key}`, ...LINES },
    });
    const closed = new Promise<void>((done) => sent.once('close', () => done()));
    sent.on('error', () => undefined).on('response', (answer) => answer.on('error', () => undefined).pause());
    let written = 0;
    const write = () => {
      while (written < 20_000_000 && sent.write(note(written, `pain ${'x'.repeat(1_000)}`))) written += 1_000;
    };
    sent.on('drain', write);
    write();
    let before = -1;
    await until(() => {
      const isStill = answered === before && answered > 0;
      before = answered;
      return isStill;
    });
    assert.ok(answered < 100, `${answered} notes`);
    assert.ok(written < 15_000_000, `${written} bytes`);
    await closed;
    await until(() => served.logs.length > 0);
    assert.match(served.logs.join(''), /"aborted":true/);
    await served.close();
  }).timeout(15_000);

  it('stops its work within a second when its client leaves', async () => {
    const { service, open } = waiting();
    const served = await serve({ service, limits: { BATCH_NOTES: 2, DEADLINE_MS: 60_000 } });
    const { sent } = conversation(served);
    sent.write(Array.from({ length: 100 }, (_, i) => note(i)).join(''));
    await until(() => open.length === 2);
    sent.destroy();
    await until(() => open.every(({ signal }) => signal.aborted), 1_000);
    await until(() => served.logs.length > 0);
    for (const { go } of open) go();
    await sleep(100);
    assert.equal(open.length, 2, 'another note was begun');
    await served.close();
  });

  it('shares the process with a set number of others', async () => {
    const served = await serve({ limits: { MAX_BATCHES: 1 } });
    const { sent, lines, ended } = conversation(served);
    sent.write(note(1));
    await until(() => lines.length === 1);
    assert.equal(await outcome(await served.post(PATH, note(1), LINES)), '503 NLP_UNAVAILABLE');
    sent.end();
    await ended;
    assert.equal((await served.post(PATH, note(1), LINES)).status, 200);
    await served.close();
  });
});

describe('a batch at the end of the process', () => {
  it('finishes the notes under way, and says of the rest that it is not answered', async () => {
    const { service, open, release } = waiting();
    const served = await serve({ service, limits: { BATCH_NOTES: 2, DEADLINE_MS: 60_000 } });
    const { sent, lines, ended } = conversation(served);
    sent.write(Array.from({ length: 40 }, (_, i) => note(i)).join(''));
    await until(() => open.length === 2);
    const drained = drain(served.server, served.lifecycle, 100);
    await sleep(50);
    assert.equal(await outcome(await served.post(PATH, note(1), LINES)), '503 NLP_UNAVAILABLE');
    release();
    await ended;
    const last = lines.at(-1);
    assert.equal(last?.error?.code, 'NLP_UNAVAILABLE');
    assert.equal(last?.summary?.complete, false);
    assert.equal(last?.summary?.notes, lines.length - 1);
    assert.equal(last?.summary?.last_line, lines.length - 1);
    assert.ok(lines.length >= 3 && lines.length < 15, `${lines.length} lines`);
    assert.deepEqual(
      lines.slice(0, -1).map(short),
      Array.from({ length: lines.length - 1 }, (_, i) => String(i)),
    );
    await drained;
  });

  it('answers with an error each the notes that do not end in time', async () => {
    const { service, open } = waiting();
    const served = await serve({ service, limits: { BATCH_NOTES: 2, DEADLINE_MS: 60_000 } });
    const { sent, lines, ended } = conversation(served);
    sent.write(note(1) + note(2));
    await until(() => open.length === 2);
    const drained = drain(served.server, served.lifecycle, 0, 200);
    await ended;
    assert.deepEqual(lines.map(short), ['1 NLP_UNAVAILABLE', '2 NLP_UNAVAILABLE', 'false 2 2 2']);
    await drained;
  });

  it('does not wait for a client that sends nothing, nor for room within its limit', async () => {
    let taken = 0;
    const served = await serve({
      limiter: { take: async () => ({ ...(await unlimited.take(1, null)), allowed: taken++ < 1, resetSeconds: 60 }) },
    });
    const { sent, lines, ended } = conversation(served);
    sent.write(note(1) + note(2));
    await until(() => lines.length === 1);
    const drained = drain(served.server, served.lifecycle, 0, 1_000);
    await ended;
    assert.deepEqual(lines.map(short), ['1', 'false 1 0 1']);
    await drained;
  });
});
