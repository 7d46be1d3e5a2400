import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { openDatabase } from '../../server/db/connect.js';
import { publishBuiltinLexicon } from '../../server/db/lexicon.js';
import { testDatabase } from '../support/database.js';
import { files, rowsOf } from '../support/lexicon.js';
import { lexiconPlace } from '../support/lexicon-database.js';
import { FIRST_USE_MS } from '../support/run.js';

describe('the example of a lexicon row', function () {
  this.timeout(FIRST_USE_MS);
  const database = testDatabase();
  const db = () => database.handle.db;
  const trigger = (phrase: string, example: string, enabled = true) =>
    sql`INSERT INTO triggers (language, axis, value, phrase, direction, example_ok, enabled)
      VALUES ('en', 'assertion', 'negated', ${phrase}, 'forward', ${example}, ${enabled})`.execute(db());
  const heading = (words: string, example: string) =>
    sql`INSERT INTO section_rules (language, heading, section, example_ok) VALUES ('fr', ${words}, 'plan', ${example})`.execute(
      db(),
    );
  const refused = (error: Error & { hint?: string }) =>
    /^The (phrase|heading) ".*" does not stand in its own example_ok$/.test(error.message) &&
    /^Write a sentence in which the row acts: /.test(error.hint ?? '');

  before('publish the classes of words', () => publishBuiltinLexicon(db(), files(), 'a'));
  afterEach('take the rows back', () =>
    rowsOf(db(), 'DELETE FROM triggers').then(() => rowsOf(db(), 'DELETE FROM section_rules')),
  );

  const held = [
    ['no let-up in', 'No let-up in the [pain].'],
    ['pas d’argument pour', "Pas d'argument pour une [embolie]."],
    ['(-)', '[Fever] (-)'],
    ["n't have", "She doesn't have [gout]."],
    ['<KIN> denies any', 'Her mother denies any [rash].'],
    ['not <GAP:2> sign of', 'Not a single sign of [sepsis].'],
    ['for <DUR<=14>', '[Cough] for 3 days'],
    ['no evidence of', 'No [evidence] of [x]'.replace('[evidence]', 'evidence')],
  ] as const;
  for (const [phrase, example] of held)
    it(`holds "${phrase}": ${example}`, async () => {
      await trigger(phrase, example);
    });

  const missed = [
    ['no let-up of', 'No let-up in the [pain].'],
    ['no', 'Nothing like [pain].'],
    ['no sign', 'No clear sign of [pain].'],
    ['sign of no', 'No sign of [pain].'],
    ['<KIN> denies', 'Her mother had [a rash].'],
    ['not <GAP:2> sign of', 'Not [septic].'],
  ] as const;
  for (const [phrase, example] of missed)
    it(`does not hold "${phrase}", and the row is refused at once: ${example}`, () =>
      assert.rejects(trigger(phrase, example), refused));

  it('must have one span', async () => {
    for (const example of ['No pain.', 'No [pain] or [fever].', 'No [].'])
      await assert.rejects(trigger('no', example), /with one span in \[square brackets\]$/);
  });

  it('of a heading must hold the heading', async () => {
    await heading('Conduite à tenir', 'Conduite à tenir : ¶ [scanner]');
    await assert.rejects(heading('À prévoir', 'Conduite à tenir : ¶ [scanner]'), refused);
  });

  it('is not asked of a row that is switched off, until it is switched on', async () => {
    await trigger('no let-up of', 'No let-up in the [pain].', false);
    await rowsOf(db(), 'UPDATE triggers SET strength = 0.8');
    await assert.rejects(rowsOf(db(), 'UPDATE triggers SET enabled = true'), refused);
    await rowsOf(db(), `UPDATE triggers SET enabled = true, example_ok = 'No let-up of the [pain].'`);
    await assert.rejects(rowsOf(db(), `UPDATE triggers SET phrase = 'no letting up'`), refused);
  });

  it('of every shipped row holds its words, and is checked in a fraction of a millisecond', async () => {
    const place = await lexiconPlace();
    const { db: shipped, close } = await openDatabase(place.options);
    try {
      const began = performance.now();
      const found = await sql<{ rows: number; wrong: number }>`SELECT count(*)::int AS rows,
        count(*) FILTER (WHERE NOT lexicon_example_holds(words, example_ok))::int AS wrong
        FROM (SELECT phrase AS words, example_ok FROM triggers UNION ALL SELECT heading, example_ok FROM section_rules) r`.execute(
        shipped,
      );
      const { rows = 0, wrong } = found.rows[0] ?? {};
      assert.equal(wrong, 0);
      assert.ok((performance.now() - began) / rows < 1, `${rows} rows`);
    } finally {
      await close();
      await place.remove();
    }
  });
});
