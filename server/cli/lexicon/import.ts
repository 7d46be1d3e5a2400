/** `npm run lexicon -- import DIR`: what the files of a folder change, as a draft or live. */

import { basename, resolve } from 'node:path';
import { type Imported, importLexicon, type PlacedRows, type TableReport } from '../../db/lexicon-transfer.js';
import { type LexiconFiles, readLexiconFiles } from '../../lexicon/files.js';
import { positionals, readArguments, type Streams, UsageError } from '../arguments.js';
import { withDatabase } from '../open-database.js';

const OPTIONS = {
  draft: { type: 'string' },
  live: { type: 'boolean' },
  keep: { type: 'boolean' },
  author: { type: 'string' },
  reason: { type: 'string' },
} as const;

/** @throws LexiconError, ImportRefused: every fault with file and line; nothing is written then */
export async function importFiles(argv: readonly string[], streams: Streams): Promise<void> {
  const { values, positionals: given } = readArguments(argv, OPTIONS);
  const [dir] = positionals(given, ['the folder to read']) as [string];
  if (values.live && values.draft !== undefined) throw new UsageError('Say --draft NAME or --live, not both.');
  const draft = values.live ? null : (values.draft ?? 'import');
  const { author = '', reason = `import of ${basename(resolve(dir))}`, keep = false } = values;
  const files = readLexiconFiles(dir);
  const { caseLanguages, wordClasses } = files;
  const imported = await withDatabase(({ db }) =>
    importLexicon(db, placedRows(files), { draft, keep, author, reason, caseLanguages, wordClasses }),
  );
  show(imported, draft, streams);
}

function placedRows({ triggers, sections, words, confidences, cases, places }: LexiconFiles): PlacedRows {
  const placed = <R extends object>(rows: readonly R[]) =>
    rows.map((row) => ({ ...row, place: places.get(row) ?? '' }));
  return {
    triggers: placed(triggers),
    section_rules: placed(sections),
    token_classes: placed(words),
    confidence_points: placed(confidences),
    lexicon_cases: placed(cases),
  };
}

function show({ report, wordClasses }: Imported, draft: string | null, streams: Streams): void {
  for (const [table, { added, changed, removed }] of Object.entries(report))
    streams.out(`${table}: ${added} added, ${changed} changed, ${removed} removed`);
  const { lexicon_cases: cases, ...tables } = report;
  const rest = changes(cases) + wordClasses === 0 ? '' : ' else';
  if (wordClasses > 0)
    streams.out(`Classes of words are added at once: ${wordClasses} are new or have another meaning.`);
  if (changes(cases) > 0) streams.out('The cases are changed at once: they guard drafts, and are part of none.');
  if (Object.values(tables).every((table) => changes(table) === 0))
    streams.out(`The files change nothing${rest}${draft === null ? '' : ` in the draft ${draft}`}.`);
  else if (draft === null) streams.out('The changes are live, as one version.');
  else
    streams.out(
      `The changes are in the draft ${draft}: SELECT * FROM lexicon_draft_diff. Make it live: SELECT lexicon_activate('${draft}').`,
    );
}

function changes({ added, changed, removed }: TableReport): number {
  return added + changed + removed;
}
