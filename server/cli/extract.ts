/** `npm run extract -- FILE...`: the concepts of notes with their contexts, as a table or as JSON lines; with `--json` also of files of notes. */

import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { buffer as readStream } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { ExtractAnswer, ExtractEntry } from '../app/extract.js';
import type { ExtractionService } from '../app/operations.js';
import { parseConfig } from '../config.js';
import { AXES } from '../domain/axes.js';
import { REQUEST_LANGUAGES, type RequestLanguage } from '../domain/language.js';
import { Batch } from '../http/batch/batch.js';
import { readArguments, run, type Streams, TERMINAL, UsageError } from './arguments.js';
import { withService } from './open.js';

const USAGE = `Usage:
  npm run --silent extract -- [--language en|fr|auto] [--note-date YYYY-MM-DD] [--json] FILE...

A table a note, or one JSON line a span with --json. The file - is standard input.
With --json a file .ndjson or .jsonl has a note a line, {"id", "text"}, and is answered with a line a note, as POST /v1/extract/batch does.`;

const OPTIONS = {
  language: { type: 'string' },
  'note-date': { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** A file of notes, one a line. */
const NOTES_FILE = /\.(?:ndjson|jsonl)$/i;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

interface Options {
  readonly files: readonly string[];
  readonly language: RequestLanguage;
  readonly noteDate: string | undefined;
  readonly json: boolean;
}

function readOptions(argv: readonly string[]): Options {
  const { values, positionals: files } = readArguments(argv, OPTIONS);
  const language = REQUEST_LANGUAGES.find((known) => known === (values.language ?? 'auto'));
  const noteDate = values['note-date'];
  if (files.length === 0) throw new UsageError('Name at least one file.');
  if (language === undefined) throw new UsageError(`--language must be one of ${REQUEST_LANGUAGES.join(', ')}.`);
  if (noteDate !== undefined && !ISO_DATE.test(noteDate)) throw new UsageError('--note-date must be YYYY-MM-DD.');
  const json = values.json ?? false;
  if (!json && files.some((file) => NOTES_FILE.test(file))) throw new UsageError('A file of notes needs --json.');
  return { files, language, noteDate, json };
}

/** The spans of one note. */
function extract(service: ExtractionService, text: string, options: Options): Promise<ExtractAnswer> {
  const { language, noteDate } = options;
  const request = { text, language, note_date: noteDate, offsets: 'utf16', explain: false } as const;
  return service.extract(request, new AbortController().signal);
}

function toRow(entry: ExtractEntry): Record<string, string> {
  const axes = AXES.map((axis) => {
    const answer = entry.context[axis];
    if (answer === null) return [axis, '-'];
    return [axis, answer.trigger === null ? answer.value : `${answer.value} "${answer.trigger}"`];
  });
  return {
    span: entry.span,
    status: entry.status,
    code: entry.code ?? '-',
    display: entry.candidates[0]?.display ?? '-',
    cosine: entry.cosine.toFixed(4),
    ...Object.fromEntries(axes),
  };
}

/** Lines of columns that are as wide as their longest cell. */
function table(rows: readonly Record<string, string>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line(columns),
    ...rows.map((row) => line(columns.map((column) => (row[column] ?? '').replace(/\s+/g, ' ')))),
  ].join('\n');
}

/** Answers a file of notes line by line. @returns what is left unanswered, in words; null when nothing is */
async function extractNotes(
  service: ExtractionService,
  file: string,
  { language, noteDate }: Options,
  streams: Streams,
): Promise<string | null> {
  const config = parseConfig(process.env);
  const batch = new Batch({
    limits: config,
    requestId: randomUUID(),
    shared: { language, ...(noteDate === undefined ? {} : { note_date: noteDate }) },
    window: config.BATCH_NOTES,
    extract: (request) => service.extract(request, new AbortController().signal),
  });
  const notes = await open(file);
  for await (const line of batch.answers(notes.createReadStream())) streams.out(line.trimEnd());
  if (batch.cut !== undefined) return `${file} could not be read to its end.`;
  if (batch.errors === 0) return null;
  return `${batch.errors} of ${batch.notes} notes of ${file} are not answered; their lines say why.`;
}

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return run(USAGE, argv, streams, async () => {
    const options = readOptions(argv);
    const unanswered: string[] = [];
    await withService(async ({ service }) => {
      for (const file of options.files) {
        if (options.json && NOTES_FILE.test(file)) {
          const left = await extractNotes(service, file, options, streams);
          if (left !== null) unanswered.push(left);
          continue;
        }
        const text = await readNoteFile(file);
        show(file, await extract(service, text, options), options, streams);
      }
    });
    if (unanswered.length > 0) throw new Error(unanswered.join('\n'));
  });
}

/** @throws Error that names the file when it is not UTF-8: a note must not be read with wrong letters */
async function readNoteFile(file: string): Promise<string> {
  const bytes = file === '-' ? await readStream(process.stdin) : await readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file} is not UTF-8; convert it first, for example with iconv -f latin1 -t utf8.`);
  }
}

function show(
  file: string,
  { spans: found, language: noteLanguage }: ExtractAnswer,
  options: Options,
  streams: Streams,
) {
  if (noteLanguage === 'other') streams.err(`${file} is in neither English nor French: spans are missing or wrong.`);
  if (options.json) {
    for (const { semantic_tag, language, section, ...entry } of found) streams.out(JSON.stringify({ file, ...entry }));
    return;
  }
  streams.out(`${file}: ${found.length} spans`);
  if (found.length > 0) streams.out(`${table(found.map(toRow))}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
