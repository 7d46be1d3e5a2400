import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { main as importRelease } from '../../server/cli/import.js';
import { EXTENSIONS, INTERNATIONAL } from '../rf2/country-layouts.js';
import { EN_GB, EN_US, gpsText, type MadeUp, sctid, writePackage, zipFolder } from '../rf2/layouts.js';
import { migratedPlace, openOf } from '../support/database.js';
import { call, type Outcome, preparedEnvironment } from './command.js';

const BASE: readonly MadeUp[] = [
  { n: 1, fsn: 'Quillosis (disorder)', preferred: { en: 'Quillosis' }, definition: 'What makes quills.' },
  { n: 2, fsn: 'Marbled toe (finding)', preferred: { en: 'Marbled toe' }, retired: 'Marble toe' },
  { n: 3, fsn: 'Left-handed newt (organism)', preferred: { en: 'Left-handed newt' } },
  { n: 4, fsn: 'Retired pox (disorder)', preferred: { en: 'Retired pox' }, active: false },
];
/** What of `BASE` is indexed by default: concepts, and terms, of which the names without tag equal the preferred ones. */
const BASE_INDEXED = { concepts: 2, terms: 2 };

/** The lines of a report by their heading. */
function report({ out }: Outcome) {
  const number = (pattern: RegExp) => {
    const lines = out.flatMap((line) => (pattern.test(line) ? [Number.parseInt(line.trim(), 10)] : []));
    return lines.reduce((sum, count) => sum + count, 0);
  };
  return {
    concepts: number(/^ +\d+ {2}concepts: /),
    inactive: number(/^ +\d+ {2}inactive concepts$/),
    terms: number(/^ +\d+ {2}terms: /),
    leftConcepts: number(/^ +\d+ {2}concepts (?!:)/),
    leftTerms: number(/^ +\d+ {2}terms (?!:)/),
    earlier: number(/rows of concepts and terms of which/),
    readConcepts: number(/\(concepts\)$/),
    readTerms: number(/\(terms\)$/),
    read: out.filter((line) => /^ +\d+ {2}.*\([a-z -]+\)$/.test(line)),
    named: out.filter((line) => /^ +.*\.(txt|zip|DS_Store)( \(.*\))?$/.test(line)).length,
    ignored: (reason: RegExp): string[] => {
      const at = out.findIndex((line) => line.startsWith('Not read') && reason.test(line));
      if (at < 0) return [];
      const more = out.slice(at + 1);
      const end = more.findIndex((line) => !line.startsWith('  '));
      return more.slice(0, end < 0 ? undefined : end).map((line) => line.trim());
    },
  };
}

describe('the command import reads SNOMED CT as it is delivered', () => {
  preparedEnvironment(migratedPlace);
  let dir: string;
  let release: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'layout-'));
    release = join(dir, 'release');
    mkdirSync(release);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  /** A dry run whose counts must add up: every row that was read is loaded or left out for a reason that is said. */
  async function plan(...argv: string[]) {
    const outcome = await call(importRelease, ...argv, '--dry-run', '--without-seed');
    assert.equal(outcome.code, 0, outcome.err);
    return report(outcome);
  }

  function assertWhole(found: ReturnType<typeof report>): void {
    const { concepts, terms, leftConcepts, leftTerms, earlier, readConcepts, readTerms } = found;
    assert.equal(concepts + terms + leftConcepts + leftTerms + earlier, readConcepts + readTerms);
  }

  it('of every country, beside the International package in one zip', async () => {
    const written = [writePackage(release, INTERNATIONAL, BASE)];
    for (const [i, [, layout, language]] of EXTENSIONS.entries()) {
      const own = { ...layout, refsets: { en: EN_GB, ...layout.refsets } };
      written.push(
        writePackage(release, own, [
          { n: 11 + i, fsn: `Local hiccup ${i} (finding)`, preferred: { [language]: `Hiccup of the land ${i}` } },
          { n: 100 + i, fsn: `Weekly hiccup ${i} (finding)` },
          { n: 1, preferred: { [language]: `Quillosis of the land ${i}` }, place: i },
        ]),
      );
    }
    const found = await plan('rf2', await zipFolder(release, join(dir, 'release.zip')));
    for (const [what, { folder }] of EXTENSIONS)
      assert.ok(
        found.read.some((line) => line.includes(`${folder}/Snapshot/Terminology/`) && line.endsWith('(concepts)')),
        what,
      );
    assert.equal(
      found.readConcepts,
      written.reduce((sum, { concepts }) => sum + concepts, 0),
    );
    assert.equal(
      found.readTerms,
      written.reduce((sum, { terms }) => sum + terms, 0),
    );
    assert.equal(found.concepts, BASE_INDEXED.concepts + 2 * EXTENSIONS.length);
    // Of its own concepts the names and what it calls one, and the translation; Spanish is no language of the service.
    assert.equal(found.terms, BASE_INDEXED.terms + 4 * EXTENSIONS.length - 2);
    assertWhole(found);
  });

  it('a monolith, which holds all in one package', async () => {
    const layout = {
      folder: 'SnomedCT_MonolithRF2_PRODUCTION_20260506T120000Z',
      release: 'MONO',
      country: 'GB',
      refsets: { en: EN_GB },
    };
    const written = writePackage(release, layout, BASE);
    const found = await plan('rf2', release);
    assert.deepEqual([found.readConcepts, found.readTerms], [written.concepts, written.terms]);
    assert.deepEqual([found.concepts, found.terms], [BASE_INDEXED.concepts, BASE_INDEXED.terms]);
    assertWhole(found);
  });

  it('names every file that is not read, with the reason', async () => {
    writePackage(release, INTERNATIONAL, BASE);
    mkdirSync(join(release, '__MACOSX'));
    writeFileSync(join(release, '__MACOSX', '._sct2_Concept_Snapshot_INT_20260101.txt'), 'junk');
    writeFileSync(join(release, '.DS_Store'), 'junk');
    writeFileSync(join(release, 'Readme_en.txt'), 'This is a release.');
    writeFileSync(join(release, 'more.zip'), 'PK');
    writeFileSync(join(release, 'wide.txt'), Buffer.from('\uFEFFConceptID\tFSN\n', 'utf16le'));
    const found = await plan('rf2', await zipFolder(release, join(dir, 'release.zip')));
    assert.equal(found.ignored(/left behind by macOS/).length, 2);
    assert.deepEqual(found.ignored(/no column of SCTIDs .* and no table of RF2/), ['Readme_en.txt']);
    assert.deepEqual(found.ignored(/a zip inside/), ['more.zip']);
    assert.deepEqual(found.ignored(/UTF-16/), ['wide.txt']);
    assert.match(
      found.ignored(/definitions, which are no names/).join(),
      /Snapshot\/Terminology\/sct2_TextDefinition_/,
    );
    assert.match(found.ignored(/as stated/).join(), /sct2_StatedRelationship_/);
    assert.match(found.ignored(/a reference set that gives no names/).join(), /der2_Refset_SimpleSnapshot_INT/);
    assert.match(found.ignored(/the history; the Snapshot/).join(), /sct2_Concept_Full_INT/);
    assert.match(found.ignored(/only the changes since/).join(), /sct2_Concept_Delta_INT/);
    const files = readdirSync(release, { recursive: true, withFileTypes: true });
    assert.equal(found.named, files.filter((entry) => entry.isFile()).length);
  });

  it('several PATHs as one release, of a file in two versions the newest', async () => {
    const older = join(dir, 'older');
    writePackage(release, INTERNATIONAL, BASE);
    writePackage(older, { ...INTERNATIONAL, folder: 'Older', date: '20250101' }, BASE.slice(0, 1));
    writePackage(
      older,
      { ...INTERNATIONAL, folder: 'French', country: 'FR1000315', refsets: { fr: '10031000315102', en: EN_GB } },
      [{ n: 2, preferred: { fr: 'orteil marbré' } }],
    );
    const found = await plan('rf2', release, older);
    assert.equal(found.terms, BASE_INDEXED.terms + 1);
    assert.ok(
      found
        .ignored(/an older version of a file that is read/)
        .some((path) => /^older\/Older\/.*Concept_Snapshot_INT_20250101/.test(path)),
    );
    assertWhole(found);
  });

  it('an extension alone says that its base is missing', async () => {
    writePackage(release, { folder: 'French', country: 'FR1000315', refsets: { fr: '10031000315102' } }, [
      { n: 2, preferred: { fr: 'orteil marbré' } },
    ]);
    const { code, err } = await call(importRelease, 'rf2', release, '--dry-run');
    assert.equal(code, 1);
    assert.match(
      err,
      /Nothing was imported: no concept.*\n1 terms of concepts that none of the files has: is the base release missing\?/,
    );
  });

  it('files of changes alone are refused with what they are', async () => {
    writePackage(release, { ...INTERNATIONAL, views: ['Delta'] }, BASE);
    const { code, err } = await call(importRelease, 'rf2', release, '--dry-run');
    assert.equal(code, 1);
    assert.match(err, /sct2_Concept_Delta_INT_20260101\.txt:1: only the changes since the release before/);
  });

  it('the Global Patient Set, plain and in its zip, with its own preferred terms and its inactive concepts as such', async () => {
    const text = gpsText([
      [1, 1, 'Quillosis (disorder)', 'Quill disease'],
      [2, 1, 'Marbled toe (finding)', 'Marbled toe'],
      [3, 1, 'Left-handed newt (organism)', 'Left-handed newt'],
      [4, 0, 'Retired pox (disorder)', 'Retired pox'],
      [5, 0, '', ''],
    ]);
    const plain = join(release, 'SnomedCT_GPS_20260101.txt');
    for (const content of [text, `\uFEFF${text.replaceAll('\r\n', '\t\n')}`]) {
      writeFileSync(plain, content);
      const found = await plan('gps', plain);
      assert.deepEqual([found.concepts, found.inactive, found.terms, found.leftConcepts], [2, 1, 3, 3]);
    }
    writeFileSync(join(release, 'Licence.pdf'), '%PDF-1.7');
    const found = await plan('gps', await zipFolder(release, join(dir, 'gps.zip')));
    assert.deepEqual([found.concepts, found.inactive, found.terms, found.leftConcepts], [2, 1, 3, 3]);
    assert.deepEqual(found.ignored(/no column of SCTIDs/), ['Licence.pdf']);
  });

  it('says the line of a Global Patient Set that is wrong', async () => {
    const file = join(release, 'gps.txt');
    writeFileSync(
      file,
      `${gpsText([[1, 1, 'Quillosis (disorder)', 'Quillosis']])}${sctid(2)}\tyes\tPain (finding)\tPain\textra\r\n123\t1\tA\tB\r\n`,
    );
    const { code, err } = await call(importRelease, 'gps', file, '--dry-run');
    assert.equal(code, 1);
    assert.match(err, /gps\.txt:3: 5 cells where 4 are expected\ngps\.txt:4: "123" is no SCTID of a concept/);
  });

  it('the Global Patient Set, the IPS Terminology and a translation become one release beside the seed', async () => {
    const gps = join(dir, 'gps.txt');
    const fever = ['386661006', '1', 'Fever (finding)', 'Fever'].join('\t');
    writeFileSync(
      gps,
      `${gpsText([
        [1, 1, 'Quillosis (disorder)', 'Quillosis'],
        [2, 1, 'Marbled toe (finding)', 'Marbled toe'],
        [4, 0, 'Retired pox (disorder)', 'Retired pox'],
      ])}${fever}\r\n`,
    );
    writePackage(
      release,
      {
        folder: 'IPS',
        release: 'IPS',
        country: 'IPST',
        views: ['Snapshot'],
        refsets: { en: EN_US, fr: '10031000315102' },
      },
      [
        { n: 1, fsn: 'Quillosis (disorder)', preferred: { en: 'Quill disease' } },
        // That it is active in the other package does not matter: the set says that it is not.
        { n: 4, fsn: 'Retired pox (disorder)', preferred: { en: 'Retired pox' } },
        { n: 2, preferred: { fr: 'orteil marbré' } },
      ],
    );
    const { code, out, err } = await call(importRelease, 'gps', gps, release, '--name', 'three');
    assert.equal(code, 0, err);
    assert.equal(out[0], 'three is served now.');
    const handle = await openOf(process.env);
    try {
      const { rows } = await sql<{ line: string }>`
        SELECT concat_ws(' ', d.language, d.kind, d.term) AS line FROM descriptions d JOIN serving USING (release_id)
        WHERE d.sctid IN (${sctid(1)}::bigint, ${sctid(2)}::bigint, ${sctid(4)}::bigint) ORDER BY 1`.execute(handle.db);
      assert.deepEqual(
        rows.map(({ line }) => line),
        [
          'en preferred Marbled toe',
          'en preferred Quill disease',
          'en synonym Quillosis',
          'fr preferred orteil marbré',
        ],
      );
      const { rows: states } = await sql<{ sctid: string; active: boolean }>`
        SELECT sctid::text, active FROM concepts JOIN serving USING (release_id) WHERE sctid IN (${sctid(4)}::bigint, 386661006) ORDER BY 2`.execute(
        handle.db,
      );
      assert.deepEqual(states, [
        { sctid: sctid(4), active: false },
        { sctid: '386661006', active: true },
      ]);
      const { rows: fevers } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM descriptions JOIN serving USING (release_id) WHERE sctid = 386661006 AND language = 'fr'`.execute(
        handle.db,
      );
      assert.ok((fevers[0]?.count ?? 0) > 0);
    } finally {
      await handle.close();
    }
  });
});
