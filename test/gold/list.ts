/** `npm run gold -- seen | held-out`: the files of one half of the gold notes. */

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Whether a gold note is held out from those who tune: by the hash of its file name, so that nobody chooses. */
export function isHeldOut(file: string): boolean {
  return Number.parseInt(createHash('sha256').update(file).digest('hex').slice(-1), 16) % 2 === 1;
}

const half = process.argv[2];
if (half === 'seen' || half === 'held-out') {
  const files = readdirSync(`${ROOT}test/gold`).filter((name) => name.endsWith('.json'));
  const chosen = files.filter((file) => isHeldOut(file) === (half === 'held-out'));
  process.stdout.write(`${chosen.map((file) => `test/gold/${file}`).join('\n')}\n`);
} else {
  process.stderr.write('Usage: npm run --silent gold -- seen | held-out\n');
  process.exitCode = 2;
}
