import assert from 'node:assert/strict';
import { ASTHMA, FEVER, PAIN, seedOf, seedText, smallSeed } from './small-seed.js';

describe('the seed files', () => {
  it('give concepts, and descriptions by language and kind', () => {
    const { concepts, descriptions } = smallSeed(FEVER, ASTHMA);
    assert.deepEqual(concepts, [
      { sctid: '386661006', fsn: 'fever', semanticTag: 'finding', chronic: false },
      { sctid: '195967001', fsn: 'asthma', semanticTag: 'disorder', chronic: true },
    ]);
    assert.deepEqual(
      descriptions
        .filter(({ sctid }) => sctid === '386661006')
        .map(({ language, kind, term }) => [language, kind, term]),
      [
        ['en', 'preferred', 'fever'],
        ['en', 'synonym', 'pyrexia'],
        ['en', 'synonym', 'febrile'],
        ['fr', 'preferred', 'fièvre'],
        ['fr', 'synonym', 'pyrexie'],
      ],
    );
  });

  it('are read in the order of their names, and only .tsv files', () => {
    const { concepts } = seedOf({ 'b.tsv': seedText([FEVER]), 'a.tsv': seedText([ASTHMA]), 'README.md': 'words' });
    assert.deepEqual(
      concepts.map(({ fsn }) => fsn),
      ['asthma', 'fever'],
    );
  });

  it('have a checksum that changes with any content or name, and with nothing else', () => {
    const checksum = (name: string, ...rows: string[]) => seedOf({ [name]: seedText(rows) }).checksum;
    assert.match(checksum('a.tsv', FEVER), /^[0-9a-f]{64}$/);
    assert.equal(checksum('a.tsv', FEVER), checksum('a.tsv', FEVER));
    assert.notEqual(checksum('a.tsv', FEVER), checksum('b.tsv', FEVER));
    assert.notEqual(checksum('a.tsv', FEVER), checksum('a.tsv', FEVER.replace('pyrexia', 'hot')));
  });

  const faults: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['a wrong header', { 'a.tsv': 'sctid\ten\n' }, /^a\.tsv:1: the columns must be sctid, /],
    ['an empty file', { 'a.tsv': '' }, /^a\.tsv:1: the columns must be /],
    [
      'a row with a cell too few',
      { 'a.tsv': seedText([FEVER, PAIN.slice(0, -1)]) },
      /^a\.tsv:3: 8 cells instead of 9$/,
    ],
    ['a row with a cell too many', { 'a.tsv': seedText([`${FEVER}\t`]) }, /^a\.tsv:2: 10 cells instead of 9$/],
    ['a row without SCTID', { 'a.tsv': seedText([FEVER.replace('386661006', 'fever')]) }, /^a\.tsv:2: .* no SCTID$/],
    [
      'no English preferred term',
      { 'a.tsv': seedText([FEVER.replace('\tfever', '\t')]) },
      /^a\.tsv:2: a preferred term/,
    ],
    [
      'no French preferred term',
      { 'a.tsv': seedText([FEVER.replace('\tfièvre', '\t ')]) },
      /^a\.tsv:2: a preferred term/,
    ],
    [
      'no semantic tag',
      { 'a.tsv': seedText([FEVER.replace('finding', '')]) },
      /^a\.tsv:2: the semantic tag is missing$/,
    ],
    [
      'a concept that stands twice, with both places',
      { 'a.tsv': seedText([FEVER]), 'b.tsv': seedText([ASTHMA, FEVER]) },
      /^b\.tsv:3: the concept 386661006 stands in a\.tsv:2 already$/,
    ],
  ];
  for (const [fault, files, message] of faults) {
    it(`are refused for ${fault}, with file and line`, () => {
      assert.throws(() => seedOf(files), { message });
    });
  }

  it('may hold empty lines, which count', () => {
    const text = `${seedText([FEVER])}\n${ASTHMA}`;
    assert.equal(seedOf({ 'a.tsv': text }).concepts.length, 2);
    assert.throws(() => seedOf({ 'a.tsv': `${text}\t` }), { message: /^a\.tsv:4: / });
  });
});
