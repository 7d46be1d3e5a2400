import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dosage, values } from './read.js';

/** Sentences written beside the reader, one a notation: its span in brackets, a tab as "⇥", what is read as `values` and `dosage` show it. */
const FILE = fileURLToPath(new URL('../../../test/readings/notations.tsv', import.meta.url));
const [, ...LINES] = readFileSync(FILE, 'utf8').trimEnd().split('\n');

describe('the notations of values and doses', () => {
  for (const kind of ['measurement', 'medicine']) {
    it(`are read: ${kind}`, () => {
      const rows = LINES.map((line) => line.split('\t')).filter((row) => row[0] === kind);
      const found = rows.map(([, sentence = '']) => {
        const written = sentence.replaceAll('⇥', '\t');
        return [kind, sentence, kind === 'measurement' ? values('observable entity', written) : dosage(written)];
      });
      assert.ok(rows.length > 300);
      assert.deepEqual(found, rows);
    });
  }

  it('stand in the order of their bytes, each once', () => {
    assert.deepEqual(
      LINES,
      [...new Set(LINES)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });
});
