/** `npm run gold -- seen | held-out [judged | practice]`: the files of one half of the gold notes, or of the others. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isNoteFolder as isFolder, isHeldOut } from './held-out.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const [half, folder = 'gold'] = process.argv.slice(2);
if ((half === 'seen' || half === 'held-out') && isFolder(folder)) {
  const files = readdirSync(`${ROOT}test/evaluation/${folder}`).filter((name) => name.endsWith('.json'));
  const chosen = files.filter((file) => isHeldOut(file, folder) === (half === 'held-out'));
  process.stdout.write(`${chosen.map((file) => `test/evaluation/${folder}/${file}`).join('\n')}\n`);
} else {
  process.stderr.write('Usage: npm run --silent gold -- seen | held-out [judged | practice]\n');
  process.exitCode = 2;
}
