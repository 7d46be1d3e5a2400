#!/usr/bin/env node
// `concepts COMMAND`: runs the compiled commands, as `npm run COMMAND` does in a checkout, and compiles nothing.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COMMANDS = {
  start: ['main.js', 'the service: HTTP API, workbench and documentation'],
  extract: ['cli/extract.js', 'the concepts of notes with their contexts, as a table or as JSON lines'],
  mcp: ['cli/mcp.js', 'the tools of an assistant over standard input and output (MCP)'],
  bulk: ['cli/bulk.js', 'a whole table of notes into NOTE_NLP of OMOP'],
  keys: ['cli/keys.js', 'creates, lists and revokes API keys'],
  import: ['cli/import.js', 'loads a SNOMED CT release or a list of terms'],
  terminology: ['cli/terminology.js', 'lists, serves and drops loaded releases'],
  lexicon: ['cli/lexicon.js', 'checks, lints, exports and imports the lexicon'],
  model: ['cli/model.js', 'tries out an embedding model, and serves it'],
  calibrate: ['cli/calibrate.js', 'fits thresholds and decision on labelled phrases and notes'],
  evaluate: ['cli/evaluate.js', 'scores the service on labelled files'],
};

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
const USAGE = `Usage:
  concepts COMMAND [arguments]
  concepts COMMAND --help

${Object.entries(COMMANDS)
  .map(([name, [, what]]) => `  ${name.padEnd(width)}  ${what}`)
  .join('\n')}

Settings are environment variables (.env.example). Without DATABASE_URL there is an embedded database in the folder .data, or in DATA_DIR.
`;

const inPackage = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

async function run(name, argv) {
  const file = inPackage(`dist/server/${COMMANDS[name][0]}`);
  if (!existsSync(file)) return refuse('This checkout is not compiled: run npm ci, then npm run build.');
  // A command runs when it is the program of the process.
  process.argv = [process.execPath, file, ...argv];
  process.title = 'concepts';
  await import(pathToFileURL(file).href);
}

const [name, ...argv] = process.argv.slice(2);
if (name === undefined) refuse(USAGE.trimEnd());
else if (name === '--help' || name === '-h' || name === 'help') process.stdout.write(USAGE);
else if (name === '--version')
  process.stdout.write(`${JSON.parse(readFileSync(inPackage('package.json'), 'utf8')).version}\n`);
else if (Object.hasOwn(COMMANDS, name)) await run(name, argv);
else
  refuse(
    `There is no command ${JSON.stringify(name)}. Commands: ${Object.keys(COMMANDS).join(', ')}; see concepts --help.`,
  );
