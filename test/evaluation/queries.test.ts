import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSctid } from '../../server/terminology/sctid.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FILES = ['test/evaluation/queries', 'seed/calibration'].flatMap((dir) =>
  readdirSync(ROOT + dir)
    .filter((name) => name.endsWith('.tsv'))
    .map((name) => `${dir}/${name}`),
);

/** Numbers of up to 18 digits, in order. */
const order = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0);

describe('the labelled queries', () => {
  for (const file of FILES) {
    it(`are well-formed, sorted and told once: ${file}`, () => {
      const [header, ...lines] = readFileSync(ROOT + file, 'utf8')
        .trimEnd()
        .split('\n');
      const key = file.includes('confusable') ? 3 : 2;
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

  it('have no concept in the half that is fitted on and in the one that is counted', () => {
    const conceptsOf = (dir: string) =>
      FILES.filter((file) => file.startsWith(dir) && file.includes('everyday'))
        .flatMap((file) =>
          readFileSync(ROOT + file, 'utf8')
            .trimEnd()
            .split('\n')
            .slice(1),
        )
        .map((line) => line.split('\t')[2]?.split(';')[0] ?? '');
    const counted = new Set(conceptsOf('test/evaluation/queries'));
    assert.deepEqual(
      conceptsOf('seed/calibration').filter((sctid) => counted.has(sctid)),
      [],
    );
  });
});
