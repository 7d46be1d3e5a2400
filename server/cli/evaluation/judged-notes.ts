/** Notes with what readers said of the codes that were given for their words. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { VERDICTS } from '../../app/decision-fit.js';

export const judgedNote = z.object({
  id: z.string(),
  lang: z.enum(['en', 'fr']),
  text: z.string(),
  judged: z.array(
    z.object({
      start: z.number().int(),
      end: z.number().int(),
      sctid: z.string(),
      /** One of each reader, always in the same order. */
      verdicts: z.array(z.enum(VERDICTS)).min(1),
    }),
  ),
});
export type JudgedNote = z.infer<typeof judgedNote>;

/**
 * Reads judged notes: files of one each, and the `.json` files of directories in the order of their names.
 * @throws Error with the file where one is not of the format
 */
export function readJudgedNotes(paths: readonly string[]): JudgedNote[] {
  return paths.flatMap(filesAt).map((file) => {
    const parsed = judgedNote.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!parsed.success) throw new Error(`${file}: not a judged note: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  });
}

function filesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(path, name));
}
