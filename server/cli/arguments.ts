/** Command-line arguments: one way to read them, one way to refuse them. */

import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A fault in the arguments: the command ends with exit code 2 and its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads positionals and the named options; both are strict.
 * @throws UsageError for an option that is unknown or lacks its value
 */
export function readArguments<const O extends Options>(argv: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments are wrong.');
  }
}

/** Exactly `count` positionals. @throws UsageError */
export function positionals(given: readonly string[], names: readonly string[]): string[] {
  const missing = names.slice(given.length);
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(', ')}.`);
  if (given.length > names.length) throw new UsageError('Too many arguments.');
  return [...given];
}

/** A whole number in a range; undefined when absent. @throws UsageError */
export function wholeNumber(name: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw new UsageError(`${name} must be a whole number from ${min} to ${max}.`);
  return number;
}

export interface Streams {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** Writes to the terminal: results to stdout, everything else to stderr. */
export const TERMINAL: Streams = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
};

/** Whether the arguments ask how the command is used; what stands behind `--` are names of files. */
function asksHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((argument) => argument === '--help' || argument === '-h');
}

/** A command as npm runs it in a checkout, and what stands on its line up to a column of explanations. */
const NPM_RUN = /npm run (?:--silent )?([a-z]+)(?: --)?((?:.*? {2,})?)/g;

/** Names the commands as whoever runs this one types them: `bin/concepts.mjs` sets the title of the process. */
export function asTyped(text: string): string {
  if (process.title !== 'concepts') return text;
  return text.replace(NPM_RUN, (all, name: string, rest: string) => {
    const typed = `concepts ${name}${rest}`;
    return rest === '' ? typed : typed.padEnd(all.length);
  });
}

/** Runs a command; its exit code is 0, also where its usage was asked for, 2 with the usage for wrong arguments, 1 for any other failure. */
export async function run(
  usage: string,
  argv: readonly string[],
  streams: Streams,
  command: () => Promise<void>,
): Promise<number> {
  if (asksHelp(argv)) {
    streams.out(asTyped(usage));
    return 0;
  }
  try {
    await command();
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed';
    streams.err(asTyped(error instanceof UsageError ? `${message}\n\n${usage}` : message));
    return error instanceof UsageError ? 2 : 1;
  }
}
