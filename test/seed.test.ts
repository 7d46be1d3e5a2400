import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readSeedFiles } from '../server/terminology/seed-files.js';
import { foldTerm } from '../server/text/normalize.js';

const SEED = new URL('../../seed/', import.meta.url);
const HEADER = 'sctid semantic_tag chronic en en_synonyms en_abbreviations fr fr_synonyms fr_abbreviations'.split(' ');
const LONGEST_TERM = 200;

/** The kinds of concepts that notes name. */
const SEMANTIC_TAGS = new Set([
  'assessment scale',
  'disorder',
  'event',
  'finding',
  'medicinal product',
  'morphologic abnormality',
  'observable entity',
  'physical object',
  'procedure',
  'product',
  'regime/therapy',
  'situation',
  'substance',
]);

interface Row {
  /** "file.tsv:12" */
  readonly where: string;
  readonly cells: readonly string[];
  readonly sctid: string;
}

const files = readdirSync(SEED)
  .filter((name) => name.endsWith('.tsv'))
  .sort()
  .map((name) => ({ name, lines: readFileSync(new URL(name, SEED), 'utf8').split('\n') }));

const rows: readonly Row[] = files.flatMap(({ name, lines }) =>
  lines.slice(1, -1).map((line, i) => {
    const cells = line.split('\t');
    return { where: `${name}:${i + 2}`, cells, sctid: cells[0] ?? '' };
  }),
);

/** The terms of a cell. */
const termsIn = (cell: string | undefined) => (cell === undefined || cell === '' ? [] : cell.split(' | '));

/** All rows that have a fault, as "file:line fault". */
function faults(faultOf: (row: Row) => string | false | undefined): string[] {
  return rows.flatMap((row) => {
    const fault = faultOf(row);
    return fault ? [`${row.where} ${fault}`] : [];
  });
}

// Verhoeff's dihedral multiplication and permutation (SNOMED CT Technical Implementation Guide).
const PRODUCT = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const PERMUTATION = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

function hasCheckDigit(sctid: string): boolean {
  const digits = [...sctid].reverse().map(Number);
  const checksum = digits.reduce((sum, digit, i) => Number(PRODUCT[sum]?.[Number(PERMUTATION[i % 8]?.[digit])]), 0);
  return checksum === 0;
}

describe('the shipped seed', () => {
  it('has files that begin with the header and end with a line end', () => {
    assert.ok(files.length > 0);
    for (const { name, lines } of files) {
      assert.deepEqual(lines[0]?.split('\t'), HEADER, name);
      assert.equal(lines.at(-1), '', name);
    }
  });

  it('has nine cells a row, none with spaces at its ends or doubled', () => {
    assert.deepEqual(
      faults(({ cells }) => cells.length !== HEADER.length && `${cells.length} cells`),
      [],
    );
    assert.deepEqual(
      faults(({ cells }) => cells.find((cell) => cell !== cell.trim() || /\s\s|[^\S ]/.test(cell))),
      [],
    );
  });

  it('has SCTIDs with a right check digit, of concepts, each once', () => {
    const seen = new Map<string, string>();
    const found = faults(({ sctid, where }) => {
      const earlier = seen.get(sctid);
      seen.set(sctid, where);
      if (!/^[1-9]\d{5,17}$/.test(sctid) || !hasCheckDigit(sctid)) return `${sctid} has a wrong check digit`;
      if (!/[01]0.$/.test(sctid)) return `${sctid} is no concept`;
      return earlier !== undefined && `${sctid} stands in ${earlier}`;
    });
    assert.deepEqual(found, []);
  });

  it('is sorted by SCTID in each file', () => {
    const byNumber = (a: Row, b: Row) => a.sctid.length - b.sctid.length || (a.sctid < b.sctid ? -1 : 1);
    for (const { name } of files) {
      const given = rows.filter((row) => row.where.startsWith(`${name}:`));
      assert.deepEqual(
        given.map((row) => row.sctid),
        [...given].sort(byNumber).map((row) => row.sctid),
        name,
      );
    }
  });

  it('has known semantic tags, and 1 or nothing for chronic', () => {
    assert.deepEqual(
      faults(({ cells }) => !SEMANTIC_TAGS.has(cells[1] ?? '') && `the tag ${cells[1]}`),
      [],
    );
    assert.deepEqual(
      faults(({ cells }) => !['', '1'].includes(cells[2] ?? '') && `chronic is ${cells[2]}`),
      [],
    );
  });

  it('has one preferred term a language', () => {
    assert.deepEqual(
      faults(({ cells }) => [3, 6].some((i) => termsIn(cells[i]).length !== 1) && 'not one preferred term'),
      [],
    );
  });

  it('has terms of 1 to 200 characters without a stray separator', () => {
    const found = faults(({ cells }) =>
      cells
        .slice(3)
        .flatMap(termsIn)
        .find((term) => term === '' || term.length > LONGEST_TERM || /[|;"]/.test(term) || foldTerm(term) === ''),
    );
    assert.deepEqual(found, []);
  });

  it('has an abbreviation of one letter for measurements alone, which is one before a number', () => {
    const found = faults(
      ({ cells, where }) =>
        !where.startsWith('measurements.tsv:') &&
        [5, 8].flatMap((i) => termsIn(cells[i])).find((term) => term.length < 2),
    );
    assert.deepEqual(found, []);
  });

  // Inflected twins ("beta blocker", "beta blockers") may stand side by side: each has a vector of its own.
  it('has no term twice in one language of a concept', () => {
    const found = faults(({ cells }) => {
      for (const columns of [cells.slice(3, 6), cells.slice(6, 9)]) {
        const norms = columns.flatMap(termsIn).map(foldTerm);
        const twice = norms.find((norm, i) => norms.indexOf(norm) < i);
        if (twice !== undefined) return `"${twice}" stands twice`;
      }
      return undefined;
    });
    assert.deepEqual(found, []);
  });

  it('shows no two concepts under one name', () => {
    for (const column of [3, 6]) {
      const seen = new Map<string, string>();
      const found = faults(({ cells, where }) => {
        const name = foldTerm(cells[column] ?? '');
        const earlier = seen.get(name);
        seen.set(name, where);
        return earlier !== undefined && `"${name}" is the name of ${earlier} too`;
      });
      assert.deepEqual(found, []);
    }
  });

  it('is what the service reads', () => {
    const { concepts, descriptions } = readSeedFiles(SEED.pathname);
    assert.equal(concepts.length, rows.length);
    assert.equal(descriptions.length, rows.flatMap(({ cells }) => cells.slice(3).flatMap(termsIn)).length);
  });
});
