import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TriggerRow } from '../../server/db/tables.js';
import { compileLexicon, LexiconError } from '../../server/lexicon/compile.js';
import { readLexiconFiles } from '../../server/lexicon/files.js';
import { PhraseError, parsePhrase } from '../../server/lexicon/phrase.js';
import { differences, lexiconFiles, parseAnnotated } from '../support/annotated.js';

const CLASSES = new Set(['KIN', 'SAY']);
const LEXICONS = fileURLToPath(new URL('../../../lexicons', import.meta.url));

function row(values: Partial<TriggerRow>): TriggerRow {
  const base = lexiconFiles().triggers[0] as TriggerRow;
  return {
    ...base,
    id: 900_000,
    language: 'en',
    kind: 'trigger',
    axis: 'assertion',
    value: 'negated',
    direction: 'forward',
    max_tokens: null,
    stops: null,
    ignores: [],
    in_span: 'never',
    may_cover_target: false,
    priority: 50,
    strength: 0.95,
    reason: null,
    case_sensitive: false,
    accent_sensitive: false,
    clause_initial: false,
    stop_at_comma: false,
    ...values,
  };
}

function withRow(values: Partial<TriggerRow>) {
  const files = lexiconFiles();
  return compileLexicon({ ...files, triggers: [...files.triggers, row(values)] });
}

describe('a phrase', () => {
  it('is words, classes, quantities and gaps', () => {
    const types = (phrase: string): string[] => parsePhrase(phrase, CLASSES).map((element) => element.type);
    assert.deepEqual(types("n' <GAP:4> pas d'"), ['word', 'gap', 'word', 'word']);
    assert.deepEqual(types('<KIN> <SAY> <DUR>=90> ago'), ['class', 'class', 'duration', 'word']);
    assert.deepEqual(types('( <YEAR> )'), ['word', 'year', 'word']);
    assert.deepEqual(types(': (-)'), ['word', 'word', 'word', 'word']);
  });

  it('is refused with the reason where it cannot work', () => {
    const refuses = (phrase: string, message: RegExp): void =>
      assert.throws(
        () => parsePhrase(phrase, CLASSES),
        (error) => error instanceof PhraseError && message.test(error.message),
      );
    refuses('', /empty/);
    refuses('no  pain', /single spaces/);
    refuses('<KINN> had', /use one of NUM, YEAR/);
    refuses('no <GAP:9> pain', /1 to 6/);
    refuses('<GAP:2> pain', /gap stands at an end/);
    refuses('a <GAP:1> b <GAP:1> c <GAP:1> d', /at most 2/);
    refuses('a b c d e f g h i j k', /at most 10/);
    refuses('<KIN had', /not closed/);
  });
});

describe('a lexicon', () => {
  it('answers with a row as soon as it is compiled', () => {
    const lexicon = withRow({ phrase: 'zilch of' });
    const annotated = parseAnnotated('There is zilch of <t assertion=negated trigger="zilch of">wheeze</t>.');
    assert.deepEqual(differences(annotated, { lexicon }), []);
    assert.equal(differences(annotated).length, 1);
  });

  it('holds a row to its case, its accents and its hyphen', () => {
    const reads = (values: Partial<TriggerRow>, source: string): void =>
      assert.deepEqual(differences(parseAnnotated(source), { lexicon: withRow(values), language: 'en' }), []);
    reads(
      { phrase: 'ZIL', case_sensitive: true },
      'ZIL <t assertion=negated>wheeze</t>. Zil <t assertion=affirmed>wheeze</t>.',
    );
    reads(
      { phrase: 'zàl', accent_sensitive: true },
      'Zàl <t assertion=negated>wheeze</t>. Zal <t assertion=affirmed>wheeze</t>.',
    );
    reads({ phrase: 'zil-' }, 'zil-<t assertion=negated>wheeze</t>. zil <t assertion=affirmed>wheeze</t>.');
    reads(
      { phrase: '-zil', direction: 'backward' },
      '<t assertion=negated>wheeze</t>-zil. <t assertion=affirmed>Wheeze</t> zil.',
    );
  });

  it('obeys the bounds of a row: tokens, comma, start of the clause, terminators', () => {
    const reads = (values: Partial<TriggerRow>, source: string): void =>
      assert.deepEqual(
        differences(parseAnnotated(source), { lexicon: withRow({ phrase: 'zil', ...values }), language: 'en' }),
        [],
      );
    reads({ max_tokens: 1 }, 'zil <t assertion=negated>wheeze</t>. zil loud <t assertion=affirmed>wheeze</t>.');
    reads({ stop_at_comma: true }, 'zil <t assertion=negated>rash</t>, <t assertion=affirmed>wheeze</t> or gout.');
    reads({ clause_initial: true }, 'Zil <t assertion=negated>rash</t>. Today zil <t assertion=affirmed>rash</t>.');
    reads({ ignores: ['contrast'] }, 'zil rash but <t assertion=negated>wheeze</t>.');
    reads({ stops: ['now'] }, 'zil rash but <t assertion=negated>wheeze</t>.');
  });

  it('refuses rows whose phrase cannot work, all at once', () => {
    assert.throws(
      () => withRow({ phrase: 'no <GAP:8> pain' }),
      (error) => error instanceof LexiconError && error.faults.length === 1 && error.message.includes('900000'),
    );
  });
});

describe('the lexicon files', () => {
  it('give every row its place and the defaults of its empty cells', () => {
    const files = lexiconFiles();
    assert.deepEqual(
      files.triggers.map((found) => found.id),
      files.triggers.map((_, i) => i + 1),
    );
    assert.ok(files.triggers.every((found) => /^(en|fr)\/[a-z]+\.tsv:\d+$/.test(files.places.get(found) ?? '')));
    assert.ok(files.triggers.some((found) => found.priority === 50 && found.strength === 0.95 && found.stops === null));
  });

  it('are refused with file and line for every fault', () => {
    const dir = mkdtempSync(join(tmpdir(), 'lexicons-'));
    try {
      cpSync(LEXICONS, dir, { recursive: true });
      const file = join(dir, 'en', 'assertion.tsv');
      const bad = [
        'trigger',
        'assertion',
        'denied',
        'zil',
        'sideways',
        '99',
        '',
        '',
        'never',
        '',
        '',
        '',
        '',
        '2',
        '',
        '',
        '',
        'No span.',
        '',
        '',
      ];
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      writeFileSync(file, `${[...lines, bad.join('\t'), lines[1] ?? '', 'short'].join('\n')}\n`);
      assert.throws(
        () => readLexiconFiles(dir),
        (error) => {
          const faults = (error as LexiconError).faults.join('\n');
          const at = `en/assertion.tsv:${lines.length + 1}: `;
          for (const part of [
            '"denied" is no value',
            '"sideways" is no direction',
            'max_tokens is',
            '"never" is no terminator',
            'strength is',
          ]) {
            assert.ok(faults.includes(at + part), `${part}\n${faults}`);
          }
          assert.ok(faults.includes('exactly one [span]'));
          assert.ok(/assertion.tsv:\d+: ".+" stands already at en\/assertion.tsv:2/.test(faults), faults);
          assert.ok(faults.includes('1 cells where 20 are expected'));
          return true;
        },
      );
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
