/** Files that hold what the tests expect: compared, or written anew when UPDATE=1. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The recorded text of a file of the repository; with UPDATE=1 the file is written with `now` first. */
export function recorded(path: string, now: string): string {
  if (process.env.UPDATE === '1') writeFileSync(ROOT + path, now);
  return readFileSync(ROOT + path, 'utf8');
}
