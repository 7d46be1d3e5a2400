/** `npm run gold -- seen | held-out [practice]`: the files of one half of the gold notes, or of the practice notes. */

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Whether a note is held out from those who tune. Of the gold notes half are, by the hash of the file name, so that nobody chooses; of
 * the practice notes the last ones written, which nobody has read.
 */
function isHeldOut(file: string, folder: string): boolean {
  if (folder === 'practice') return file.includes('-f-');
  return Number.parseInt(createHash('sha256').update(file).digest('hex').slice(-1), 16) % 2 === 1;
}

const [half, folder = 'gold'] = process.argv.slice(2);
if ((half === 'seen' || half === 'held-out') && (folder === 'gold' || folder === 'practice')) {
  const files = readdirSync(`${ROOT}test/evaluation/${folder}`).filter((name) => name.endsWith('.json'));
  const chosen = files.filter((file) => isHeldOut(file, folder) === (half === 'held-out'));
  process.stdout.write(`${chosen.map((file) => `test/evaluation/${folder}/${file}`).join('\n')}\n`);
} else {
  process.stderr.write('Usage: npm run --silent gold -- seen | held-out [practice]\n');
  process.exitCode = 2;
}
