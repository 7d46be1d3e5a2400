import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newDirectory } from './support/run.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the build', () => {
  const root = newDirectory('build-');
  const source = join(root, 'server/main.ts');
  const output = join(root, 'dist/server/main.js');

  before('make a small project', () => {
    for (const name of ['build.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'])
      copyFileSync(join(ROOT, name), join(root, name));
    for (const name of ['server', 'test']) mkdirSync(join(root, name));
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    writeFileSync(source, 'export const answer = 1;\n');
  });

  after('remove it', () => rmSync(root, { recursive: true }));

  const build = () => spawnSync(process.execPath, [join(root, 'build.mjs')], { encoding: 'utf8' });

  it('compiles a fresh clone', () => {
    assert.equal(build().status, 0);
    assert.match(readFileSync(output, 'utf8'), /answer = 1/);
  });

  it('compiles nothing where nothing has changed', () => {
    rmSync(output);
    assert.equal(build().status, 0);
    assert.equal(statSync(output, { throwIfNoEntry: false }), undefined);
  });

  it('compiles a changed source, and fails until its fault is mended', () => {
    writeFileSync(source, 'export const answer: string = 2;\n');
    for (const _ of ['first', 'second']) {
      const { status, stdout } = build();
      assert.notEqual(status, 0);
      assert.match(stdout, /main\.ts/);
    }
    writeFileSync(source, 'export const answer = 3;\n');
    assert.equal(build().status, 0);
    assert.match(readFileSync(output, 'utf8'), /answer = 3/);
  });

  it('compiles nothing where there is nothing to compile, as in a container image', () => {
    for (const name of ['tsconfig.json', 'server', 'test', 'node_modules'])
      rmSync(join(root, name), { recursive: true });
    const { status, stdout, stderr } = build();
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
    assert.match(readFileSync(output, 'utf8'), /answer = 3/);
  });
});
