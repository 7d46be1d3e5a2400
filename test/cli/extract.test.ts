import assert from 'node:assert/strict';
import { main } from '../../server/cli/extract.js';
import { call, preparedEnvironment, runProcess, testFiles } from './command.js';

const NOTE = 'Denies chest pain. Known asthma.\nMother: epilepsy.\n';

describe('the command extract', () => {
  const file = testFiles();

  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['without a file', [], /^Name at least one file\./],
    ['with an unknown option', ['--lang', 'en', 'note.txt'], /--lang/],
    ['with an unknown language', ['--language', 'de', 'note.txt'], /^--language must be one of en, fr, auto\./],
    ['with an option that lacks its value', ['note.txt', '--note-date'], /--note-date/],
    ['with a file of notes but no --json', ['notes.ndjson'], /^A file of notes needs --json\./],
    ['with a date that is none', ['--note-date', 'May', 'note.txt'], /^--note-date must be YYYY-MM-DD\./],
  ];
  for (const [what, argv, message] of wrong) {
    it(`ends with 2 and its usage ${what}, and opens nothing`, async () => {
      const { code, out, err } = await call(main, ...argv);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.match(err, /\n\nUsage:\n {2}npm run --silent extract -- /);
      assert.deepEqual(out, ['']);
    });
  }

  it('gives its exit code to the shell', async () => {
    const { code, out, err } = await runProcess('extract.js', ['--language', 'de', 'note.txt']);
    assert.equal(code, 2);
    assert.match(err, /Usage:/);
    assert.deepEqual(out, []);
  });

  describe('on a prepared database', () => {
    preparedEnvironment();

    it('shows a table a note: span, code and the five axes with their triggers', async () => {
      const path = file('note.txt', NOTE);
      const { code, out, err } = await call(main, path);
      assert.equal(code, 0, err);
      assert.equal(out[0], `${path}: 3 spans`);
      assert.match(
        out[1] ?? '',
        /^span +status +code +display +cosine +assertion +subject +temporality +certainty +role$/,
      );
      const row = (span: string) => out.find((line) => line.startsWith(span)) ?? '';
      assert.match(row('chest pain'), / 29857009 +chest pain +1\.0000 +negated "Denies" /);
      assert.match(row('asthma'), / 195967001 .* affirmed +patient +chronic "Known" /);
      assert.match(row('epilepsy'), / family "Mother/);
    });

    it('shows the notes of several files one after the other, also one in which nothing is found', async () => {
      const [first, second] = [file('first.txt', NOTE), file('second.txt', 'Thank you.')];
      const { out } = await call(main, first, second);
      assert.deepEqual(
        out.filter((line) => line.endsWith(' spans')),
        [`${first}: 3 spans`, `${second}: 0 spans`],
      );
    });

    it('says which file it cannot read', async () => {
      const path = file('there.txt', NOTE);
      const { code, err } = await call(main, `${path}.missing`);
      assert.equal(code, 1);
      assert.match(err, /there\.txt\.missing/);
      assert.doesNotMatch(err, /Usage/);
    });

    it('judges dates against the date of the note', async () => {
      const path = file('dated.txt', 'Stroke on 3 March 2024.');
      const temporality = async (date: string) =>
        JSON.parse((await call(main, '--json', '--note-date', date, path)).out[0] ?? '').context.temporality.value;
      assert.deepEqual([await temporality('2024-03-05'), await temporality('2025-03-05')], ['current', 'past']);
    });

    it('answers files of notes line by line, and says at the end which notes are left', async () => {
      const notes = file(
        'notes.ndjson',
        '{"id":"a","text":"Denies fever."}\n\n{"id":2,"text":""}\n{"id":3,"text":"Gout."}',
      );
      const others = file('others.jsonl', '{"id":4,"text":"Stroke on 3 March 2024.","note_date":"2025-03-05"}\r\n');
      const { code, out, err } = await call(main, '--json', '--note-date', '2024-03-05', notes, others);
      assert.equal(code, 1);
      assert.equal(err, `1 of 3 notes of ${notes} are not answered; their lines say why.`);
      const lines = out.map((line) => JSON.parse(line));
      assert.deepEqual(
        lines.map(({ id, summary }) => id ?? [summary.complete, summary.notes, summary.errors]),
        ['a', 2, 3, [true, 3, 1], 4, [true, 1, 0]],
      );
      assert.equal(lines[0].spans[0].context.assertion.value, 'negated');
      assert.equal(lines[1].error.code, 'INVALID_INPUT');
      assert.equal(lines[4].spans[0].context.temporality.value, 'past');
    });

    it('says which file of notes it cannot read', async () => {
      const { code, out, err } = await call(main, '--json', file('gone.ndjson', '').replace('gone', 'absent'));
      assert.deepEqual([code, out], [1, ['']]);
      assert.match(err, /absent\.ndjson/);
    });

    it('reads standard input and writes nothing but JSON lines to standard output', async () => {
      const text = 'Pas de fièvre.\nAsthme connu.\n';
      const { code, out, err } = await runProcess('extract.js', ['--json', '--language', 'fr', '-'], text);
      assert.equal(code, 0, err);
      const lines = out.map((line) => JSON.parse(line));
      assert.deepEqual(
        lines.map(({ file: name, span, start, end }) => [name, span, text.slice(start, end)]),
        [
          ['-', 'fièvre', 'fièvre'],
          ['-', 'Asthme', 'Asthme'],
        ],
      );
      assert.equal(lines[0].context.assertion.value, 'negated');
      assert.equal(lines[0].candidates[0].display, 'fièvre');
      assert.doesNotMatch(err, /fièvre|Asthme/);
    });
  });
});
