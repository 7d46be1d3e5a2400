import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openReleaseFiles } from '../../server/terminology/import/files.js';
import { dryRun, type ImportOptions, runImport } from '../../server/terminology/import/run-import.js';
import { openSnomed } from '../../server/terminology/import/snomed-source.js';
import { readWaitingNames } from '../../server/terminology/waiting-names.js';
import { testDatabase } from '../support/database.js';
import { importOptions, smallSeed, testModel } from './small-seed.js';

const HEADER = 'concept\ten_synonyms\ten_abbreviations\tfr\tfr_synonyms\tfr_abbreviations';
const PHLOROGLUCINOL = '387001004';
const OZANIMOD = '775129002';
const BOTH_PRODUCT = '764146007';
const LIPASE = '10856009';

const MEDICINES = [
  'amoxicillin and clavulanic acid | co-amoxiclav\tAugmentin\t\tamoxicilline et acide clavulanique\tAugmentin\tAAC',
  'ozanimod\tZeposia\t\tozanimod\tZeposia\t',
  'phloroglucinol\tSpasfon\t\tphloroglucinol\tSpasfon | Taken\t',
  'twofold\tTwofoldine\t\tdeux fois\t\t',
  'unheard of\tUnheardine\t\tinouï\t\t',
];
const TESTS = ['lipase measurement | measurement of lipase\tserum lipase\tLPS\tdosage de la lipase\tlipasémie\t'];

const RELEASE = [
  'ConceptID\tFSN',
  `${PHLOROGLUCINOL}\tPhloroglucinol (substance)`,
  '387002006\tProduct containing phloroglucinol (medicinal product)',
  `${OZANIMOD}\tProduct containing only ozanimod (medicinal product)`,
  `${BOTH_PRODUCT}\tProduct containing only amoxicillin and clavulanic acid (medicinal product)`,
  '767002\tTwofold (substance)',
  '25197003\tTwofold (substance)',
  `${LIPASE}\tMeasurement of lipase (procedure)`,
  '195967001\tTaken (disorder)',
];

describe('names that wait for their concept', () => {
  const database = testDatabase();
  const shipped = testModel();
  let dir: string;

  before('write a release and names', () => {
    dir = mkdtempSync(join(tmpdir(), 'names-'));
    mkdirSync(join(dir, 'names'));
    writeFileSync(join(dir, 'gps.tsv'), `${RELEASE.join('\n')}\n`);
    writeNames('medicines.tsv', MEDICINES);
    writeNames('tests.tsv', TESTS);
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  function writeNames(file: string, rows: readonly string[]): void {
    writeFileSync(join(dir, 'names', file), `${[HEADER, ...rows].join('\n')}\n`);
  }

  const source = async () => {
    const files = await openReleaseFiles(join(dir, 'gps.tsv'));
    const refsets = { en: [], fr: [] };
    return openSnomed(files, { name: 'made-up', tags: [], modules: [], refsets }, () => undefined);
  };
  const options = (): ImportOptions => ({
    ...importOptions(shipped, smallSeed('195967001\tdisorder\t1\ttaken\t\t\ttaken\t\t')),
    names: readWaitingNames(dir),
  });

  async function termsOf(sctid: string): Promise<string[]> {
    const { rows } = await sql<{ line: string }>`
      SELECT concat_ws(' ', language, kind) || ': ' || term AS line FROM descriptions
      WHERE release_id = (SELECT release_id FROM serving) AND sctid = ${sctid}::bigint ORDER BY 1`.execute(
      database.handle.db,
    );
    return rows.map(({ line }) => line);
  }

  it('are told before an import: how many would attach, and how many concepts the release lacks', async () => {
    const { attached } = await dryRun(database.handle, await source(), options());
    // "twofold" means two concepts and "unheard of" none: both wait. "Taken" is the name of another concept.
    assert.deepEqual(attached, { names: 18, concepts: 4, waiting: 2 });
  });

  it('attach to the substance before the product, and to the product alone where there is no substance', async () => {
    const report = await runImport(database.handle, await source(), options());
    assert.deepEqual(report.attached, { names: 18, concepts: 4, waiting: 2 });
    assert.deepEqual(await termsOf(PHLOROGLUCINOL), [
      'en preferred: Phloroglucinol',
      'en synonym: Spasfon',
      'fr preferred: phloroglucinol',
      'fr synonym: Spasfon',
    ]);
    assert.deepEqual(await termsOf(OZANIMOD), [
      'en preferred: Product containing only ozanimod',
      'en synonym: Zeposia',
      'en synonym: ozanimod',
      'fr preferred: ozanimod',
      'fr synonym: Zeposia',
    ]);
    assert.deepEqual(await termsOf(BOTH_PRODUCT), [
      'en preferred: Product containing only amoxicillin and clavulanic acid',
      'en synonym: Augmentin',
      'en synonym: amoxicillin and clavulanic acid',
      'en synonym: co-amoxiclav',
      'fr abbreviation: AAC',
      'fr preferred: amoxicilline et acide clavulanique',
      'fr synonym: Augmentin',
    ]);
  });

  it('find a test by any of its names', async () => {
    assert.deepEqual(await termsOf(LIPASE), [
      'en abbreviation: LPS',
      'en preferred: Measurement of lipase',
      'en synonym: lipase measurement',
      'en synonym: serum lipase',
      'fr preferred: dosage de la lipase',
      'fr synonym: lipasémie',
    ]);
  });

  it('are refused with file and line where a row is wrong', () => {
    writeNames('findings.tsv', ['abdomen soft\tsoft abdomen']);
    assert.throws(() => readWaitingNames(dir), /names\/findings\.tsv:2: 2 cells instead of 6/);
    writeNames('findings.tsv', ['\tsoft abdomen\t\tabdomen souple\t\t']);
    assert.throws(() => readWaitingNames(dir), /names\/findings\.tsv:2: the name of the concept is missing/);
    rmSync(join(dir, 'names', 'findings.tsv'));
    writeNames('others.tsv', []);
    assert.throws(
      () => readWaitingNames(dir),
      /names\/others\.tsv: the files are findings\.tsv, medicines\.tsv, tests\.tsv/,
    );
    rmSync(join(dir, 'names', 'others.tsv'));
  });
});
