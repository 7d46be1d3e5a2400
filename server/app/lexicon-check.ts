/** Runs cases and examples against the active lexicon or a draft, in slices, beside requests. */

import type { Kysely } from 'kysely';
import { type AnswerLine, ask, type Question, textOf, triggerQuestions } from '../context/case-run.js';
import { type CheckDetail, type CheckResult, type CheckTarget, lastCheck, readCases } from '../db/lexicon-checks.js';
import { readLexiconAt, readLexiconDraft } from '../db/lexicon-versions.js';
import type { CaseRow, Database, LexiconRows } from '../db/tables.js';
import { compileSteps, type Lexicon, LexiconError } from '../lexicon/compile.js';
import { type Edited, editedRows, PhraseWords } from '../lexicon/related-rows.js';
import { giveWay, mapInSlices, runInSlices } from '../slices.js';

/** A lexicon with the rows that it was compiled from. */
export interface CompiledRows {
  readonly rows: LexiconRows;
  readonly lexicon: Lexicon;
}

export interface CheckOptions {
  /** `touched`: those of edited rows, and of rows whose examples have the words of an edited phrase. */
  readonly examples: 'all' | 'touched';
}

/** What was checked, and how it came out. */
export interface Check extends CheckResult {
  readonly of: CheckTarget;
}

/** How many wrong axes are told one by one. */
const MOST_DETAILS = 1000;

/** Checks the active lexicon. */
export async function checkActive(db: Kysely<Database>, active: CompiledRows, options: CheckOptions): Promise<Check> {
  const cases = await readCases(db);
  const of = {
    target: '',
    version: active.rows.version,
    draftFingerprint: NO_CHANGES,
    casesFingerprint: cases.fingerprint,
  };
  const examples = options.examples === 'all' ? examplesOf(active.rows) : await touchedSince(db, active.rows);
  const outcomes = await mapInSlices([...casesOf(cases.rows), ...examples], (question) => {
    const after = ask(question, active.lexicon);
    return outcomeOf(question, after, after);
  });
  return { of, ...resultOf(outcomes) };
}

/** Checks a draft against the active lexicon; null when the draft is gone, or is of a newer version than `active`. */
export async function checkDraft(
  db: Kysely<Database>,
  active: CompiledRows,
  draft: string,
  options: CheckOptions,
): Promise<Check | null> {
  const drafted = await readLexiconDraft(db, draft, active.rows);
  if (drafted === null || drafted.version !== active.rows.version) return null;
  const cases = await readCases(db);
  const of = {
    target: draft,
    version: drafted.version,
    draftFingerprint: drafted.fingerprint,
    casesFingerprint: cases.fingerprint,
  };
  try {
    const after = { rows: drafted.rows, lexicon: await runInSlices(compileSteps(drafted.rows)) };
    return { of, ...(await compare(active, after, cases.rows, options)) };
  } catch (error) {
    if (error instanceof LexiconError) return { of, ...uselessDraft(error, cases.rows.length) };
    throw error;
  }
}

/** The cases and examples with either lexicon. */
async function compare(
  before: CompiledRows,
  after: CompiledRows,
  cases: readonly CaseRow[],
  options: CheckOptions,
): Promise<CheckResult> {
  await giveWay();
  const edited = editedRows(before.rows, after.rows);
  const earlier = earlierForms(edited);
  const examples = options.examples === 'all' ? examplesOf(after.rows) : await touchedBy(edited, after.rows);
  const outcomes = await mapInSlices([...casesOf(cases), ...examples], (question) => {
    const asked = earlier.get(question.row);
    const past = asked === undefined ? question : asked && ({ ...question, row: asked } as Question);
    return outcomeOf(question, past && ask(past, before.lexicon), ask(question, after.lexicon));
  });
  return resultOf(outcomes);
}

/** Edited rows with the form that they had before; null for those that are new. */
function earlierForms({ before, after }: Edited): Map<object, object | null> {
  const key = (row: Edited['after'][number]) => `${'phrase' in row} ${'heading' in row} ${row.id}`;
  const forms = new Map(before.map((row) => [key(row), row]));
  return new Map(after.map((row) => [row, forms.get(key(row)) ?? null]));
}

/** lexicon_draft_fingerprint of a draft without changes. */
const NO_CHANGES = 'd41d8cd98f00b204e9800998ecf8427e';

function casesOf(rows: readonly CaseRow[]): Question[] {
  return rows.map((row) => ({ kind: 'case', row }));
}

function examplesOf({ triggers, sections }: Pick<LexiconRows, 'triggers' | 'sections'>): Question[] {
  return [...triggers.flatMap(triggerQuestions), ...sections.map((row): Question => ({ kind: 'section', row }))];
}

/** The examples of a lexicon that the edits that led to it may change. */
async function touchedBy(edited: Edited, after: LexiconRows): Promise<Question[]> {
  await giveWay();
  const words = new PhraseWords(edited);
  const touched = async <R extends LexiconRows['triggers'][number] | LexiconRows['sections'][number]>(
    rows: readonly R[],
  ): Promise<R[]> => {
    const found = await mapInSlices(rows, (row) => words.touch(row));
    return rows.filter((_, i) => found[i]);
  };
  return examplesOf({ triggers: await touched(after.triggers), sections: await touched(after.sections) });
}

/** The examples that the edits since the last check may change, and those that were wrong then. */
async function touchedSince(db: Kysely<Database>, rows: LexiconRows): Promise<Question[]> {
  const last = await lastCheck(db, '');
  const before = last && (await readLexiconAt(db, last.version, rows));
  // The examples of the shipped rows were seen to be right before they were shipped.
  if (last === null || before === null) return [];
  const touched = await touchedBy(editedRows(before, rows), rows);
  const rest =
    last.wrong.size === 0 ? [] : examplesOf(rows).filter((question) => last.wrong.has(textOf(question).what));
  const known = new Set(touched.map((question) => textOf(question).what));
  return [...touched, ...rest.filter((question) => !known.has(textOf(question).what))];
}

interface Outcome {
  readonly right: boolean;
  readonly change: CheckDetail['change'] | null;
  readonly details: readonly CheckDetail[];
}

const PASSED: Outcome = { right: true, change: null, details: [] };

/** @param before null where the active lexicon has no such row */
function outcomeOf(question: Question, before: readonly AnswerLine[] | null, after: readonly AnswerLine[]): Outcome {
  const right = after.every((line) => line.right);
  const wasRight = before === null || before.every((line) => line.right);
  if (right && wasRight) return PASSED;
  const change = right ? 'fixed' : before !== after && wasRight ? 'broken' : 'failed';
  const { what, text, span } = textOf(question);
  const details = after.flatMap((line, i): CheckDetail[] => {
    const earlier = before?.[i];
    if (line.right && (earlier === undefined || earlier.right)) return [];
    const { axis, expected, came, trigger } = line;
    const past = { before: earlier?.came ?? null, before_trigger: earlier?.trigger ?? null };
    return [{ change, what, text, span, axis, expected, ...past, after: came, trigger }];
  });
  return { right, change, details };
}

function resultOf(outcomes: readonly Outcome[]): CheckResult {
  const count = (holds: (outcome: Outcome) => boolean) => outcomes.filter(holds).length;
  return {
    passed: count(({ right }) => right),
    failed: count(({ right }) => !right),
    broken: count(({ change }) => change === 'broken'),
    fixed: count(({ change }) => change === 'fixed'),
    details: outcomes.flatMap(({ details }) => details).slice(0, MOST_DETAILS),
  };
}

/** A draft that no lexicon can be made of breaks everything. */
function uselessDraft(error: LexiconError, cases: number): CheckResult {
  const details = error.faults.map((fault): CheckDetail => {
    const nothing = { text: '', span: '', axis: '*', before: null, before_trigger: null, trigger: null };
    return { change: 'broken', what: 'a row of the draft', ...nothing, expected: 'a row that works', after: fault };
  });
  const failed = cases + details.length;
  return { passed: 0, failed, broken: failed, fixed: 0, details };
}
