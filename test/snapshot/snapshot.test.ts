import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HeldAnswer, hashOf, heldAnswer } from './answer.js';
import { differences } from './differences.js';
import { readSnapshot, writeSnapshot } from './file.js';
import { readNotes } from './notes.js';

const concept = { start: 0, end: 5, span: 'fever', code: '386661006', status: 'resolved', candidates: [] };
const answerOf = (members: object): HeldAnswer => heldAnswer([{ ...concept, ...members }], []);

describe('a snapshot', () => {
  it('holds the same hash for the same answer, whatever the order of its members and what a later version adds', () => {
    const { status, ...rest } = concept;
    const before = heldAnswer([concept], []);
    const now = heldAnswer([{ explained: 'later', ...rest, status }], []);
    assert.equal(hashOf(now), hashOf(before));
    assert.notEqual(hashOf(answerOf({ status: 'flag' })), hashOf(before));
  });

  it('leaves out numbers and versions of rows, and the order of rows that lost', () => {
    const explained = (...losers: object[]) =>
      heldAnswer([], [{ explain: [{ axis: 'assertion', row: losers.length, version: 3, losers }] }]);
    const [a, b] = [
      { row: 1, version: 1, phrase: 'no', why: 'scope' },
      { row: 2, version: 1, phrase: 'not', why: 'scope' },
    ];
    assert.deepEqual(explained(a, b), explained({ ...b, row: 9 }, a));
    assert.doesNotMatch(JSON.stringify(explained(a, b)), /row|version/);
  });

  it('tells which member of which span differs', () => {
    const lines = differences(answerOf({ explain: { doubt: null } }), answerOf({ explain: { doubt: 'neighbour' } }));
    assert.deepEqual(lines, ['concepts 0-5 "fever" explain doubt: null -> "neighbour"']);
    assert.deepEqual(differences(answerOf({}), heldAnswer([], [])).length, 1);
  });

  it('has the notes of every folder, more than a quarter of them held out', () => {
    const notes = readNotes();
    assert.deepEqual(
      new Set(notes.map(({ id }) => id.split('/')[0])),
      new Set(['fixtures', 'gold', 'judged', 'practice']),
    );
    const blind = notes.filter((note) => note.blind);
    assert.ok(blind.length > notes.length / 4);
    assert.deepEqual(
      readNotes('judged/*-b-*').filter((note) => !note.blind),
      [],
    );
    assert.equal(readNotes('gold/en-a-01').length, 1);
  });

  it('writes of a held-out note nothing but a hash', () => {
    const directory = mkdtempSync(join(tmpdir(), 'snapshot-'));
    const answers = [true, false].map((blind) => ({
      note: { id: blind ? 'gold/x' : 'gold/y', text: '', blind },
      answer: answerOf({}),
    }));
    for (const name of ['a.jsonl', 'a.sha256']) {
      const file = join(directory, name);
      writeSnapshot(file, answers);
      assert.equal(readFileSync(file, 'utf8').split('fever').length, name === 'a.jsonl' ? 2 : 1);
      const { 'gold/x': x, 'gold/y': y } = Object.fromEntries(readSnapshot(file));
      assert.equal(x?.sha256, hashOf(answerOf({})));
      assert.equal(x?.answer, undefined);
      assert.deepEqual(y?.answer, name === 'a.jsonl' ? answerOf({}) : undefined);
    }
    rmSync(directory, { recursive: true });
  });
});
