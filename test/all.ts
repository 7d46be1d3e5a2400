/**
 * `npm test`: all test files as one run, two at a time; then those of `timing/` alone, for they measure how long something takes. Arguments
 * go to mocha.
 */

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { endOwnRun, ensureRun } from './support/run.js';

const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
/** Needs none of the databases that the others wait for, so it runs while they are made. */
const FIRST = 'killed-import';
const STAGES = [
  [
    ...['--parallel', '--jobs', '2', '--ignore', 'dist/test/{browser,sealed,timing}/**'],
    ...[`dist/test/process/${FIRST}.test.js`, 'dist/test/*.test.js', 'dist/test/!(process)/**/*.test.js'],
    `dist/test/process/!(${FIRST}).test.js`,
  ],
  ['dist/test/timing/*.test.js'],
];

ensureRun();
try {
  const run = (stage: string[]) =>
    spawnSync(process.execPath, [MOCHA, ...stage, ...process.argv.slice(2)], { stdio: 'inherit' }).status === 0;
  process.exitCode = STAGES.every(run) ? 0 : 1;
} finally {
  await endOwnRun();
}
