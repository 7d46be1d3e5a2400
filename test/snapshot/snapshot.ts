/**
 * `npm run snapshot -- record|compare [FILE]`: holds the answers of both operations on every note of the repository, so that a change which
 * must not change any answer can prove it. Asks the service of the environment; the embedded database searches exactly, so that what is found
 * hangs on no random build of an index.
 */

import { parseArgs } from 'node:util';
import type { ExtractionService } from '../../server/app/operations.js';
import { withService } from '../../server/cli/open.js';
import { type HeldAnswer, hashOf, heldAnswer } from './answer.js';
import { differences } from './differences.js';
import { type HeldNote, readSnapshot, writeSnapshot } from './file.js';
import { readNotes, type SnapshotNote } from './notes.js';

const USAGE = `Usage: npm run --silent snapshot -- record [FILE] | compare [FILE]   [--only GLOB] [--shown N]

record writes the answers: in full to NAME.jsonl (held-out notes as hashes only), else one hash a note (test/snapshot/hashes.txt).
compare exits with 1 where an answer is another one, and shows the first differences of notes that may be read.

--only GLOB   notes whose id matches, such as 'gold/*' or '*/fr-a-*'
--shown N     differences that are shown, 20 by default
`;
const HASHES = 'test/snapshot/hashes.txt';
/** Notes at a time. */
const LANES = 2;

interface Answered {
  readonly note: SnapshotNote;
  readonly answer: HeldAnswer;
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { only: { type: 'string', default: '*' }, shown: { type: 'string', default: '20' } },
  });
  const [command, file = HASHES] = positionals;
  if (command !== 'record' && command !== 'compare') throw new Error(USAGE);
  // Before the minute that the answers take.
  const before = command === 'compare' ? readSnapshot(file) : undefined;
  const notes = readNotes(values.only);
  let answers: readonly Answered[] = [];
  await withService(async ({ service }) => {
    answers = await answersTo(service, notes);
  });
  tell(counts(answers));
  if (before !== undefined) return compare(before, answers, values.only === '*', Number(values.shown));
  writeSnapshot(file, answers);
  return 0;
}

async function answersTo(service: ExtractionService, notes: readonly SnapshotNote[]): Promise<Answered[]> {
  const answers: Answered[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < notes.length; at = next++) {
      const note = notes[at] as SnapshotNote;
      answers[at] = { note, answer: await ask(service, note) };
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return answers;
}

async function ask(service: ExtractionService, { text, date }: SnapshotNote): Promise<HeldAnswer> {
  const { signal } = new AbortController();
  const first = await service.extractConcepts({ text, language: 'auto', explain: true }, signal);
  const concepts = first.concepts.map(({ span, code, start, end }) => ({ span, code, start, end }));
  const request = { text, language: 'auto', concepts, note_date: date, explain: true } as const;
  const second = await service.extractContexts(request, signal);
  return heldAnswer(first.concepts, second.contexts);
}

function counts(answers: readonly Answered[]): string {
  const concepts = answers.flatMap(({ answer }) => answer.concepts);
  const candidates = concepts.reduce((sum, { candidates: each = [] }) => sum + each.length, 0);
  const contexts = answers.reduce((sum, { answer }) => sum + answer.contexts.length, 0);
  return `${answers.length} notes, ${concepts.length} spans, ${candidates} candidates, ${contexts} contexts`;
}

/** Tells what differs; the exit code. */
function compare(
  before: ReadonlyMap<string, HeldNote>,
  answers: readonly Answered[],
  isWhole: boolean,
  shown: number,
): number {
  const asked = new Set(answers.map(({ note }) => note.id));
  const missing = isWhole ? [...before.keys()].filter((id) => !asked.has(id)) : [];
  const changed = answers.filter(({ note, answer }) => before.get(note.id)?.sha256 !== hashOf(answer));
  const lines = changed.flatMap(({ note, answer }) => explained(note, before.get(note.id), answer));
  for (const line of lines.slice(0, shown)) process.stdout.write(`${line}\n`);
  if (lines.length > shown) process.stdout.write(`... and ${lines.length - shown} more\n`);
  for (const id of missing) process.stdout.write(`${id}: there is no such note any more\n`);
  const equal = answers.length - changed.length;
  process.stdout.write(`${equal} notes as before, ${changed.length} differ, ${missing.length} missing\n`);
  return changed.length + missing.length === 0 ? 0 : 1;
}

function explained({ id, blind }: SnapshotNote, before: HeldNote | undefined, now: HeldAnswer): string[] {
  if (before === undefined) return [`${id}: not in the file`];
  if (before.answer === undefined) return [`${id}: differs${blind ? ' (held out)' : ''}`];
  const found = differences(before.answer, now);
  return (found.length === 0 ? ['the order of its entries'] : found).map((line) => `${id}: ${line}`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  tell(error instanceof Error ? error.message : 'The snapshot failed.');
  process.exitCode = 2;
}
