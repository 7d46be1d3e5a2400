import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { main } from '../../server/cli/calibrate.js';
import { main as evaluate } from '../../server/cli/evaluate.js';
import { withoutAccents, withTypo } from '../../server/cli/evaluation/perturb.js';
import { openOf } from '../support/database.js';
import { call, preparedEnvironment, testFiles } from './command.js';

const JUDGED = fileURLToPath(new URL('../../../test/evaluation/judged/', import.meta.url));
const HEADER = 'lang\tquery\tsctids';

describe('a phrase in a hurry', () => {
  it('has one typo, the same in every run, and not in its first letter', () => {
    for (const phrase of ['acute bronchitis', 'fièvre élevée', 'shortness of breath']) {
      const typed = withTypo(phrase);
      assert.notEqual(typed, phrase);
      assert.equal(typed, withTypo(phrase));
      assert.ok(Math.abs(typed.length - phrase.length) <= 1);
      assert.equal(typed[0], phrase[0]);
    }
  });

  it('is left alone without a word of five letters', () => assert.equal(withTypo('a cut'), 'a cut'));

  it('loses its accents and nothing else', () => assert.equal(withoutAccents('fièvre élevée'), 'fievre elevee'));
});

describe('the command calibrate', () => {
  const file = testFiles();

  it('ends with 2 and its usage when only nothing is asked for', async () => {
    const { code, err } = await call(main, '--only');
    assert.equal(code, 2);
    assert.match(err, /npm run --silent calibrate -- /);
  });

  for (const [what, content] of [
    ['no such columns', 'phrase\tcode\nfever\t386661006\n'],
    ['another language', `${HEADER}\nen\tfever\t386661006\nde\tFieber\t386661006\n`],
    ['no code', `${HEADER}\nen\tfever\tsecret\n`],
  ] as const) {
    it(`says file and line of a table with ${what}, without its words`, async () => {
      const path = file('broken.tsv', content);
      const { code, err } = await call(main, path);
      assert.equal(code, 1);
      assert.match(err, /broken\.tsv:[123]: /);
      assert.doesNotMatch(err, /secret|Fieber/);
    });
  }

  describe('on a prepared database', () => {
    preparedEnvironment();

    it('fits each language, says how it does on unseen phrases, and draws the curve', async () => {
      const dir = mkdtempSync(join(tmpdir(), 'test-calibrate-'));
      const { code, out } = await call(main, '--dry-run', '--out', dir);
      assert.equal(code, 0);
      for (const language of ['en', 'fr']) assert.ok(out.some((line) => line.startsWith(`${language}: `)));
      assert.ok(out.some((line) => /on unseen fifths +0\.9/.test(line)));
      const table = readFileSync(join(dir, 'calibration.tsv'), 'utf8').split('\n');
      assert.equal(table[0], 'language\tcosine\tcoverage\tprecision\tlow\thigh');
      assert.ok(table.length > 20);
      assert.match(readFileSync(join(dir, 'calibration.svg'), 'utf8'), /^<svg /);
      rmSync(dir, { recursive: true });
    });

    it('stores nothing where too few phrases are given', async () => {
      const path = file('few.tsv', `${HEADER}\nen\tfever\t386661006\n`);
      const { code, out } = await call(main, '--only', path);
      assert.equal(code, 0);
      assert.match(out.join('\n'), /its thresholds stay as they are/);
    });

    it('fits the weights of the decision on judged notes, and says how it does on those that are held out', async () => {
      const dir = mkdtempSync(join(tmpdir(), 'test-judged-'));
      for (const name of ['en-a-01', 'en-a-02', 'en-a-03', 'fr-a-01', 'fr-a-02'])
        copyFileSync(`${JUDGED}${name}.json`, join(dir, `${name}.json`));
      const { code, out } = await call(main, '--only', '--judged', dir, '--out', dir);
      assert.equal(code, 0);
      assert.ok(
        out.some((line) => /^decision: \d+ judged spans of 5 notes$/.test(line)),
        out.join('\n'),
      );
      assert.ok(out.some((line) => /expected calibration error 0\.\d/.test(line)));
      assert.equal(readFileSync(join(dir, 'reliability.tsv'), 'utf8').split('\n')[0], 'probability\tspans\tright');
      const handle = await openOf(process.env);
      const { rows } = await sql<{ fitted_on: string }>`SELECT DISTINCT fitted_on FROM decision_weights`.execute(
        handle.db,
      );
      await handle.close();
      assert.equal(rows.length, 1);
      assert.match(rows[0]?.fitted_on ?? '', /^\d+ judged spans of 5 notes$/);
      rmSync(dir, { recursive: true });
    });

    it('says which file is no judged note', async () => {
      const path = file('broken.json', '{"id": "x", "text": "secret"}');
      const { code, err } = await call(main, '--only', '--judged', path);
      assert.equal(code, 1);
      assert.match(err, /broken\.json: not a judged note/);
      assert.doesNotMatch(err, /secret/);
    });

    describe('with reviews', () => {
      before('review spans', async () => {
        const handle = await openOf(process.env);
        await sql`INSERT INTO span_reviews (language, span, offered_code, verdict, correct_code) VALUES
          ('en', 'wobbly gait', 22631008, 'accepted', NULL),
          ('en', 'wobbly cough', 22631008, 'corrected', 49727002),
          ('en', 'puffy eyelids', 89091004, 'rejected', NULL),
          ('en', 'feverish mood', 22631008, 'rejected', NULL),
          ('en', 'walks like a sailor', 22631008, 'accepted', NULL)`.execute(handle.db);
        await sql`INSERT INTO descriptions (sctid, language, term) VALUES (22631008, 'en', 'walks like a sailor')`.execute(
          handle.db,
        );
        await handle.close();
      });

      it('takes them as phrases, but no terms of the site, and no rejected code that is not offered any more', async () => {
        const { code, out } = await call(main, '--only', '--reviews');
        assert.equal(code, 0);
        assert.equal(out[0], '4 reviewed spans; 1 more are terms of this site by now and are left out');
        assert.match(out[1] ?? '', /^en: 3 phrases, 2 with a concept in seed-/);
        assert.match(out[2] ?? '', /its thresholds stay as they are/);
      });

      it('takes them in the place of phrases with the same words', async () => {
        const path = file('same.tsv', `${HEADER}\nen\tWobbly gait\t386661006\nen\tfever\t386661006\n`);
        const { out } = await call(main, '--only', '--reviews', path);
        assert.match(out[1] ?? '', /^en: 4 phrases, 3 with a concept in seed-/);
      });

      it('fits on them beside the shipped phrases, and says so with the thresholds', async () => {
        const { code, out } = await call(main, '--reviews');
        assert.equal(code, 0);
        assert.ok(out.some((line) => /on unseen fifths +0\.9/.test(line)));
        const handle = await openOf(process.env);
        const { rows } = await sql<{ fitted_on: string }>`SELECT fitted_on FROM thresholds`.execute(handle.db);
        await handle.close();
        for (const row of rows) assert.match(row.fitted_on, /^\d+ labelled phrases, reviews among them$/);
      });
    });

    it('counts phrases that are resolved to a look-alike, and lists wrong answers', async () => {
      const path = file(
        'asked.tsv',
        `${HEADER}\twrong\nen\tfever\t386661006\t49727002\nen\tcough\t386661006\t49727002\n`,
      );
      const { code, out } = await call(evaluate, 'phrases', '--faults', path);
      assert.equal(code, 0);
      assert.match(out.join('\n'), /resolved to a look-alike 1 of 2/);
      assert.equal(JSON.parse(out.find((line) => line.startsWith('{')) ?? '{}').words, 'cough');
    });
  });
});
