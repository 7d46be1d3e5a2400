import assert from 'node:assert/strict';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { ImportError } from '../../server/terminology/import/fault.js';
import { openReleaseFiles } from '../../server/terminology/import/files.js';
import { openSnomed } from '../../server/terminology/import/snomed-source.js';
import { openTsv } from '../../server/terminology/import/tsv-source.js';
import { writeSyntheticRelease } from '../rf2/synthetic-release.js';
import { FEVER, seedText } from './small-seed.js';

const OPTIONS = { name: 'test', tags: [], modules: [], refsets: { en: [], fr: [] } };
const CONCEPTS = 'Snapshot/Terminology/sct2_Concept_Snapshot_INT_20260101.txt';
const ENGLISH = 'Snapshot/Terminology/sct2_Description_Snapshot-en_INT_20260101.txt';

async function open(path: string) {
  const files = await openReleaseFiles(path);
  try {
    return await openSnomed(files, OPTIONS, () => undefined);
  } finally {
    files.close();
  }
}

describe('the files of an import', () => {
  let dir: string;

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'rf2-'));
    await writeSyntheticRelease(dir, 100);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  /** Changes one file of the release. */
  function change(file: string, edit: (text: string) => string): void {
    const path = join(dir, file);
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
  }

  /** The message of the refusal. */
  async function refusal(): Promise<string> {
    const error = await open(dir).then(
      () => assert.fail('the release was taken'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof ImportError, String(error));
    return error.message;
  }

  it('are read from a folder and from its zip alike', async () => {
    const zip = new ZipFile();
    for (const { path } of (await openReleaseFiles(dir)).files) zip.addFile(join(dir, path), `SnomedCT_Test/${path}`);
    zip.end();
    const zipped = join(dir, 'release.zip');
    await pipeline(zip.outputStream, createWriteStream(zipped));
    assert.equal((await open(zipped)).checksum, (await open(join(dir, 'Snapshot'))).checksum);
  });

  it('are the same whatever their line ends, and others when a term differs', async () => {
    const before = (await open(dir)).checksum;
    change(ENGLISH, (text) => text.replaceAll('\r\n', '\n'));
    assert.equal((await open(dir)).checksum, before);
    change(ENGLISH, (text) => text.replace('abscess', 'Abscess'));
    assert.notEqual((await open(dir)).checksum, before);
  });

  for (const [what, file, edit, message] of [
    [
      'a wrong check digit',
      CONCEPTS,
      (text: string) => text.replace('138875005', '138875006'),
      `${CONCEPTS}:2: id "138875006" must be a concept identifier with a right check digit`,
    ],
    [
      'a description instead of a concept',
      CONCEPTS,
      (text: string) => text.replace('138875005', '680946014'),
      /:2: id "680946014" must be a concept identifier/,
    ],
    [
      'a missing cell',
      ENGLISH,
      (text: string) => text.replace(/\t900000000000448009\r\n/, '\r\n'),
      `${ENGLISH}:2: 8 cells where 9 are expected`,
    ],
    [
      'an empty term',
      ENGLISH,
      (text: string) => text.replace('Chronic disease (disorder)', ' '),
      /:3: term must be 1 to 4096 characters/,
    ],
    [
      'a wrong date',
      ENGLISH,
      (text: string) => text.replace('20260101', '20261301'),
      /:2: effectiveTime "20261301" must be a date as YYYYMMDD/,
    ],
    ['a wrong state', CONCEPTS, (text: string) => text.replace('\t1\t', '\tyes\t'), /:2: active "yes" must be 0 or 1/],
    [
      'another header',
      CONCEPTS,
      (text: string) => text.replace('moduleId', 'module'),
      /INT_20260101.txt:1: the columns must be id, effectiveTime, active, moduleId, definitionStatusId/,
    ],
    [
      'a file without header',
      CONCEPTS,
      (text: string) => text.slice(text.indexOf('\n') + 1),
      /:1: the columns must be/,
    ],
  ] as const) {
    it(`are refused with file and line for ${what}`, async () => {
      change(file, edit);
      const found = await refusal();
      assert.ok(typeof message === 'string' ? found.includes(message) : message.test(found), found);
    });
  }

  it('are refused when bytes are no UTF-8, with about the line', async () => {
    const path = join(dir, ENGLISH);
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from([0xff, 0xfe])]));
    assert.match(await refusal(), /the file is not UTF-8 from about this line on/);
  });

  it('are refused when one is missing, or stands in two versions', async () => {
    const path = join(dir, CONCEPTS);
    writeFileSync(path.replace('20260101', '20250101'), readFileSync(path));
    assert.match(await refusal(), /is a second version of .*: name the folder of one release/);
    rmSync(path);
    rmSync(path.replace('20260101', '20250101'));
    assert.match(await refusal(), /missing file: the release has no Snapshot file of concepts/);
  });

  it('list at most 20 faults and count the rest', async () => {
    change(CONCEPTS, (text) => text.replaceAll('\t20260101\t', '\tnever\t'));
    const found = (await refusal()).split('\n');
    assert.equal(found.length, 22);
    assert.equal(found[0], 'Nothing was imported: 102 fault(s).');
    assert.equal(found.at(-1), '... and 82 more');
  });

  it('are refused when there is nothing of the kind', async () => {
    mkdirSync(join(dir, 'empty'));
    await assert.rejects(open(join(dir, 'empty')), /There are no RF2 files here/);
    await assert.rejects(open(join(dir, 'nowhere')), /There is no file or folder/);
    await assert.rejects(open(join(dir, CONCEPTS)), /missing file: the release has no Snapshot file of terms/);
    writeFileSync(join(dir, 'cut.zip'), 'PK');
    await assert.rejects(open(join(dir, 'cut.zip')), /cut\.zip is no zip file, or is cut off \(2 bytes\)/);
  });

  it('of the Global Patient Set are found by their columns, with faults by line', async () => {
    const file = join(dir, 'gps.tsv');
    const gps = (text: string) => {
      writeFileSync(file, text);
      return open(file);
    };
    await gps('conceptId\tactive\tFSN\n22253000\t1\tPain (finding)\n');
    await assert.rejects(gps('number\tname\n1\tx\n'), /gps\.tsv:1: no column of SCTIDs/);
    await assert.rejects(
      gps('sctid\tfsn\n22253001\tPain (finding)\n22253000\t\n'),
      /:2: "22253001" is no SCTID of a concept\n.*:3: the name is empty/,
    );
  });

  it("of one's own have the format of the seed, and right check digits", () => {
    const file = join(dir, 'own.tsv');
    writeFileSync(file, seedText([FEVER]));
    assert.match(openTsv(file, 'own').checksum, /^[0-9a-f]{64}$/);
    writeFileSync(file, seedText([FEVER.replace('386661006', '386661007')]));
    assert.throws(() => openTsv(file, 'own'), /386661007 is no SCTID of a concept/);
    writeFileSync(file, seedText(['386661006\tfinding']));
    assert.throws(() => openTsv(file, 'own'), /own\.tsv:2: 2 cells instead of 9/);
  });
});
