// Compiles the sources unless dist is as new as they are: a command that has nothing to compile starts at once.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const stamp = join(root, 'dist/.sources');

/** Name, size and time of every source, and of what else the output hangs on. */
function sources() {
  // A container image is built without the tests.
  const folders = ['server', 'test', 'docs/clients'].filter((folder) => existsSync(join(root, folder)));
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const hash = createHash('sha256');
  for (const name of [...found.sort(), 'tsconfig.json', 'package-lock.json']) {
    const { size, mtimeMs } = statSync(join(root, name), { throwIfNoEntry: false }) ?? {};
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function built() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
}

// A container image holds what was compiled, and neither sources nor a compiler.
const compiled = !existsSync(join(root, 'tsconfig.json'));
const now = compiled ? '' : sources();
if (!compiled && built() !== now) {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.json')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}
