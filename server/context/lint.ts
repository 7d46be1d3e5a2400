/** What of the lexicon only the engine can tell: phrases that do not find themselves, examples, rows that no case uses. */

import type { CaseText, LintRow } from '../db/lexicon-lint.js';
import type { LexiconRows, TriggerRow } from '../db/tables.js';
import { AXIS_VALUES, type Axis } from '../domain/axes.js';
import type { Lexicon } from '../lexicon/compile.js';
import { findMatches } from '../lexicon/match.js';
import { readNote } from '../text/note.js';
import { tokenize } from '../text/token.js';
import { counterFault, type ExampleFault, exampleFault, sectionFault } from './example-run.js';
import { matchSentence } from './sentence-cues.js';

/** Phrases that can never be found, and examples that do not show what their row does. */
export function lintWithEngine(rows: LexiconRows, lexicon: Lexicon): LintRow[] {
  const triggers = rows.triggers.flatMap((row) => {
    const finding = (rule: string, message: string): LintRow => ({ ...named('triggers', row), rule, message });
    if (!findsItself(row, lexicon)) {
      return [finding('never_found', 'A note with exactly these words is not found: try the words one by one.')];
    }
    const faults = [exampleFault(row, lexicon), counterFault(row, lexicon)].filter((fault) => fault !== null);
    return faults.map((fault) => finding('example', `In its example: ${inWords(fault, row.axis)}.`));
  });
  const sections = rows.sections.flatMap((row) => {
    const fault = sectionFault(row, lexicon);
    const base = named('section_rules', { ...row, phrase: row.heading });
    return fault === null ? [] : [{ ...base, rule: 'example', message: `In its example: ${inWords(fault, '*')}.` }];
  });
  return [...triggers, ...sections];
}

/** Rows among `ids` of `triggers` whose words are in no case. */
export function lintWithCases(
  rows: LexiconRows,
  lexicon: Lexicon,
  ids: ReadonlySet<number>,
  cases: readonly CaseText[],
): LintRow[] {
  const fired = new Set<number>();
  for (const { language, text } of cases) {
    const note = readNote(text, language, lexicon.vocabulary);
    for (const sentence of note.sentences)
      for (const match of matchSentence(note, sentence, lexicon)) fired.add(match.compiled.row.id);
  }
  return rows.triggers
    .filter(({ id }) => ids.has(id) && !fired.has(id))
    .map((row) => ({
      ...named('triggers', row),
      rule: 'no_case',
      severity: 'hint',
      message: 'No case has these words: nothing would tell if the row stopped working. Add one to lexicon_cases.',
    }));
}

function inWords({ came, trigger }: ExampleFault, axis: Axis | '*'): string {
  const values: readonly string[] = axis === '*' ? [] : AXIS_VALUES[axis];
  const said = values.includes(came) ? `${axis} is ${came}` : came;
  return trigger === null ? said : `${said}, decided by "${trigger}"`;
}

function named(table: string, { id, language, phrase }: Pick<TriggerRow, 'id' | 'language' | 'phrase'>) {
  return { severity: 'error' as const, table_name: table, row_id: id, language, phrase };
}

/** Whether a phrase of plain words, written into a note, is found there. */
function findsItself({ id, phrase, language }: TriggerRow, lexicon: Lexicon): boolean {
  if (/<[A-Z]/.test(phrase)) return true;
  // A hyphen at an end holds the phrase to its neighbour.
  const text = phrase.replace(/^-(?=[^-\W])/u, 'x-').replace(/([^-\W])-$/u, '$1-x');
  const tokens = tokenize(text);
  const source = { text, tokens, words: lexicon.vocabulary.words[language], language, accented: true, shifted: false };
  const found = findMatches(source, lexicon.tries[language], 0, tokens.length, tokens.length);
  return found.some(({ compiled }) => compiled.row.id === id);
}
