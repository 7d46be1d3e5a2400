/** `npm run lexicon -- check | impact | lint | export | import`: the lexicon as a whole. Each command has a file in lexicon/. */

import { pathToFileURL } from 'node:url';
import { run, type Streams, TERMINAL, UsageError } from './arguments.js';
import { check } from './lexicon/check.js';
import { exportLexicon } from './lexicon/export.js';
import { impact } from './lexicon/impact.js';
import { importFiles } from './lexicon/import.js';
import { lint } from './lexicon/lint.js';

const COMMANDS: Readonly<Record<string, (argv: readonly string[], streams: Streams) => Promise<void>>> = {
  check,
  impact,
  lint,
  export: exportLexicon,
  import: importFiles,
};

const USAGE = `Usage:
  npm run --silent lexicon -- check [--draft NAME]    runs the cases and all examples; ends with 1 when one is wrong
  npm run --silent lexicon -- impact --draft NAME [--notes PATH]...
                                                      what the draft would change of the cases, and of the spans of
                                                      notes: a folder of *.txt, a .txt or a .jsonl with "text"
  npm run --silent lexicon -- lint [options]          what is wrong or worth a look in the live rows
  npm run --silent lexicon -- export DIR              writes the live rows in the form of lexicons/
  npm run --silent lexicon -- import DIR [options]    makes a draft of what the files of DIR change; cases
                                                      are changed at once

Options of lint:
  --severity NAME    error, warning or hint: this and what is graver; default warning
  --language NAME    en or fr; default both

Options of import:
  --draft NAME       the draft, default import
  --live             no draft: the changes are served at once, as one version
  --keep             leaves rows alone that the files lack; else they are removed
  --author NAME      who, default the role of the database
  --reason TEXT      why`;

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return run(USAGE, argv, streams, async () => {
    const [verb = '', ...rest] = argv;
    const command = COMMANDS[verb];
    if (command === undefined) throw new UsageError(`Say ${Object.keys(COMMANDS).join(', ')}.`);
    await command(rest, streams);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
