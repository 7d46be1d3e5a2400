/** `npm run lexicon -- check`: the cases and the examples of all rows, against the active lexicon or a draft. */

import type { Kysely } from 'kysely';
import { type Check, checkActive, checkDraft } from '../../app/lexicon-check.js';
import { readLexicon } from '../../db/lexicon.js';
import { type CheckDetail, readCheckTarget, writeCheck } from '../../db/lexicon-checks.js';
import type { Database } from '../../db/tables.js';
import { compileLexicon } from '../../lexicon/compile.js';
import { positionals, readArguments, type Streams } from '../arguments.js';
import { withDatabase } from '../open-database.js';

/** @throws Error when a case or an example is wrong, or when there is no such draft */
export async function check(argv: readonly string[], streams: Streams): Promise<void> {
  const { values, positionals: given } = readArguments(argv, { draft: { type: 'string' } });
  positionals(given, []);
  const done = await withDatabase(async ({ db }) => {
    const found = await checkAll(db, values.draft);
    await writeCheck(db, found.of, found);
    return found;
  });
  const { passed, failed, broken, fixed } = done;
  const versus = values.draft === undefined ? '' : `, broken ${broken}, fixed ${fixed}`;
  streams.out(`passed ${passed}, failed ${failed}${versus}`);
  for (const detail of done.details) for (const line of linesOf(detail, done.of.target)) streams.out(line);
  if (failed > 0) throw new Error(`${failed} of ${passed + failed} cases and examples are wrong.`);
}

/** Checks everything, again when the lexicon was edited meanwhile. @throws Error when there is no such draft */
async function checkAll(db: Kysely<Database>, draft: string | undefined): Promise<Check> {
  for (;;) {
    const rows = await readLexicon(db);
    const active = { rows, lexicon: compileLexicon(rows) };
    if (draft === undefined) return checkActive(db, active, { examples: 'all' });
    const found = await checkDraft(db, active, draft, { examples: 'all' });
    if (found !== null) return found;
    await requireDraft(db, draft);
  }
}

/** @throws Error when there is no such draft */
export async function requireDraft(db: Kysely<Database>, draft: string): Promise<void> {
  if (draft === '' || (await readCheckTarget(db, draft)) === null)
    throw new Error(`There is no draft named ${draft}: SELECT * FROM lexicon_draft_status.`);
}

function linesOf(detail: CheckDetail, target: string): string[] {
  const { change, what, text, span, axis, expected } = detail;
  const now = valueAndTrigger(detail.after, detail.trigger);
  const before = detail.before === null ? 'new' : valueAndTrigger(detail.before, detail.before_trigger);
  const came = target === '' ? now : `${before} -> ${now}`;
  return [`${change}: ${what}: ${oneLine(text)} [${span}]`, `  ${axis}: expected ${expected}, ${came}`];
}

/** `negated ("denies")` */
export function valueAndTrigger(value: string, trigger: string | null): string {
  return trigger === null ? value : `${value} (${JSON.stringify(trigger)})`;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
