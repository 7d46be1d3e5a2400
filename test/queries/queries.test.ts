import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSctid } from '../../server/terminology/sctid.js';

const DIR = fileURLToPath(new URL('../../../test/queries/', import.meta.url));

/** Numbers of up to 18 digits, in order. */
const order = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0);

describe('the labelled queries', () => {
  for (const file of readdirSync(DIR).filter((name) => name.endsWith('.tsv'))) {
    it(`are well-formed, sorted and told once: ${file}`, () => {
      const [header, ...lines] = readFileSync(`${DIR}${file}`, 'utf8').trimEnd().split('\n');
      const key = file.startsWith('confusable') ? 3 : 2;
      assert.equal(header, ['lang', 'query', 'sctids', 'wrong'].slice(0, key + 1).join('\t'));
      const seen = new Set<string>();
      let last = '0';
      for (const line of lines) {
        const [lang = '', query = '', sctids = '', wrong = ''] = line.split('\t');
        assert.equal(lang, file.slice(-6, -4), line);
        assert.ok(query.length >= 3 && query === query.trim().normalize('NFC'), line);
        const codes = [...sctids.split(';'), ...wrong.split(';')].filter((code) => code !== '');
        assert.ok(
          codes.every((code) => isSctid(code, 'concept')),
          line,
        );
        assert.equal(new Set(codes).size, codes.length, line);
        assert.ok(!seen.has(query.toLowerCase()), line);
        seen.add(query.toLowerCase());
        const first = line.split('\t')[key]?.split(';')[0] ?? '';
        assert.ok(order(last, first) <= 0, line);
        last = first;
      }
    });
  }
});
