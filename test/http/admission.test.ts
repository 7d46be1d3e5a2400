import assert from 'node:assert/strict';
import { Admission, type Asking, type Place, Refusal } from '../../server/http/admission/admission.js';
import { BodyRoom } from '../../server/http/admission/body-room.js';
import { FairQueue } from '../../server/http/admission/fair-queue.js';
import { Pace } from '../../server/http/admission/pace.js';

const NEVER = new AbortController().signal;
const KIB = 1_024;

/** Lets all that is settled by now be told. */
const settled = () => new Promise((done) => setImmediate(done));

describe('a fair queue', () => {
  function filled(lines: Readonly<Record<string, readonly number[]>>): FairQueue<string> {
    const queue = new FairQueue<string>();
    for (const [party, weights] of Object.entries(lines))
      for (const [i, weight] of weights.entries()) queue.add({ party, weight, item: `${party}${i}` });
    return queue;
  }

  const drained = (queue: FairQueue<string>) => {
    const order: string[] = [];
    for (let next = queue.take(() => true); next !== undefined; next = queue.take(() => true)) order.push(next.item);
    return order;
  };

  it('serves parties in turns, and each in the order in which it came', () => {
    assert.deepEqual(drained(filled({ a: [5, 5, 5, 5], b: [5, 5] })), ['a0', 'b0', 'a1', 'b1', 'a2', 'a3']);
  });

  it('counts weight, not pieces', () => {
    const order = drained(filled({ a: [100, 100], b: Array(20).fill(10) }));
    assert.ok(Math.abs(order.indexOf('a0') - 10) <= 1, order.join());
    assert.ok(Math.abs(order.indexOf('a1') - 20) <= 1, order.join());
  });

  it('gives a party that comes later its turn next, and nothing for the time in which it was not there', () => {
    const queue = filled({ a: Array(10).fill(5) });
    for (let i = 0; i < 5; i++) queue.take(() => true);
    for (let i = 0; i < 3; i++) queue.add({ party: 'b', weight: 5, item: `b${i}` });
    const order = drained(queue);
    assert.ok(order.indexOf('b0') <= 1, order.join());
    assert.ok(order.indexOf('b2') >= 3, order.join());
  });

  it('passes over what may not go, and what has left', () => {
    const queue = new FairQueue<string>();
    const gone = { party: 'a', weight: 1, item: 'gone' };
    queue.add(gone);
    queue.add({ party: 'a', weight: 9, item: 'heavy' });
    queue.add({ party: 'b', weight: 50, item: 'heavier' });
    assert.equal(queue.remove(gone), true);
    assert.equal(queue.remove(gone), false);
    assert.equal(
      queue.take(({ weight }) => weight < 5),
      undefined,
    );
    assert.equal(queue.take(({ weight }) => weight > 10)?.item, 'heavier');
    assert.deepEqual([queue.size, queue.weight, queue.weightOf('a')], [1, 9, 9]);
  });

  it('tells what is served before something new: of each other party no more than its own', () => {
    const queue = filled({ a: [100, 100], b: [10] });
    assert.equal(queue.ahead('a', 10), 200 + 10);
    assert.equal(queue.ahead('b', 10), 10 + 20);
    assert.equal(queue.ahead('c', 5), 5 + 5);
    assert.equal(queue.lastOfHeaviest(50)?.item, 'a1');
    assert.equal(queue.lastOfHeaviest(200), undefined);
  });
});

describe('the measured pace', () => {
  it('comes to what is done in a second of work, and does not count rest', () => {
    let now = 0;
    const pace = new Pace(() => now);
    for (let i = 0; i < 50; i++) {
      const begun = pace.begin(5_000);
      now += 100;
      pace.end(begun, true);
      now += 10_000;
    }
    assert.ok(Math.abs(pace.perSecond - 50_000) < 2_500, `${pace.perSecond}`);
  });

  it('learns from what was given up only where that had taken too long already', () => {
    let now = 0;
    const pace = new Pace(() => now);
    const before = pace.perSecond;
    const early = pace.begin(99_000);
    now += 100;
    pace.end(early, false);
    assert.equal(pace.perSecond, before);
    const late = pace.begin(1_000);
    now += 5_000;
    pace.end(late, false);
    assert.ok(pace.perSecond < before / 10, `${pace.perSecond}`);
  });

  it('is the same for pieces that go on at the same time, and is not moved by what was given up', () => {
    let now = 0;
    const pace = new Pace(() => now);
    for (let i = 0; i < 50; i++) {
      const begun = [1, 2, 3, 4].map(() => pace.begin(5_000));
      now += 400;
      for (const each of begun) pace.end(each, true);
      pace.end(pace.begin(1_000_000), false);
    }
    assert.ok(Math.abs(pace.perSecond - 50_000) < 2_500, `${pace.perSecond}`);
  });
});

describe('admission', () => {
  const options = { most: 8, slots: 2, bulkSlots: 3 };
  const asking = (party: string, weight = 1_000, more: Partial<Asking> = {}): Asking => ({
    party,
    weight,
    patienceMs: 60_000,
    mostWaitMs: 60_000,
    signal: NEVER,
    ...more,
  });

  /** Asks, and notes who gets a place. */
  function watched(admission: Admission) {
    const places: [string, Place][] = [];
    const refusals: unknown[] = [];
    const ask = (name: string, entering: Promise<Place>) => {
      entering.then(
        (place) => places.push([name, place]),
        (error: unknown) => refusals.push(error),
      );
    };
    return {
      places,
      refusals,
      enter: (name: string, weight?: number, more?: Partial<Asking>) =>
        ask(name, admission.enter(asking(name[0] as string, weight, more))),
      bulk: (name: string) => ask(name, admission.enterBulk(asking(name[0] as string))),
      names: async () => {
        await settled();
        return places.map(([name]) => name).join(' ');
      },
    };
  }

  it('runs as many as it has slots, then parties in turns; one that runs nothing waits for none of the others', async () => {
    const { places, enter, names } = watched(new Admission(options));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3']) enter(name);
    assert.equal(await names(), 'a1 a2 b1');
    for (let i = 0; i < 3; i++) places[i]?.[1].leave(true);
    assert.equal((await names()).split(' ').sort().join(' '), 'a1 a2 a3 b1 b2');
    for (let i = 3; i < 5; i++) places[i]?.[1].leave(true);
    assert.equal((await names()).split(' ').sort().join(' '), 'a1 a2 a3 a4 b1 b2 b3');
  });

  it('runs one long note at a time, and short ones of other parties beside it', async () => {
    const { places, enter, names } = watched(new Admission(options));
    for (const name of ['a1', 'a2']) enter(name, 99_000);
    enter('b1', 99_000);
    enter('c1');
    assert.equal(await names(), 'a1 c1');
    places[0]?.[1].leave(true);
    assert.equal(await names(), 'a1 c1 b1');
  });

  it('begins what is tiny beside a long note of the same party', async () => {
    const { enter, names } = watched(new Admission(options));
    enter('a1', 99_000);
    enter('a2', 1_000, { patienceMs: 0 });
    enter('a3', 1_001);
    assert.equal(await names(), 'a1 a2');
  });

  it('refuses at once who would wait for longer than its patience, and says after how long it might not', async () => {
    const admission = new Admission(options);
    const { enter, refusals, names } = watched(admission);
    for (const name of ['a1', 'a2']) enter(name, 99_000);
    enter('a3', 1_000, { patienceMs: 2_000 });
    assert.equal(await names(), 'a1');
    const [refusal] = refusals as Refusal[];
    assert.ok(refusal instanceof Refusal && refusal.reason === 'wait');
    assert.equal(refusal.seconds, Math.ceil((99_000 / 2 + 99_000) / admission.pace.perSecond));
    assert.deepEqual({ ...admission.counts }, { at_once: 1, waited: 0, refused_wait: 1, refused_full: 0, left: 0 });
  });

  it('does not begin what has waited for so long that it would end too late', async () => {
    let now = 0;
    const { places, enter, refusals, names } = watched(new Admission({ ...options, now: () => now }));
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, 1_000, { mostWaitMs: name === 'a3' ? 50 : 5_000 });
    await settled();
    now = 100;
    places[0]?.[1].leave(true);
    assert.equal(await names(), 'a1 a2 a4');
    assert.equal((refusals[0] as Refusal).reason, 'wait');
  });

  it('never refuses for the wait who could begin now, however little patience it has', async () => {
    const { enter, names } = watched(new Admission(options));
    enter('a1', 99_000, { patienceMs: 0 });
    enter('b1', 1_000, { patienceMs: 0 });
    assert.equal(await names(), 'a1 b1');
  });

  it('holds a set number, and gives the last place of the longest line to who has less waiting', async () => {
    const { enter, refusals, names } = watched(new Admission({ ...options, most: 5 }));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) enter(name);
    assert.equal(await names(), 'a1 a2');
    assert.equal(refusals.length, 1);
    enter('b1');
    assert.equal(await names(), 'a1 a2 b1');
    assert.equal(refusals.length, 2);
    assert.ok((refusals as Refusal[]).every(({ reason, seconds }) => reason === 'full' && seconds >= 1));
  });

  it('forgets who leaves while waiting', async () => {
    const admission = new Admission(options);
    const { places, enter, refusals, names } = watched(admission);
    const leaving = new AbortController();
    for (const name of ['a1', 'a2']) enter(name);
    enter('a3', 1_000, { signal: leaving.signal });
    enter('a4');
    leaving.abort(new Error('gone'));
    places[0]?.[1].leave(true);
    await settled();
    places[0]?.[1].leave(true);
    assert.equal(await names(), 'a1 a2 a4');
    assert.equal((refusals[0] as Error).message, 'gone');
    assert.equal(admission.waiting, 0);
  });

  it('runs bulk work while there are no requests, and one piece beside them', async () => {
    const admission = new Admission(options);
    const { places, enter, bulk, names } = watched(admission);
    for (const name of ['a1', 'a2', 'b1', 'b2', 'b3']) bulk(name);
    assert.equal(await names(), 'a1 a2 b1');
    enter('c1');
    assert.equal(await names(), 'a1 a2 b1 c1');
    for (let i = 0; i < 2; i++) places[i]?.[1].leave(true);
    assert.equal(await names(), 'a1 a2 b1 c1');
    places[2]?.[1].leave(true);
    assert.equal(await names(), 'a1 a2 b1 c1 b2');
    places[3]?.[1].leave(true);
    assert.equal(await names(), 'a1 a2 b1 c1 b2 b3');
  });
});

describe('the room for bodies', () => {
  const body = (party: string, bytes: number, more: object = {}) => ({
    party,
    bytes,
    weight: 1_000,
    patienceMs: 60_000,
    signal: NEVER,
    ...more,
  });
  const roomOf = (bytes: number) => new BodyRoom(new Admission({ most: 8, slots: 2, bulkSlots: 1 }), bytes);

  it('keeps a party from what others may need, and admits what waits as room comes free', async () => {
    const room = roomOf(400 * KIB);
    const held = [await room.hold(body('a', 100 * KIB)), await room.hold(body('a', 100 * KIB))];
    let third = false;
    void room.hold(body('a', 110 * KIB)).then(() => {
      third = true;
    });
    await settled();
    assert.equal(third, false);
    await room.hold(body('b', 200 * KIB));
    assert.equal(room.held, 400 * KIB);
    held[0]?.read(90 * KIB);
    held[0]?.release();
    held[0]?.release();
    held[1]?.release();
    await settled();
    assert.equal(third, true);
    assert.equal(room.held, 310 * KIB);
  });

  it('always takes a small body, and a large one where nothing else is held', async () => {
    const room = roomOf(50 * KIB);
    const large = await room.hold(body('a', 60 * KIB));
    await room.hold(body('a', 2 * KIB));
    large.release();
    assert.equal(room.held, 2 * KIB);
  });

  it('refuses before it reads what would have to wait for too long, also behind bodies that are not read yet', async () => {
    const room = roomOf(400 * KIB);
    const asked = [1, 2, 3, 4].map(() => room.hold(body('a', 100 * KIB, { weight: 60_000, patienceMs: 5_000 })));
    const ends = await Promise.allSettled(asked.map((each) => Promise.race([each, settled()])));
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'rejected'],
    );
  });

  it('gives nothing to who has left', async () => {
    const room = roomOf(100 * KIB);
    const held = await room.hold(body('a', 100 * KIB));
    const leaving = new AbortController();
    const waiting = room.hold(body('b', 100 * KIB, { signal: leaving.signal }));
    leaving.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    held.release();
    assert.deepEqual([room.held, room.waiting], [0, 0]);
  });
});
