import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { main as extract } from '../../server/cli/extract.js';
import { main as importRelease } from '../../server/cli/import.js';
import { main as model } from '../../server/cli/model.js';
import { main as terminology } from '../../server/cli/terminology.js';
import { parseConfig } from '../../server/config.js';
import { writeSyntheticRelease } from '../rf2/synthetic-release.js';
import { migratedPlace } from '../support/database.js';
import { openAt, smallSeed } from '../support/service.js';
import { call, preparedEnvironment, testFiles } from './command.js';

describe('the command import', () => {
  const file = testFiles();

  for (const [what, argv, message] of [
    ['without arguments', [], /Missing: what to import/],
    ['of something unknown', ['icd', 'a.tsv'], /"icd" cannot be imported/],
    ['with a wrong name', ['tsv', 'a.tsv', '--name', 'a b'], /--name must be/],
    ['with a wrong refset', ['rf2', 'a', '--en', 'en-AU'], /--en: "en-AU" is no SCTID/],
    ['with wrong files', ['rf2', 'a', '--files', 'delta'], /--files must be snapshot or full/],
  ] as const) {
    it(`ends with 2 and its usage ${what}`, async () => {
      const { code, err } = await call(importRelease, ...argv);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.match(err, /\n\nUsage:\n {2}npm run --silent import -- rf2 PATH/);
    });
  }

  describe('on a prepared database', () => {
    preparedEnvironment();
    let dir: string;

    before('write a release', async () => {
      dir = join(mkdtempSync(join(tmpdir(), 'import-')), 'National_2026');
      await writeSyntheticRelease(dir, 150);
    });
    after(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

    it('says what is wrong with the files, and what would be loaded', async () => {
      const missing = await call(importRelease, 'rf2', join(dir, 'nowhere'));
      assert.equal(missing.code, 1);
      assert.match(missing.err, /There is no file or folder/);
      const { code, out } = await call(importRelease, 'rf2', dir, '--dry-run');
      assert.equal(code, 0);
      assert.equal(out[0], 'Would be loaded as National_2026:');
      assert.match(out[1] ?? '', /^ +148 {2}concepts: disorder$/);
    });

    it('loads a release that waits, lists it, serves it, and drops the one before', async () => {
      const loaded = await call(importRelease, 'rf2', dir, '--no-use');
      assert.equal(
        loaded.out[0],
        'National_2026 is ready; serve it with: npm run terminology -- use National_2026.',
        loaded.err,
      );
      const listed = await call(terminology, 'list');
      assert.match(
        listed.out[0] ?? '',
        /^\* seed-[0-9a-f]{12} {2}seed {2}ready {2}\d{4}-\d\d-\d\d {2}\d{5} concepts, \d+ en, \d+ fr$/,
      );
      assert.match(listed.out[1] ?? '', /^ {2}National_2026 {2}rf2 {2}ready {2}\S+ {2}148 concepts, /);
      assert.match((await call(terminology, 'drop', 'nothing')).err, /There is no release nothing/);
      const seed = /seed-\w+/.exec(listed.out[0] ?? '')?.[0] as string;
      assert.match((await call(terminology, 'drop', seed)).err, /is served: serve another release first/);
      assert.deepEqual((await call(terminology, 'use', 'National_2026')).out, ['National_2026 is served now.']);
      assert.equal(
        (await call(importRelease, 'rf2', dir)).out[0],
        'National_2026 was imported before; nothing was done.',
      );
      assert.deepEqual((await call(terminology, 'drop', seed)).out, [`${seed} is dropped.`]);
      const note = file('note.txt', 'Severe abscess of left ankle. No burn of right hand.');
      const found = await call(extract, note);
      assert.equal(found.code, 0, found.err);
      assert.match(found.out.join('\n'), /abscess/);
    });

    for (const [what, argv, message] of [
      ['no verb', [], /Say list, use or drop/],
      ['no name', ['use'], /Missing: the name of a release/],
    ] as const) {
      it(`says how the releases are managed when there is ${what}`, async () => {
        const { code, err } = await call(terminology, ...argv);
        assert.equal(code, 2);
        assert.match(err, message);
      });
    }
  });
});

describe('the command model', () => {
  it('embeds with another model beside the one in use, and a running service follows', async function () {
    this.timeout(300_000);
    const place = await migratedPlace();
    const dir = mkdtempSync(join(tmpdir(), 'model-'));
    const { DATA_DIR, DATABASE_URL, SEED_DIR } = process.env;
    const env = { DATA_DIR, DATABASE_URL, SEED_DIR };
    const seed = { SEED_DIR: smallSeed() };
    try {
      // The same model under another version: its settings file has one more line end.
      cpSync(parseConfig({}).MODEL_DIR, dir, { recursive: true });
      const settings = join(dir, 'config.json');
      writeFileSync(settings, `${readFileSync(settings, 'utf8')}\n`);
      Object.assign(process.env, { DATA_DIR: place.options.dataDir, ...seed });
      if (place.options.databaseUrl !== undefined) process.env.DATABASE_URL = place.options.databaseUrl;
      await (await openAt(place, seed)).close();
      const running = place.options.databaseUrl === undefined ? null : await openAt(place, seed);
      const before = running?.live.state?.versions.model;
      const { code, out, err } = await call(model, 'use', dir);
      assert.equal(code, 0, err);
      assert.match(out[0] ?? '', /^The model .* is served now\.$/);
      await running?.live.refresh();
      const after = running?.live.state?.versions.model;
      if (running !== null) assert.notEqual(after, before);
      await running?.close();
      // A service that starts afterwards takes the model of the database, whatever MODEL_DIR says.
      const restarted = await openAt(place, seed);
      const { rows } = await sql<{ directory: string }>`
        SELECT directory FROM models JOIN serving USING (model_id)`.execute(restarted.handle.db);
      assert.deepEqual(rows, [{ directory: dir }]);
      const { signal } = new AbortController();
      const answer = await restarted.service.extractConcepts(
        { text: 'She has asthma.', language: 'en', explain: false },
        signal,
      );
      assert.equal(answer.concepts[0]?.code, '195967001');
      await restarted.close();
      assert.match((await call(model, 'try', dir)).err, /Say check or use/);
    } finally {
      for (const [key, value] of Object.entries(env)) {
        if (value === undefined) delete process.env[key];
        else process.env[key] = value;
      }
      rmSync(dir, { recursive: true, force: true });
      await place.remove();
    }
  });
});
