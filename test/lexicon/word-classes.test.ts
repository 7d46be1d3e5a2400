import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readWordClasses, WordClasses } from '../../server/lexicon/word-classes.js';
import { lexiconFiles } from '../support/annotated.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = readdirSync(`${ROOT}server`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(`${ROOT}server/${name}`, 'utf8'))
  .join('\n');

describe('word-classes.tsv', () => {
  const { wordClasses, words, triggers } = lexiconFiles();
  const classes = new WordClasses(wordClasses);

  it('is in order of class and value', () => {
    const lines = readFileSync(`${ROOT}lexicons/word-classes.tsv`, 'utf8').trimEnd().split('\n').slice(1);
    assert.deepEqual(
      lines,
      [...lines].sort((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y))),
    );
  });

  it('has the class and value of every shipped word', () => {
    assert.ok(words.length > 10_000);
    assert.deepEqual(
      words.filter((word) => classes.refusal(word.class, word.value) !== null),
      [],
    );
  });

  it('has no row that no shipped word needs', () => {
    const needed = (row: (typeof wordClasses)[number]) => {
      const others = new WordClasses(wordClasses.filter((other) => other !== row));
      return words.some((word) => others.refusal(word.class, word.value) !== null);
    };
    const idle = wordClasses.filter((row) => !needed(row)).map(({ class: name, value }) => [name, value]);
    // The code never asks of which kind a relative is, so a site need not say it.
    assert.deepEqual(idle, [['KIN', null]]);
  });

  it('has no class that neither the code nor a phrase reads', () => {
    const names = [...new Set(wordClasses.map((row) => row.class))];
    const isRead = (name: string) =>
      SOURCES.includes(`'${name}'`) || triggers.some(({ phrase }) => phrase.includes(`<${name}>`));
    assert.deepEqual(
      names.filter((name) => !isRead(name)),
      [],
    );
  });

  it('is what other words are refused by', () => {
    assert.match(classes.refusal('COUSIN', null) ?? '', /^The class COUSIN is unknown/);
    assert.equal(
      classes.refusal('AMBIGUOUS', 'often'),
      'A word of the class AMBIGUOUS has the value "condition" or "ordinary" or "rare" or "site" or none',
    );
    assert.equal(classes.refusal('SAY', 'x'), 'A word of the class SAY has no value');
    assert.equal(classes.refusal('UNIT', null), 'A word of the class UNIT needs a number as its value');
    assert.equal(classes.refusal('SHORTHAND', null), 'A word of the class SHORTHAND needs words as its value');
    assert.equal(classes.refusal('UNIT', '0.5'), null);
  });

  it('is refused with file and line for every fault', () => {
    const dir = mkdtempSync(join(tmpdir(), 'classes-'));
    try {
      const rows = ['class\tvalue\tmeaning', 'Kin\t\tx', 'KIN\t<any>\tx', 'KIN\t\t', 'KIN\t\tx'];
      writeFileSync(join(dir, 'word-classes.tsv'), `${rows.join('\n')}\n`);
      const faults: string[] = [];
      readWordClasses(dir, faults);
      assert.equal(faults.length, 4);
      assert.match(faults[0] ?? '', /^word-classes\.tsv:2: "Kin" is no class/);
      assert.match(faults[1] ?? '', /^word-classes\.tsv:3: "<any>" is no value: write words, <number>, <words>, or/);
      assert.match(faults[2] ?? '', /^word-classes\.tsv:4: the meaning is empty/);
      assert.match(faults[3] ?? '', /^word-classes\.tsv:5: the class and value stand already at word-classes\.tsv:4/);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
