/** `npm run lexicon -- lint`: what is wrong or worth a look in the live lexicon. */

import { lintWithCases, lintWithEngine } from '../../context/lint.js';
import type { DatabaseHandle } from '../../db/connect.js';
import { readLexicon } from '../../db/lexicon.js';
import { type LintRow, readCaseTexts, readLint, readLocalTriggers } from '../../db/lexicon-lint.js';
import { LANGUAGES } from '../../domain/language.js';
import { compileLexicon, LexiconError } from '../../lexicon/compile.js';
import { positionals, readArguments, type Streams, UsageError } from '../arguments.js';
import { withDatabase } from '../open-database.js';

const OPTIONS = { severity: { type: 'string' }, language: { type: 'string' } } as const;
/** The gravest first. */
const SEVERITIES = ['error', 'warning', 'hint'] as const;

/** @throws Error with the number of errors, when there are any */
export async function lint(argv: readonly string[], streams: Streams): Promise<void> {
  const { values, positionals: given } = readArguments(argv, OPTIONS);
  positionals(given, []);
  const least = SEVERITIES.findIndex((name) => name === (values.severity ?? 'warning'));
  if (least < 0) throw new UsageError(`--severity must be ${SEVERITIES.join(', ')}.`);
  if (values.language !== undefined && !LANGUAGES.some((name) => name === values.language))
    throw new UsageError(`--language must be ${LANGUAGES.join(' or ')}.`);
  const all = await withDatabase(findings);
  const chosen = all
    .filter(({ language }) => values.language === undefined || language === values.language)
    .sort((x, y) => SEVERITIES.indexOf(x.severity) - SEVERITIES.indexOf(y.severity));
  for (const finding of chosen) {
    if (SEVERITIES.indexOf(finding.severity) <= least) streams.out(lineOf(finding));
  }
  const counts = SEVERITIES.map((severity) => chosen.filter((finding) => finding.severity === severity).length);
  streams.out(SEVERITIES.map((severity, i) => `${counts[i]} ${severity}${counts[i] === 1 ? '' : 's'}`).join(', '));
  if (counts[0]) throw new Error('The lexicon has rows that cannot do their work: see the errors above.');
}

async function findings({ db }: DatabaseHandle): Promise<LintRow[]> {
  const rows = await readLexicon(db);
  const told = await readLint(db);
  try {
    const lexicon = compileLexicon(rows);
    const cases = await readCaseTexts(db);
    const unused = cases.length === 0 ? [] : lintWithCases(rows, lexicon, await readLocalTriggers(db), cases);
    return [...told, ...lintWithEngine(rows, lexicon), ...unused];
  } catch (error) {
    if (!(error instanceof LexiconError)) throw error;
    throw new Error(
      `${error.message}\nThe service goes on with the version before. Correct these rows, then lint again.`,
    );
  }
}

function lineOf({ severity, table_name: table, row_id: id, language, phrase, rule, message }: LintRow): string {
  const row = id === null ? table : `${table} ${id}`;
  return `${severity}  ${row}  ${language}${phrase === null ? '' : `  "${phrase}"`}  ${rule}: ${message}`;
}
