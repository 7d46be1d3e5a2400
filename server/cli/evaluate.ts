/** `npm run evaluate -- contexts|concepts|judged|rules|phrases|language|readings FILE...`: scores the service on labelled files. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { OpenService } from '../app/open-service.js';
import { LANGUAGES } from '../domain/language.js';
import { readArguments, run, type Streams, TERMINAL, UsageError } from './arguments.js';
import { conceptNote, READINGS, scoreConcepts } from './evaluation/concepts.js';
import { contextCase, goldNote, scoreContexts, toCases } from './evaluation/contexts.js';
import { fitConfidence } from './evaluation/fit-confidence.js';
import { scoreJudged } from './evaluation/judged.js';
import { judgedNote } from './evaluation/judged-notes.js';
import { readPhrases } from './evaluation/labelled-phrases.js';
import { scoreLanguage } from './evaluation/language.js';
import { scorePhrases } from './evaluation/phrases.js';
import { readingCase, scoreReadings } from './evaluation/readings.js';
import { scoreRules } from './evaluation/rules.js';
import { withService } from './open.js';

const USAGE = `Usage:
  npm run --silent evaluate -- contexts [--faults] [--reliability] [--fit-confidence DIR] FILE...
  npm run --silent evaluate -- concepts [--readings N] FILE...
  npm run --silent evaluate -- judged [--unjudged] FILE...
  npm run --silent evaluate -- rules FILE...
  npm run --silent evaluate -- phrases [--faults] FILE...
  npm run --silent evaluate -- language FILE...
  npm run --silent evaluate -- readings [--faults] FILE...

The formats are in docs/quality.md. --faults lists every wrong answer of contexts, phrases or readings as a JSON line,
--readings N counts the first N readings of the labels' codes only (all of them are ${READINGS}),
--unjudged lists every first candidate that no reader has judged as a JSON line,
--reliability how often answers of each confidence are right. --fit-confidence writes the points of
confidence that fit these answers to DIR/en/confidence.tsv and DIR/fr/confidence.tsv.`;

/**
 * The labelled objects of files: one a line of a .jsonl file, one a .json file.
 * @throws Error with file and line when one is not JSON or not of the format
 */
async function readLabelled<S extends z.ZodType>(files: readonly string[], schema: S): Promise<z.infer<S>[]> {
  const found: z.infer<S>[] = [];
  for (const file of files) {
    const content = await readFile(file, 'utf8');
    for (const [i, line] of (file.endsWith('.json') ? [content] : content.split('\n')).entries()) {
      if (line.trim() !== '') found.push(parseLine(line, schema, `${file}:${i + 1}`));
    }
  }
  if (found.length === 0) throw new Error('There is nothing labelled in these files.');
  return found;
}

function parseLine<S extends z.ZodType>(line: string, schema: S, where: string): z.infer<S> {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new Error(`${where}: not of the expected format (docs/quality.md)`);
  }
}

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return run(USAGE, argv, streams, async () => {
    const { values, positionals } = readArguments(argv, {
      faults: { type: 'boolean' },
      readings: { type: 'string' },
      unjudged: { type: 'boolean' },
      reliability: { type: 'boolean' },
      'fit-confidence': { type: 'string' },
    });
    const [kind, ...files] = positionals;
    if (kind === undefined || !(kind in EVALUATIONS))
      throw new UsageError(`Say one of ${Object.keys(EVALUATIONS).join(', ')}.`);
    if (files.length === 0) throw new UsageError('Name at least one file.');
    const evaluate = await EVALUATIONS[kind as keyof typeof EVALUATIONS](files, values);
    await withService(async (opened) => streams.out(await evaluate(opened)));
  });
}

interface Show {
  readonly faults?: boolean;
  readonly readings?: string;
  readonly unjudged?: boolean;
  readonly reliability?: boolean;
  readonly 'fit-confidence'?: string;
}

/** Reads what is labelled, and gives what is to be asked of the service and reported. */
type Evaluation = (files: readonly string[], show: Show) => Promise<(opened: OpenService) => Promise<string>>;

const concepts: Evaluation = async (files, show) => {
  const readings = show.readings === undefined ? READINGS : Number(show.readings);
  if (!Number.isInteger(readings) || readings < 1 || readings > READINGS)
    throw new UsageError(`--readings is a whole number from 1 to ${READINGS}.`);
  const notes = await readLabelled(files, conceptNote);
  return (opened) => scoreConcepts(opened, notes, readings);
};

const judged: Evaluation = async (files, show) => {
  const notes = await readLabelled(files, judgedNote);
  return async (opened) => {
    const { report, unjudged } = await scoreJudged(opened, notes);
    return [report, ...(show.unjudged ? unjudged.map((each) => JSON.stringify(each)) : [])].join('\n');
  };
};

const rules: Evaluation = async (files) => {
  const notes = await readLabelled(files, z.union([judgedNote, conceptNote]));
  return (opened) => scoreRules(opened, notes);
};

const phrases: Evaluation = async (files, show) => {
  const labelled = await readPhrases(files);
  return (opened) => scorePhrases(opened, labelled, show);
};

const language: Evaluation = async (files) => {
  const notes = await readLabelled(files, conceptNote);
  return async ({ live }) => {
    if (live.state === null) throw new Error('No terminology or model is served.');
    return scoreLanguage(notes, live.state.lexicon.vocabulary);
  };
};

const readings: Evaluation = async (files, show) => {
  const cases = await readLabelled(files, readingCase);
  return async ({ live }) => {
    if (live.state === null) throw new Error('No terminology or model is served.');
    const { report, faults } = scoreReadings(cases, live.state.lexicon);
    return [report, ...(show.faults ? faults.map((fault) => JSON.stringify(fault)) : [])].join('\n');
  };
};

const contexts: Evaluation = async (files, show) => {
  const labelled = await readLabelled(files, z.union([goldNote, contextCase]));
  const cases = labelled.flatMap((item) => ('spans' in item ? toCases(item) : [item]));
  return async ({ service }) => {
    const { report, faults, reliability, scored } = await scoreContexts(service, cases);
    const lines = [report];
    if (show.reliability) lines.push(reliability.report());
    if (show.faults) lines.push(...faults.map((fault) => JSON.stringify(fault)));
    const dir = show['fit-confidence'];
    if (dir !== undefined) {
      for (const language of LANGUAGES)
        await writeFile(join(dir, language, 'confidence.tsv'), fitConfidence(scored, language));
    }
    return lines.join('\n');
  };
};

const EVALUATIONS = { contexts, concepts, judged, rules, phrases, language, readings } as const;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
