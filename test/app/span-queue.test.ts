import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type SeenSpan, SpanQueue } from '../../server/app/span-queue.js';
import { spanQueueSecret } from '../../server/db/span-queue.js';
import type { Database } from '../../server/db/tables.js';
import { testDatabase } from '../support/database.js';
import { testService } from '../support/service.js';
import { holdersOf, queued } from './span-queue-rows.js';

const CONCEPTS = '/v1/extract/concepts';
const CANDIDATE = { code: '22631008', display: 'unsteady gait', semantic_tag: 'finding', cosine: 0.7892 };
const WOBBLY: SeenSpan = { span: 'Wobbly gait', language: 'en', status: 'flag', candidates: [CANDIDATE] };

const count = async (db: Kysely<Database>): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM span_sightings`.execute(db)).rows[0]?.n ?? -1;

describe('a service without SPAN_QUEUE', () => {
  const service = testService();

  it('writes nothing', async () => {
    const { opened, post } = service.running;
    for (let i = 0; i < 6; i++) await (await post(CONCEPTS, { text: `Wobbly gait, visit ${i}.` })).arrayBuffer();
    assert.equal(opened.queue, null);
    const { db } = opened.handle;
    const { rows } = await sql`SELECT FROM span_queue_secret UNION ALL SELECT FROM span_sightings`.execute(db);
    assert.equal(rows.length, 0);
  });
});

describe('the queue of spans', () => {
  const service = testService({ SPAN_QUEUE: '1' });
  const db = () => service.running.opened.handle.db;

  async function ask(...texts: string[]): Promise<{ span: string; status: string; code: string | null }[]> {
    let concepts: { span: string; status: string; code: string | null }[] = [];
    for (const text of texts) {
      const answer = await service.running.post(CONCEPTS, { text });
      assert.equal(answer.status, 200);
      ({ concepts } = (await answer.json()) as { concepts: typeof concepts });
    }
    await service.running.opened.queue?.flush();
    return concepts;
  }

  it('shows nothing of a span that came in 4 requests, and no table has its words', async () => {
    await ask(...[1, 2, 3, 4].map((day) => `Wobbly gait and wobbly gait again, day ${day}.`));
    assert.deepEqual(await queued(db()), []);
    assert.deepEqual(await holdersOf(db(), 'wobbly gait'), []);
    const { rows } = await sql`SELECT requests, flagged, unresolved, span, nearest_code, nearest_display, nearest_cosine
      FROM span_sightings`.execute(db());
    const unknown = { span: null, nearest_code: null, nearest_display: null, nearest_cosine: null };
    assert.deepEqual(rows, [{ requests: 4, flagged: 0, unresolved: 4, ...unknown }]);
  });

  it('counts a text that is sent again once', async () => {
    await ask(...Array.from({ length: 5 }, () => 'Wobbly gait and wobbly gait again, day 4.'));
    assert.deepEqual(await queued(db()), []);
    assert.deepEqual(await holdersOf(db(), 'wobbly gait'), []);
  });

  it('shows it from the fifth on, whatever its case, and no more of the notes', async () => {
    await ask('Still WOBBLY   gait\nbeside Zanzibarius.');
    const [row, ...others] = await queued(db());
    assert.deepEqual(others, []);
    assert.match(String(row?.first_seen), /^\d{4}-\d\d-\d\d$/);
    const { first_seen: _, last_seen: __, ...rest } = row ?? {};
    const nearest = { nearest_code: '22631008', nearest_display: 'unsteady gait', nearest_cosine: 0.7892 };
    assert.deepEqual(rest, {
      span: 'WOBBLY gait',
      language: 'en',
      flagged: 0,
      unresolved: 5,
      requests: 5,
      ...nearest,
    });
    assert.deepEqual(await holdersOf(db(), 'wobbly gait'), ['span_sightings']);
    assert.deepEqual(await holdersOf(db(), 'zanzibarius'), []);
  });

  it('orders by requests, and leaves out what is resolved', async () => {
    await ask(...[1, 2, 3, 4, 5, 6].map((day) => `Puffy eyelids and a fever, day ${day}.`));
    assert.deepEqual(
      (await queued(db())).map(({ span, requests, unresolved }) => [span, requests, unresolved]),
      [
        ['Puffy eyelids', 6, 6],
        ['WOBBLY gait', 5, 5],
      ],
    );
  });

  it('becomes a term of the site by one INSERT: the span leaves the queue, and the next request resolves it', async () => {
    await sql`INSERT INTO descriptions (sctid, language, term)
      SELECT nearest_code, language, span FROM span_queue WHERE span = 'Puffy eyelids'`.execute(db());
    assert.deepEqual(
      (await queued(db())).map(({ span }) => span),
      ['WOBBLY gait'],
    );
    await service.running.opened.live.refresh();
    const [concept] = await ask('Puffy eyelids this morning.');
    assert.deepEqual([concept?.status, concept?.code], ['resolved', '89091004']);
  });

  it('forgets a span that did not come for 90 days', async () => {
    await ask('Puffy hands and wobbly gait.');
    await sql`UPDATE span_sightings SET last_seen = current_date - 90`.execute(db());
    const forgetful = new SpanQueue({ db: db(), days: 90, onWarning: () => {} }, await spanQueueSecret(db()));
    await forgetful.flush();
    assert.equal((await queued(db())).length, 1);
    await sql`UPDATE span_sightings SET last_seen = current_date - 91`.execute(db());
    await forgetful.flush();
    assert.equal((await queued(db())).length, 1, 'at most once an hour');
    await forgetful.stop();
    const later = new SpanQueue({ db: db(), days: 90, onWarning: () => {} }, await spanQueueSecret(db()));
    await later.stop();
    assert.equal(await count(db()), 0);
  });

  it('fails no request while the database takes nothing, and loses nothing', async () => {
    await sql`ALTER TABLE span_sightings RENAME TO away`.execute(db());
    await ask(...[1, 2, 3, 4, 5].map((day) => `A wobbly gait, day ${day}.`));
    assert.match(await service.running.metrics.registry.metrics(), /^span_queue_waiting 1$/m);
    await sql`ALTER TABLE away RENAME TO span_sightings`.execute(db());
    await service.running.opened.queue?.flush();
    assert.deepEqual(
      (await queued(db())).map(({ requests }) => requests),
      [5],
    );
    const text = await service.running.metrics.registry.metrics();
    assert.match(text, /^span_queue_waiting 0$/m);
    assert.match(text, /^span_queue_dropped_total 0$/m);
    assert.doesNotMatch(text, /wobbly/i);
  });

  it('is written by itself within seconds', async () => {
    await service.running.post(CONCEPTS, { text: 'A wobbly gait at last.' });
    for (let waited = 0; (await queued(db()))[0]?.requests !== 6; waited += 100) {
      assert.ok(waited < 10_000, 'nothing was written');
      await sleep(100);
    }
  });
});

describe('the spans that wait to be counted', () => {
  const database = testDatabase();
  const queues: SpanQueue[] = [];
  const warnings: string[] = [];

  async function open(): Promise<SpanQueue> {
    const { db } = database.handle;
    const onWarning = (code: string, message: string) => void warnings.push(`${code}: ${message}`);
    const queue = new SpanQueue({ db, days: 90, onWarning }, await spanQueueSecret(db));
    queues.push(queue);
    return queue;
  }
  const words = (i: number) => `gait ${[...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;

  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    await sql`DELETE FROM span_sightings`.execute(database.handle.db);
  });

  it('are no numbers, no dates, nothing long, and only words', async () => {
    const queue = await open();
    const others = ['call 06 12 34', 'gait of 12/03/19', 'x'.repeat(81), '12 %', '???', '   '];
    queue.see(
      'a note',
      others.map((span) => ({ ...WOBBLY, span })),
    );
    assert.equal(queue.waiting, 0);
    queue.see('a note', [
      { ...WOBBLY, span: 'x'.repeat(80) },
      { ...WOBBLY, span: 'gait since day 121' },
    ]);
    assert.equal(queue.waiting, 2);
  });

  it('are at most 10,000: more are dropped and counted; a failed write keeps them all', async () => {
    const { db } = database.handle;
    const queue = await open();
    await sql`ALTER TABLE span_sightings RENAME TO away`.execute(db);
    const many = Array.from({ length: 10_050 }, (_, i) => ({ ...WOBBLY, span: words(i) }));
    queue.see('a note', many);
    await queue.flush();
    await queue.flush();
    assert.deepEqual([queue.waiting, queue.dropped], [10_000, 50]);
    await sql`ALTER TABLE away RENAME TO span_sightings`.execute(db);
    assert.deepEqual(warnings, ['span_queue_failed: The span queue could not be written (42P01); trying again.']);
    await queue.flush();
    assert.deepEqual([queue.waiting, await count(db)], [0, 10_000]);
  });

  it('are written once where the answer of the database was lost', async () => {
    const { db } = database.handle;
    const queue = await open();
    queue.see('a note', [WOBBLY]);
    await queue.flush();
    queue.see('a note', [WOBBLY]);
    await queue.flush();
    const { rows } = await sql`SELECT requests, flagged FROM span_sightings`.execute(db);
    assert.deepEqual(rows, [{ requests: 1, flagged: 1 }]);
  });

  it('are the same span for every process, and another one in another language', async () => {
    const { db } = database.handle;
    const [one, two] = [await open(), await open()];
    const french: SeenSpan = { ...WOBBLY, language: 'fr', status: 'unresolved', candidates: [] };
    for (const [queue, note] of [
      [one, 'a'],
      [two, 'b'],
      [one, 'c'],
      [two, 'a'],
    ] as const)
      queue.see(note, [WOBBLY, french]);
    await Promise.all([one.flush(), two.flush()]);
    const { rows } = await sql`SELECT language, requests FROM span_sightings ORDER BY 1`.execute(db);
    assert.deepEqual(rows, [
      { language: 'en', requests: 3 },
      { language: 'fr', requests: 3 },
    ]);
    for (const note of ['d', 'e', 'f']) two.see(note, [french]);
    await two.flush();
    const [row] = await queued(db);
    assert.deepEqual([row?.language, row?.requests, row?.nearest_code], ['fr', 6, null]);
  });

  it('do not tell which of them came in one note', async () => {
    const { db } = database.handle;
    const queue = await open();
    queue.see('a note', [WOBBLY, { ...WOBBLY, span: 'puffy eyelids' }]);
    await queue.flush();
    const { rows } = await sql<{ marks: string[] }>`SELECT marks FROM span_sightings`.execute(db);
    assert.equal(new Set(rows.flatMap(({ marks }) => marks)).size, 2);
  });

  it('begin anew with a new secret', async () => {
    const { db } = database.handle;
    const queue = await open();
    queue.see('a note', [WOBBLY]);
    await queue.stop();
    const before = await spanQueueSecret(db);
    assert.equal(before.length, 32);
    assert.deepEqual(await spanQueueSecret(db), before);
    assert.equal(await count(db), 1);
    await sql`DELETE FROM span_queue_secret`.execute(db);
    assert.notDeepEqual(await spanQueueSecret(db), before);
    assert.equal(await count(db), 0);
  });
});
