/** `npm run lexicon -- impact`: which cases, and which spans of notes, a draft would read differently. */

import type { Kysely } from 'kysely';
import type { ExtractionService } from '../../app/operations.js';
import { analyseContexts } from '../../context/analyse.js';
import { ask } from '../../context/case-run.js';
import { readLexicon } from '../../db/lexicon.js';
import { readCases } from '../../db/lexicon-checks.js';
import { readLexiconDraft } from '../../db/lexicon-versions.js';
import type { CaseRow, Database } from '../../db/tables.js';
import { AXES, type AxisContext } from '../../domain/axes.js';
import type { Range } from '../../domain/range.js';
import { compileLexicon, type Lexicon } from '../../lexicon/compile.js';
import { readNote } from '../../text/note.js';
import { positionals, readArguments, type Streams, UsageError } from '../arguments.js';
import { withService } from '../open.js';
import { withDatabase } from '../open-database.js';
import { oneLine, requireDraft, valueAndTrigger } from './check.js';
import { type NoteFile, readNotes } from './notes.js';

interface Lexicons {
  readonly before: Lexicon;
  readonly after: Lexicon;
}

/** An axis that reads differently: `assertion: affirmed -> negated ("no hint of")`. */
type Flip = string;

/** @throws Error when there is no such draft, or when a file cannot be read */
export async function impact(argv: readonly string[], streams: Streams): Promise<void> {
  const options = { draft: { type: 'string' }, notes: { type: 'string', multiple: true } } as const;
  const { values, positionals: given } = readArguments(argv, options);
  // A shell may spread --notes *.txt.
  const paths = [...(values.notes ?? []), ...given];
  if (values.notes === undefined) positionals(given, []);
  const { draft } = values;
  if (draft === undefined) throw new UsageError('Say which draft: --draft NAME.');
  const notes = readNotes(paths);
  if (notes.length === 0) return withDatabase(({ db }) => casesImpact(db, draft, streams).then(() => undefined));
  return withService(async ({ handle: { db }, service }) => {
    const lexicons = await casesImpact(db, draft, streams);
    await notesImpact(service, lexicons, notes, streams);
  });
}

async function casesImpact(db: Kysely<Database>, draft: string, streams: Streams): Promise<Lexicons> {
  await requireDraft(db, draft);
  const active = await readLexicon(db);
  const drafted = await readLexiconDraft(db, draft, active);
  if (drafted === null) throw new Error(`The draft ${draft} has just gone.`);
  const lexicons = { before: compileLexicon(active), after: compileLexicon(drafted.rows) };
  const { rows } = await readCases(db);
  let flipped = 0;
  for (const row of rows) {
    const flips = caseFlips(row, lexicons);
    if (flips.length > 0) flipped++;
    show(`case ${row.id}: ${oneLine(row.text)} [${row.span}]`, flips, streams);
  }
  streams.out(`${flipped} of ${rows.length} cases would be read differently.`);
  return lexicons;
}

function caseFlips(row: CaseRow, { before, after }: Lexicons): Flip[] {
  const past = ask({ kind: 'case', row }, before);
  return ask({ kind: 'case', row }, after).flatMap(({ axis, expected, came, trigger, right }, i) => {
    const earlier = past[i];
    if (earlier === undefined || earlier.came === came) return [];
    const verdict = right ? 'right now' : earlier.right ? 'WRONG now' : 'wrong before and now';
    const change = `${valueAndTrigger(earlier.came, earlier.trigger)} -> ${valueAndTrigger(came, trigger)}`;
    return [`${axis}: ${change}   ${verdict}, expected ${expected}`];
  });
}

async function notesImpact(
  service: ExtractionService,
  lexicons: Lexicons,
  notes: readonly NoteFile[],
  streams: Streams,
): Promise<void> {
  const { signal } = new AbortController();
  let spans = 0;
  let flipped = 0;
  for (const { name, text } of notes) {
    const { concepts } = await service.extractConcepts({ text, language: 'auto', explain: false }, signal);
    spans += concepts.length;
    for (const { sentence, span, flips } of noteFlips(text, concepts, lexicons)) {
      flipped++;
      show(`${name}: ${oneLine(sentence)} [${span}]`, flips, streams);
    }
  }
  streams.out(`${flipped} of ${spans} spans in ${notes.length} notes would be read differently.`);
}

function noteFlips(text: string, spans: readonly Range[], { before, after }: Lexicons) {
  const noteBefore = readNote(text, 'auto', before.vocabulary);
  const past = analyseContexts(noteBefore, spans, before);
  const now = analyseContexts(readNote(text, 'auto', after.vocabulary), spans, after);
  return spans.flatMap((span, i) => {
    const flips = AXES.flatMap((axis): Flip[] => {
      const [old, fresh] = [shown(past[i]?.context[axis]), shown(now[i]?.context[axis])];
      return past[i]?.context[axis]?.value === now[i]?.context[axis]?.value ? [] : [`${axis}: ${old} -> ${fresh}`];
    });
    const inside = noteBefore.sentences.find(({ start, end }) => start <= span.start && span.start < end);
    const sentence = inside ? text.slice(inside.start, inside.end) : '';
    return flips.length > 0 ? [{ sentence, span: text.slice(span.start, span.end), flips }] : [];
  });
}

function shown(context: AxisContext | null | undefined): string {
  return context ? valueAndTrigger(context.value, context.trigger) : 'none';
}

function show(title: string, flips: readonly Flip[], streams: Streams): void {
  if (flips.length === 0) return;
  streams.out(title);
  for (const flip of flips) streams.out(`  ${flip}`);
}
