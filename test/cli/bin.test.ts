import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, readPage } from '../docs/pages.js';
import { newDirectory } from '../support/run.js';
import { preparedEnvironment } from './command.js';

/** Runs `concepts`, in a folder of its own as a user would. */
function concepts(argv: readonly string[], bin = inProject('bin/concepts.mjs')) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...argv], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

let folder = '';

describe('the program concepts', () => {
  before(() => {
    folder = newDirectory('bin-');
  });
  after(() => rmSync(folder, { recursive: true }));

  const commands = () =>
    [...concepts(['--help']).stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name);

  it('lists its commands, and tells the usage of each, as it is typed', () => {
    const names = commands();
    assert.deepEqual(names.slice(0, 2), ['start', 'extract']);
    for (const name of names) {
      const { status, stdout, stderr } = concepts([name, '--help']);
      assert.deepEqual([status, stderr], [0, ''], name);
      assert.match(stdout, new RegExp(`^Usage:\n {2}concepts ${name}`), name);
      assert.doesNotMatch(stdout, /npm run/, name);
    }
  });

  it('has every command that npm runs for users in a checkout', () => {
    const { scripts } = JSON.parse(readPage('package.json').text) as { scripts: Record<string, string> };
    const compiled = Object.keys(scripts).filter((name) => / dist\/server\//.test(scripts[name] ?? ''));
    assert.deepEqual(new Set(compiled), new Set([...commands(), 'openapi']));
  });

  it('ends with 2 and a hint where the command is unknown, missing or used wrongly', () => {
    const unknown = concepts(['extrakt', 'note.txt']);
    assert.deepEqual([unknown.status, unknown.stdout], [2, '']);
    assert.match(
      unknown.stderr,
      /^There is no command "extrakt"\. Commands: start, extract, .*; see concepts --help\.\n$/,
    );
    assert.equal(concepts([]).status, 2);
    assert.equal(concepts(['toString']).status, 2);
    const wrong = concepts(['lexicon', 'polish']);
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /\n {2}concepts lexicon check /);
    const settings = concepts(['start', '--port', '9000']);
    assert.equal(settings.status, 2);
    assert.match(settings.stderr, /with the settings of the environment/);
  });

  it('says what to do in a checkout that is not compiled', () => {
    const root = join(folder, 'checkout');
    mkdirSync(join(root, 'bin'), { recursive: true });
    writeFileSync(join(root, 'bin/concepts.mjs'), readPage('bin/concepts.mjs').text);
    const { status, stderr } = concepts(['extract', 'note.txt'], join(root, 'bin/concepts.mjs'));
    assert.equal(status, 2);
    assert.match(stderr, /not compiled: run npm ci, then npm run build\./);
  });

  describe('in the package that npm packs', () => {
    preparedEnvironment();
    let root = '';
    let files: string[] = [];

    before('pack and unpack', function () {
      this.timeout(120_000);
      // What npm sets for what it starts would change what a second npm does.
      const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('npm_')));
      const argv = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
      const packed = spawnSync('npm', argv, { cwd: inProject('.'), encoding: 'utf8', env });
      assert.equal(packed.status, 0, packed.stderr);
      const [{ filename, files: listed }] = JSON.parse(packed.stdout) as [
        { filename: string; files: { path: string }[] },
      ];
      files = listed.map(({ path }) => path);
      assert.equal(spawnSync('tar', ['-xzf', join(folder, filename), '-C', folder]).status, 0);
      root = join(folder, 'package');
      symlinkSync(inProject('node_modules'), join(root, 'node_modules'));
    });

    it('are the program, its data and its documentation, and no tests', () => {
      for (const path of [
        'dist/server/main.js',
        'sql/0001_text.sql',
        'seed/skin.tsv',
        'seed/calibration/decision.json',
        'lexicons/fr/words.tsv',
        'models/clinical-ngram-en-fr/onnx/model.onnx',
        'server/workbench/index.html',
        'docs/openapi.json',
        'NOTICE',
      ])
        assert.ok(files.includes(path), path);
      assert.deepEqual(
        files.filter((path) => /^test|\/test\/|\.map$|\.test\.|^server\/(?!workbench)|\.tsbuildinfo|train/.test(path)),
        ['models/clinical-ngram-en-fr/training.json'],
      );
    });

    it('runs', () => {
      writeFileSync(join(folder, 'note.txt'), 'Denies chest pain. Known asthma.\n');
      const { status, stdout, stderr } = concepts(['extract', 'note.txt'], join(root, 'bin/concepts.mjs'));
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^note\.txt: 2 spans\n/);
      assert.match(stdout, / 29857009 +chest pain +1\.0000 +negated "Denies" /);
    });
  });
});
