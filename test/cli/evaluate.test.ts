import assert from 'node:assert/strict';
import { main } from '../../server/cli/evaluate.js';
import { precisionRecall, share } from '../../server/cli/evaluation/intervals.js';
import { wilson } from '../../server/wilson.js';
import { call, preparedEnvironment, runProcess, testFiles } from './command.js';

/** A labelled target: the first occurrence of a span. */
function target(text: string, span: string, expected: object) {
  const start = text.indexOf(span);
  return { id: `case-${start}`, lang: 'en', text, span, start, end: start + span.length, expected };
}

const jsonl = (...items: object[]) => `${items.map((item) => JSON.stringify(item)).join('\n')}\n`;

describe('the command evaluate', () => {
  const file = testFiles();

  for (const [what, argv] of [
    ['without arguments', []],
    ['for something unknown', ['spans', 'a.jsonl']],
    ['without a file', ['contexts']],
    ['with an unknown option', ['contexts', '--verbose', 'a.jsonl']],
  ] as const) {
    it(`ends with 2 and its usage ${what}`, async () => {
      const { code, err } = await call(main, ...argv);
      assert.equal(code, 2);
      assert.match(err, /\n\nUsage:\n {2}npm run --silent evaluate -- contexts \[--faults\]/);
    });
  }

  const good = target('No fever.', 'fever', { assertion: 'negated' });
  for (const [what, kind, content, line] of [
    ['is not JSON', 'contexts', `${jsonl(good)}{"secret`, 2],
    ['has no such axis', 'contexts', jsonl(good, good, { ...good, expected: { secret: 'negated' } }), 3],
    ['has no offsets', 'contexts', jsonl({ ...good, start: undefined, text: 'secret' }), 1],
    ['is of the other format', 'concepts', `\n${jsonl({ ...good, text: 'secret' })}`, 2],
  ] as const) {
    it(`says file and line of a line that ${what}, without its words`, async () => {
      const path = file('broken.jsonl', content);
      const { code, err } = await call(main, kind, path);
      assert.equal(code, 1);
      assert.equal(err, `${path}:${line}: not of the expected format (docs/quality.md)`);
    });
  }

  it('says which file it cannot read, and gives its exit code to the shell', async () => {
    const { code, out, err } = await runProcess('evaluate.js', ['contexts', 'missing.jsonl']);
    assert.equal(code, 1);
    assert.match(err, /missing\.jsonl/);
    assert.deepEqual(out, []);
  });

  describe('on a prepared database', () => {
    preparedEnvironment();

    it('scores contexts by language, axis and value, and lists the faults', async () => {
      const text = 'No fever. Severe headache.';
      const path = file(
        'contexts.jsonl',
        jsonl(
          target(text, 'fever', { assertion: 'negated', subject: ['patient', 'other'] }),
          target(text, 'headache', { assertion: 'uncertain' }),
        ),
      );
      const { code, out, err } = await call(main, 'contexts', '--faults', path);
      assert.equal(code, 0, err);
      const line = (start: string) => out.find((each) => each.trimStart().startsWith(start)) ?? '';
      assert.match(line('en assertion'), /accuracy 0\.500 \(1\/2, /);
      assert.match(line('en subject'), /accuracy 1\.000 \(1\/1, /);
      assert.match(line('negated'), /P 1\.000 \(1\/1, .* R 1\.000 \(1\/1, /);
      assert.match(line('uncertain'), /P - {2}R 0\.000 \(0\/1, /);
      assert.deepEqual(
        out.filter((each) => each.startsWith('{')).map((each) => JSON.parse(each)),
        [{ id: 'case-17', axis: 'assertion', expected: 'uncertain', got: 'affirmed', trigger: null }],
      );
    });

    it('lists no faults unless asked', async () => {
      const path = file('fault.jsonl', jsonl(target('Severe headache.', 'headache', { assertion: 'negated' })));
      const { out } = await call(main, 'contexts', path);
      assert.match(out[0] ?? '', /accuracy 0\.000 \(0\/1, /);
      assert.ok(!out.some((line) => line.startsWith('{')));
    });

    it('reads a whole labelled note as one .json file', async () => {
      const text = 'Denies cough.\nSister has asthma.';
      const spans = ['cough', 'asthma'].map((span) => ({
        start: text.indexOf(span),
        end: text.indexOf(span) + span.length,
        expected: span === 'cough' ? { assertion: 'negated' } : { subject: 'family' },
      }));
      const note = { id: 'note-1', lang: 'en', text, note_date: null, spans };
      const { code, out, err } = await call(main, 'contexts', file('note.json', JSON.stringify(note, null, 2)));
      assert.equal(code, 0, err);
      assert.equal(out.filter((line) => line.includes('accuracy 1.000 (1/1, ')).length, 2);
    });

    it('scores the spans and codes of notes by language', async () => {
      const text = 'Known asthma and zzyzx.';
      const spans = [
        { start: 6, end: 12, sctids: ['195967001'] },
        { start: 17, end: 22, text: 'zzyzx' },
      ];
      const path = file('concepts.jsonl', jsonl({ id: 'n', lang: 'en', text, spans }));
      const { code, out, err } = await call(main, 'concepts', path);
      assert.equal(code, 0, err);
      assert.match(out[0] ?? '', /^en: 1 notes, 4 words, 2 labelled spans, \d+ spans found$/);
      assert.ok(out.some((line) => /acc@1 of found +1\.000 \(1\/1, /.test(line)));
      assert.ok(out.some((line) => /resolved .* right 1\.000 \(1\/1, /.test(line)));
    });

    it('counts the codes of later readings, unless it is to count the first ones only', async () => {
      const spans = [{ start: 6, end: 12, sctids: ['22253000'], also: ['195967001'] }];
      const path = file('also.jsonl', jsonl({ id: 'n', lang: 'en', text: 'Known asthma.', spans }));
      const both = await call(main, 'concepts', path);
      assert.ok(both.out.some((line) => /acc@1 of found +1\.000 /.test(line)));
      const first = await call(main, 'concepts', '--readings', '1', path);
      assert.ok(first.out.some((line) => /acc@1 of found +0\.000 /.test(line)));
      assert.equal((await call(main, 'concepts', '--readings', '4', path)).code, 2);
    });

    it('counts what a third reading adds as right, and what it strikes as wrong, also where no code is left', async () => {
      const right = { add: [{ sctid: '195967001', phrase: 'asthma' }], strike: ['22253000'] };
      const wrong = { add: [], strike: ['195967001'] };
      const score = async (sctids: string[], third: object, ...options: string[]) => {
        const spans = [{ start: 6, end: 12, sctids, third }];
        const path = file('third.jsonl', jsonl({ id: 'n', lang: 'en', text: 'Known asthma.', spans }));
        const { out } = await call(main, 'concepts', ...options, path);
        return out.find((line) => /^ +resolved/.test(line)) ?? '';
      };
      assert.match(await score(['22253000'], right), /right 1\.000 \(1\/1,/);
      assert.match(await score(['195967001'], wrong), /right 0\.000 \(0\/1,/);
      assert.match(await score(['195967001'], wrong, '--readings', '2'), /right 1\.000 \(1\/1,/);
    });

    it('counts the verdicts of readers, and lists what nobody has judged', async () => {
      const text = 'Known asthma, no cough.';
      const judged = [{ start: 6, end: 12, sctid: '195967001', verdicts: ['right', 'too_general'] }];
      const path = file('judged.jsonl', jsonl({ id: 'n', lang: 'en', text, judged }));
      const { code, out, err } = await call(main, 'judged', '--unjudged', path);
      assert.equal(code, 0, err);
      const report = out.join('\n');
      assert.match(report, /^en: 1 notes, 2 spans\n {3}resolved: 1\.000 \(2\/2, .*\) of the spans, 1 of them judged$/m);
      assert.match(report, /right by every reader +0\.000 \(0\/1, /);
      assert.match(report, /reader 1: right 1\.000 \(1\/1, .*\), too_general 0, /);
      assert.match(report, /reader 2: right 0\.000 \(0\/1, .*\), too_general 1, /);
      const unjudged = out.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
      assert.deepEqual(
        unjudged.map(({ id, start, end, span }) => [id, start, end, span]),
        [['n', 17, 22, 'cough']],
      );
    });

    it('tells how often the language of short sentences is known', async () => {
      const text = 'Douleur thoracique depuis hier soir.\nOui.';
      const path = file('language.jsonl', jsonl({ id: 'n', lang: 'fr', text, spans: [] }));
      const { out } = await call(main, 'language', path);
      assert.ok(out.join('\n').includes('fr: 1.000 (1/1, '), out.join('\n'));
    });
  });
});

describe('a share', () => {
  it("has Wilson's interval", () => {
    const [low, high] = wilson(9, 10);
    assert.ok(Math.abs(low - 0.596) < 0.001 && Math.abs(high - 0.982) < 0.001);
    assert.deepEqual(wilson(0, 0), [0, 1]);
    assert.ok(wilson(10, 10)[1] > 0.999_999 && wilson(0, 10)[0] < 0.000_001);
  });

  it('is shown with its counts, or as - where nothing was counted', () => {
    assert.equal(share(9, 10), '0.900 (9/10, 0.60 to 0.98)');
    assert.equal(share(0, 0), '-');
    assert.equal(precisionRecall({ right: 0, given: 0, expected: 0 }), 'P -  R -  F1 -');
  });
});
