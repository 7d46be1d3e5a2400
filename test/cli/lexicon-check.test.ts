import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../server/cli/lexicon.js';
import { withDatabase } from '../../server/cli/open-database.js';
import { negating, rowsOf } from '../support/lexicon.js';
import { call, preparedEnvironment } from './command.js';

describe('the commands lexicon check and impact', function () {
  this.timeout(120_000);
  preparedEnvironment(undefined, true);
  const dir = mkdtempSync(join(tmpdir(), 'test-notes-'));
  after('remove the notes', () => rmSync(dir, { recursive: true, force: true }));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
  const run = (statement: string) => withDatabase(({ db }) => rowsOf(db, statement));
  const UNLIKELY = `language = 'en' AND axis = 'assertion' AND phrase = 'unlikely' AND direction = 'backward'`;

  for (const argv of [['check', 'all'], ['check', '--draft'], ['impact'], ['impact', '--draft', 'x', 'notes']]) {
    it(`end with 2 and the usage: ${argv.join(' ')}`, async () => {
      const { code, err } = await call(main, ...argv);
      assert.equal(code, 2);
      assert.match(err, /lexicon -- check \[--draft NAME\]/);
    });
  }

  it('end with 1 when there is no such draft', async () => {
    for (const verb of ['check', 'impact']) {
      const { code, err } = await call(main, verb, '--draft', 'nobody');
      assert.equal(code, 1);
      assert.match(err, /There is no draft named nobody/);
    }
  });

  it('pass on the shipped lexicon, with every example, and keep the check', async () => {
    const { code, out } = await call(main, 'check');
    assert.deepEqual({ code, lines: out.length }, { code: 0, lines: 1 });
    assert.match(out[0] ?? '', /^passed \d{5}, failed 0$/);
    assert.deepEqual(
      await run(`SELECT failed, checked FROM lexicon_checks JOIN lexicon_check_targets USING (target)`),
      [{ failed: 0, checked: true }],
    );
  });

  it('say what a draft breaks, before and after, and end with 1', async () => {
    await run(`UPDATE draft_triggers SET enabled = false WHERE ${UNLIKELY}`);
    const { code, out, err } = await call(main, 'check', '--draft', 'draft');
    assert.equal(code, 1);
    assert.match(out[0] ?? '', /^passed \d+, failed [1-9]\d*, broken [1-9]\d*, fixed 0$/);
    const at = out.findIndex((line) =>
      /^broken: case \d+: Bacterial meningitis unlikely .* \[meningitis\]$/.test(line),
    );
    assert.match(out[at + 1] ?? '', /^ {2}assertion: expected negated, negated \("unlikely"\) -> /);
    assert.match(err, /^\d+ of \d+ cases and examples are wrong\.$/);
    await assert.rejects(run('SELECT lexicon_activate()'), /The draft "draft" breaks \d+ of the cases and examples/);
  });

  it('show which cases and which spans of notes a draft flips', async () => {
    file('b.txt', 'Stroke unlikely on CT.\nNo fever.\n');
    file(
      'a.jsonl',
      `${JSON.stringify({ text: 'Known asthma.' })}\n\n${JSON.stringify({ text: 'Fracture unlikely.' })}\n`,
    );
    const { code, out } = await call(main, 'impact', '--draft', 'draft', '--notes', dir);
    assert.equal(code, 0);
    const text = out.join('\n');
    assert.match(
      text,
      /^case \d+: Bacterial meningitis .*\n {2}assertion: negated \("unlikely"\) -> .* {3}WRONG now, expected negated$/m,
    );
    assert.match(text, /^\d+ of \d+ cases would be read differently\.$/m);
    assert.match(text, /^b\.txt: Stroke unlikely on CT\. \[Stroke\]\n {2}assertion: negated \("unlikely"\) -> /m);
    assert.match(text, /^a\.jsonl:3: Fracture unlikely\. \[Fracture\]$/m);
    assert.match(out.at(-1) ?? '', /^2 of \d+ spans in 3 notes would be read differently\.$/);
  });

  it('let a draft pass that breaks nothing', async () => {
    await run(`SELECT lexicon_discard()`);
    await run(`INSERT INTO draft_triggers ${negating('no glimpse of')}`);
    assert.equal((await call(main, 'check', '--draft', 'draft')).code, 0);
    const [activated] = await run(`SELECT lexicon_activate() AS version`);
    assert.ok(Number(activated?.version) > 1);
  });

  it('name a file of notes that cannot be read', async () => {
    await run(`INSERT INTO draft_triggers ${negating('no wisp of')}`);
    for (const [name, content, message] of [
      ['latin1.txt', Buffer.from([0x66, 0xe8, 0x76]), /latin1\.txt is not UTF-8/],
      ['broken.jsonl', '{"note": "secret"}', /broken\.jsonl:1: the line must be a JSON object/],
    ] as const) {
      const { code, err } = await call(main, 'impact', '--draft', 'draft', '--notes', file(name, content));
      assert.equal(code, 1);
      assert.match(err, message);
      assert.doesNotMatch(err, /secret/);
    }
  });
});
