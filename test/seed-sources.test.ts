import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { FINDING, MEASURES, SITUATION, SUBSTANCES } from '../server/domain/semantic-tags.js';
import { isSctid } from '../server/terminology/sctid.js';
import { readSeedFiles, type SeedFiles } from '../server/terminology/seed-files.js';
import { foldTerm } from '../server/text/normalize.js';

const SEED = new URL('../../seed/', import.meta.url);
const NAME_FILES = {
  'findings.tsv': new Set([FINDING, SITUATION]),
  'medicines.tsv': SUBSTANCES,
  'tests.tsv': MEASURES,
};
const NAME_HEADER = 'concept en_synonyms en_abbreviations fr fr_synonyms fr_abbreviations'.split(' ');

const termsIn = (cell: string | undefined) => (cell === undefined || cell === '' ? [] : cell.split(' | '));
const rowsOf = (file: string) =>
  readFileSync(new URL(file, SEED), 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split('\t'));

describe('the sources of the shipped seed', () => {
  let seed: SeedFiles;
  let tags: Map<string, string>;

  before('read the seed', () => {
    seed = readSeedFiles(SEED.pathname);
    tags = new Map(seed.concepts.map(({ sctid, semanticTag }) => [sctid, semanticTag]));
  });

  it('name two independent lists for every concept of the evidence, sorted by SCTID', () => {
    const rows = rowsOf('evidence/codes.tsv');
    assert.ok(rows.length > 900);
    const faults = rows.flatMap(([sctid = '', tag, name, sources, ...more], i) => {
      const problems = [
        more.length > 0 && 'has too many cells',
        !isSctid(sctid, 'concept') && 'has a wrong check digit',
        tags.get(sctid) !== tag && `has another tag in the seed: ${tags.get(sctid)}`,
        !name && 'has no name',
        new Set(termsIn(sources)).size < 2 && 'has fewer than two sources',
        i > 0 && BigInt(rows[i - 1]?.[0] ?? 0) >= BigInt(sctid) && 'is out of order',
      ];
      return problems.filter(Boolean).map((problem) => `${sctid} ${problem}`);
    });
    assert.deepEqual(faults, []);
  });

  it('give no name to two medicines', () => {
    const holders = new Map<string, string>();
    const faults = seed.descriptions.flatMap(({ sctid, language, kind, term }) => {
      if (kind === 'abbreviation' || !SUBSTANCES.has(tags.get(sctid) ?? '')) return [];
      const name = `${language} ${foldTerm(term)}`;
      const holder = holders.get(name) ?? sctid;
      holders.set(name, holder);
      return holder === sctid ? [] : [`"${term}" is a name of ${holder} and of ${sctid}`];
    });
    assert.deepEqual(faults, []);
  });
});

describe('the shipped names that wait', () => {
  const rows = Object.keys(NAME_FILES).flatMap((file) => rowsOf(`names/${file}`).map((cells) => ({ file, cells })));

  it('have six cells a row, a concept and a name for it, sorted by concept in each file', () => {
    const faults = rows.flatMap(({ file, cells }, i) => {
      const before = rows[i - 1];
      const first = (row: readonly string[]) => termsIn(row[0])[0]?.toLowerCase() ?? '';
      const problems = [
        cells.length !== NAME_HEADER.length && `has ${cells.length} cells`,
        cells.slice(1).every((cell) => cell === '') && 'has no name',
        cells.some((cell) => cell !== cell.trim() || /\s\s|[^\S ]|;/.test(cell)) && 'has stray signs',
        cells.flatMap(termsIn).some((term) => foldTerm(term) === '') && 'has an empty term',
        before?.file === file && first(before.cells) > first(cells) && 'is out of order',
      ];
      return problems.filter(Boolean).map((problem) => `${file}: ${cells[0]} ${problem}`);
    });
    assert.deepEqual(faults, []);
  });

  it('are of concepts that the seed lacks, and each of one concept, which no name of the seed means', () => {
    const { concepts, descriptions } = readSeedFiles(SEED.pathname);
    const tags = new Map(concepts.map(({ sctid, semanticTag }) => [sctid, semanticTag]));
    const seedNames = new Map<string, string[]>();
    for (const { sctid, language, kind, term } of descriptions) {
      if (kind === 'abbreviation') continue;
      const name = `${language} ${foldTerm(term)}`;
      seedNames.set(name, [...(seedNames.get(name) ?? []), tags.get(sctid) as string]);
    }
    const holders = new Map<string, string>();
    const faults = rows.flatMap(({ file, cells }) => {
      const concept = cells[0] as string;
      const known = termsIn(concept).filter((name) =>
        seedNames.get(`en ${foldTerm(name)}`)?.some((tag) => NAME_FILES[file as keyof typeof NAME_FILES].has(tag)),
      );
      const names = [
        ...termsIn(cells[1]).map((term) => `en ${foldTerm(term)}`),
        ...[...termsIn(cells[3]), ...termsIn(cells[4])].map((term) => `fr ${foldTerm(term)}`),
      ];
      const taken = names.filter((name) => {
        const holder = holders.get(name) ?? concept;
        holders.set(name, concept);
        return holder !== concept || seedNames.has(name);
      });
      return [
        ...known.map((name) => `${concept}: the seed has ${name}`),
        ...taken.map((name) => `${concept}: ${name}`),
      ];
    });
    assert.deepEqual(faults, []);
  });
});
