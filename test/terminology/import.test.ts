import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readState } from '../../server/db/serving.js';
import { countTermWords, listReleases } from '../../server/db/terminology.js';
import { DEFAULT_TAGS } from '../../server/terminology/import/default-tags.js';
import { openReleaseFiles } from '../../server/terminology/import/files.js';
import { dryRun, type ImportOptions, runImport } from '../../server/terminology/import/run-import.js';
import { openSnomed, REFSETS } from '../../server/terminology/import/snomed-source.js';
import type { ImportSource } from '../../server/terminology/import/source.js';
import { identifier, wordsOf, writeSyntheticRelease } from '../rf2/synthetic-release.js';
import { testDatabase } from '../support/database.js';
import { FEVER, importOptions, PAIN, smallSeed, tablesOf, testModel } from './small-seed.js';

const CONCEPTS = 300;

describe('an import', () => {
  const database = testDatabase();
  const shipped = testModel();
  let dir: string;

  before('write a release', async () => {
    dir = mkdtempSync(join(tmpdir(), 'import-'));
    await writeSyntheticRelease(dir, CONCEPTS);
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  async function snomed(
    name: string,
    path = dir,
    tags: readonly string[] = DEFAULT_TAGS,
    preferredFile?: string,
  ): Promise<ImportSource> {
    const refsets = { en: Object.values(REFSETS), fr: [] };
    const files = await openReleaseFiles(path);
    const preferred = preferredFile === undefined ? undefined : await openReleaseFiles(preferredFile);
    return openSnomed(files, { name, tags, modules: [], refsets, preferred }, () => undefined);
  }

  const options = (change: Partial<ImportOptions> = {}): ImportOptions => ({
    ...importOptions(shipped, smallSeed(FEVER)),
    ...change,
  });

  async function termsOf(sctid: string): Promise<string[]> {
    const { rows } = await sql<{ line: string }>`
      SELECT concat_ws(' ', language, kind, case_significance) || ': ' || term AS line FROM descriptions
      WHERE release_id = (SELECT release_id FROM serving) AND sctid = ${sctid}::bigint ORDER BY 1`.execute(
      database.handle.db,
    );
    return rows.map(({ line }) => line);
  }

  async function servedName(): Promise<string | undefined> {
    return (await readState(database.handle.db)).serving?.releaseName;
  }

  it('says with a dry run what it would load, and loads nothing', async () => {
    const { counts } = await dryRun(database.handle, await snomed('first'), options());
    assert.deepEqual(counts, [
      { what: 'concepts: disorder', count: 295 },
      { what: 'terms: en', count: 324 },
      { what: 'terms: fr', count: 255 },
    ]);
    assert.deepEqual(await listReleases(database.handle.db), []);
  });

  it('loads, embeds and serves a release', async () => {
    const report = await runImport(database.handle, await snomed('first'), options());
    assert.equal(report.outcome, 'served');
    assert.equal(await servedName(), 'first');
    const { rows } = await sql<{ vectors: number; terms: number; thresholds: number }>`
      SELECT (SELECT count(*)::int FROM embeddings_m1_r1) AS vectors, (SELECT count(*)::int FROM descriptions_r1) AS terms,
        (SELECT count(*)::int FROM thresholds) AS thresholds`.execute(database.handle.db);
    assert.equal(rows[0]?.vectors, rows[0]?.terms);
    assert.ok((rows[0]?.thresholds ?? 0) > 0);
  });

  it('has preferred terms, abbreviations with their case, outdated terms, and those of a concept that it replaces', async () => {
    const words = wordsOf(5);
    assert.deepEqual(await termsOf(identifier(6, 'concept')), [
      `en preferred insensitive: ${words.en}`,
      `en synonym insensitive: ${words.en}, so called`,
      `fr preferred insensitive: ${words.fr}`,
    ]);
    assert.ok((await termsOf(identifier(4, 'concept'))).includes('en abbreviation sensitive: Q3'));
    // Concept 50 is inactive and replaced by 49.
    assert.ok((await termsOf(identifier(49, 'concept'))).includes(`en synonym insensitive: ${wordsOf(49).en}`));
    assert.deepEqual(await termsOf(identifier(50, 'concept')), []);
  });

  it('keeps the hierarchy, and takes what lies below "Chronic disease" for chronic', async () => {
    const { rows } = await sql<{ parents: number; chronic: number }>`
      SELECT (SELECT count(*)::int FROM concept_parents) AS parents, (SELECT count(*)::int FROM concepts WHERE chronic) AS chronic`.execute(
      database.handle.db,
    );
    assert.deepEqual(rows, [{ parents: 294, chronic: 31 }]);
  });

  it('has the same words, counted in however many statements', async () => {
    const { db } = database.handle;
    const whole = await countTermWords(db, 1);
    assert.ok(whole.counts.size > 50 && (whole.counts.get('of') ?? 0) > 20);
    assert.deepEqual(await countTermWords(db, 1, 7), whole);
  });

  it('does nothing when it runs again', async () => {
    const encode = () => assert.fail('nothing is to be embedded');
    const report = await runImport(database.handle, await snomed('first'), options({ encode }));
    assert.equal(report.outcome, 'done');
  });

  it('refuses other content under a known name, and a selection without concepts', async () => {
    await assert.rejects(
      runImport(database.handle, await snomed('first', dir, ['finding', 'disorder']), options()),
      /other content/,
    );
    await assert.rejects(
      runImport(database.handle, await snomed('none', dir, ['finding']), options()),
      /no concept has one of/,
    );
  });

  it('that fails while it embeds leaves what was served, and is taken up by the next run', async () => {
    const changed = mkdtempSync(join(tmpdir(), 'import-'));
    await writeSyntheticRelease(changed, CONCEPTS * 4);
    let batches = 0;
    const encode: ImportOptions['encode'] = (texts, more) =>
      ++batches > 1 ? Promise.reject(new Error('out of power')) : shipped.encode(texts, more);
    await assert.rejects(
      runImport(database.handle, await snomed('second', changed), options({ encode })),
      /out of power/,
    );
    assert.equal(await servedName(), 'first');
    let embedded = 0;
    const counting: ImportOptions['encode'] = (texts, more) => {
      embedded += texts.length;
      return shipped.encode(texts, more);
    };
    const report = await runImport(database.handle, await snomed('second', changed), options({ encode: counting }));
    rmSync(changed, { recursive: true });
    assert.equal(report.outcome, 'served');
    assert.equal(await servedName(), 'second');
    const terms = report.counts
      .filter(({ what }) => what.startsWith('terms'))
      .reduce((sum, { count }) => sum + count, 0);
    assert.ok(embedded > 0 && embedded < terms, `${embedded} of ${terms}`);
    assert.equal((await tablesOf(database.handle.db, 2)).length, 4);
  });

  it('keeps the latest state of each component of Full files', async () => {
    const full = mkdtempSync(join(tmpdir(), 'import-'));
    await writeSyntheticRelease(full, 20);
    const file = (kind: string) => join(full, `Snapshot/Terminology/sct2_${kind}_INT_20260101.txt`);
    for (const { path } of (await openReleaseFiles(full)).files)
      writeFileSync(
        join(full, path.replaceAll('Snapshot', 'Full').replace('Full/', 'Snapshot/')),
        readFileSync(join(full, path)),
      );
    const concepts = file('Concept_Full');
    const retired = identifier(2, 'concept');
    writeFileSync(
      concepts,
      `${readFileSync(concepts, 'utf8')}${retired}\t20260630\t0\t900000000000207008\t900000000000074008\r\n`,
    );
    const files = await openReleaseFiles(full);
    const refsets = { en: Object.values(REFSETS), fr: [] };
    const source = await openSnomed(
      files,
      { name: 'full', view: 'Full', tags: [], modules: [], refsets },
      () => undefined,
    );
    const { counts } = await dryRun(database.handle, source, { seed: null, progress: () => undefined });
    rmSync(full, { recursive: true });
    assert.deepEqual(
      counts.find(({ what }) => what === 'concepts: disorder'),
      { what: 'concepts: disorder', count: 20 },
    );
  });

  it('of the Global Patient Set has the terms of the built-in vocabulary beside its names', async () => {
    const list = join(dir, 'gps.tsv');
    writeFileSync(
      list,
      'sctid\tfsn\n22253000\tPain (finding)\n386661006\tFever (finding)\n386053000\tEvaluation procedure (procedure)\n362981000\tQualifier value (qualifier value)\n',
    );
    const source = await snomed('gps', list);
    const report = await runImport(database.handle, source, options({ seed: smallSeed(FEVER, PAIN) }));
    assert.deepEqual(report.counts.slice(0, 2), [
      { what: 'concepts: finding', count: 2 },
      { what: 'concepts: procedure', count: 1 },
    ]);
    assert.deepEqual(await termsOf('386661006'), [
      'en preferred insensitive: Fever',
      'en synonym insensitive: febrile',
      'en synonym insensitive: pyrexia',
      'fr preferred insensitive: fièvre',
      'fr synonym insensitive: pyrexie',
    ]);
  });

  it('of the Global Patient Set has what only the list of preferred terms has, where the built-in vocabulary tells its tag', async () => {
    const [list, preferred] = [join(dir, 'short-gps.tsv'), join(dir, 'ips.tsv')];
    writeFileSync(list, 'sctid\tfsn\tactive\n22253000\tPain (finding)\t0\n267036007\tDyspnea (finding)\t1\n');
    writeFileSync(
      preferred,
      'sctid\tpreferred_term\n386661006\tFever over all\n22253000\tPain\n29857009\tChest pain\n',
    );
    const source = await snomed('gps-ips', list, DEFAULT_TAGS, preferred);
    const report = await runImport(database.handle, source, options({ seed: smallSeed(FEVER, PAIN) }));
    assert.deepEqual(report.counts[0], { what: 'concepts: finding', count: 2 });
    // The first list says that it is inactive.
    assert.deepEqual(await termsOf('22253000'), []);
    assert.deepEqual(await termsOf('386661006'), [
      'en preferred insensitive: Fever over all',
      'en synonym insensitive: febrile',
      'en synonym insensitive: fever',
      'en synonym insensitive: pyrexia',
      'fr preferred insensitive: fièvre',
      'fr synonym insensitive: pyrexie',
    ]);
    assert.deepEqual(await termsOf('29857009'), []);
  });
});
