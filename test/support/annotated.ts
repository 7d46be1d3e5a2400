/**
 * Annotated sentences: a note with its expected contexts written into it, such as
 * `Pas d'<t assertion=negated trigger="Pas d'">œdème</t>.`
 *
 * Attributes of `<t>`: any axis with its value (`null` where it does not apply), `trigger` of the first named axis
 * (`trigger=""` for none), `chronic=1` for a concept that is flagged chronic, `kind=taken|had|other` for what the
 * concept is known to be.
 */

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { analyseContexts, type ContextAnswer } from '../../server/context/analyse.js';
import type { TargetKind } from '../../server/context/sentence-cues.js';
import { AXES, type Axis } from '../../server/domain/axes.js';
import type { RequestLanguage } from '../../server/domain/language.js';
import { compileLexicon, type Lexicon } from '../../server/lexicon/compile.js';
import { type LexiconFiles, readLexiconFiles } from '../../server/lexicon/files.js';
import { readNote } from '../../server/text/note.js';

export interface AnnotatedTarget {
  readonly start: number;
  readonly end: number;
  readonly chronic: boolean;
  readonly kind?: TargetKind | undefined;
  readonly expected: readonly (readonly [Axis, string | null])[];
  /** The trigger of the first named axis; undefined where the sentence does not say. */
  readonly trigger: string | null | undefined;
}

export interface AnnotatedText {
  readonly text: string;
  readonly targets: readonly AnnotatedTarget[];
}

export interface RunOptions {
  readonly language?: RequestLanguage;
  readonly noteDate?: string;
  readonly lexicon?: Lexicon;
  readonly explain?: boolean;
}

const TAG = /<t((?: [a-z_]+=(?:"[^"]*"|[^\s">]+))*)>([^<]*)<\/t>/g;
const ATTRIBUTE = /([a-z_]+)=(?:"([^"]*)"|([^\s">]+))/g;
const NO_AXES: ReadonlySet<string> = new Set(['trigger', 'chronic', 'kind']);
const LEXICONS = fileURLToPath(new URL('../../../lexicons', import.meta.url));

let files: LexiconFiles | undefined;
let fault: unknown;
let compiled: Lexicon | undefined;

/** The rows of the lexicon files, read once; files with a fault fail every test at once. */
export function lexiconFiles(): LexiconFiles {
  if (fault !== undefined) throw fault;
  try {
    files ??= readLexiconFiles(LEXICONS);
  } catch (error) {
    fault = error;
    throw error;
  }
  return files;
}

/** The shipped lexicon, compiled once. */
export function shippedLexicon(): Lexicon {
  compiled ??= compileLexicon(lexiconFiles());
  return compiled;
}

/** Takes the annotations out of a text. */
export function parseAnnotated(source: string): AnnotatedText {
  const targets: AnnotatedTarget[] = [];
  let text = '';
  let at = 0;
  for (const match of source.matchAll(TAG)) {
    text += source.slice(at, match.index);
    const start = text.length;
    text += match[2] ?? '';
    targets.push(toTarget(match[1] ?? '', start, text.length));
    at = match.index + match[0].length;
  }
  text += source.slice(at);
  assert.ok(targets.length > 0 && !text.includes('<t'), `not an annotated text: ${source}`);
  return { text, targets };
}

/** Analyses an annotated text and lists where the answers differ from its annotations. */
export function differences(annotated: AnnotatedText, options: RunOptions = {}): string[] {
  const { text, targets } = annotated;
  return answersOf(annotated, options).flatMap((answer, i) => {
    const target = targets[i] as AnnotatedTarget;
    const found = target.expected.flatMap(([axis, value], n) => {
      const actual = answer.context[axis];
      const right = (actual?.value ?? null) === value;
      const wrongTrigger = n === 0 && target.trigger !== undefined && (actual?.trigger ?? null) !== target.trigger;
      return right && !wrongTrigger
        ? []
        : [`${axis} is ${actual?.value ?? null} (${JSON.stringify(actual?.trigger ?? null)})`];
    });
    const where = `"${text}" [${text.slice(target.start, target.end)}]`;
    return [
      ...found.map((difference) => `${where}: ${difference}`),
      ...broken(answer, text).map((fault) => `${where}: ${fault}`),
    ];
  });
}

/** The answers for the targets of an annotated text. */
export function answersOf({ text, targets }: AnnotatedText, options: RunOptions = {}): ContextAnswer[] {
  const lexicon = options.lexicon ?? shippedLexicon();
  return analyseContexts(readNote(text, options.language ?? 'auto', lexicon.vocabulary), targets, lexicon, options);
}

/** How much speaks for the assertion of each target, before it is fitted to a confidence. */
export function assertionScores(source: string): number[] {
  return answersOf(parseAnnotated(source), { explain: true }).map(
    (answer) => answer.explain?.find(({ axis }) => axis === 'assertion')?.score ?? 0,
  );
}

/** Asserts that every annotated text reads as annotated; all differences in one message. */
export function assertReads(sources: readonly string[], options: RunOptions = {}): void {
  const found = sources.flatMap((source) => differences(parseAnnotated(source), options));
  assert.deepEqual(found, []);
}

/** What no answer may be, whatever the text: a non-default value without trigger, a trigger that is not in the text. */
export function broken(answer: ContextAnswer, text: string): string[] {
  const defaults: Record<Axis, string> = {
    assertion: 'affirmed',
    subject: 'patient',
    temporality: 'current',
    certainty: 'confirmed',
    role: 'finding',
  };
  return AXES.flatMap((axis) => {
    const found = answer.context[axis];
    if (!found) return [];
    if (found.trigger === null) return found.value === defaults[axis] ? [] : [`${axis} has no trigger`];
    return text.includes(found.trigger) && found.trigger !== '' ? [] : [`${axis}: the text has no "${found.trigger}"`];
  });
}

function toTarget(attributes: string, start: number, end: number): AnnotatedTarget {
  const found = [...attributes.matchAll(ATTRIBUTE)].map(
    (match) => [match[1] ?? '', match[2] ?? match[3] ?? ''] as const,
  );
  const trigger = found.find(([name]) => name === 'trigger')?.[1];
  const chronic = found.some(([name]) => name === 'chronic');
  const kind = found.find(([name]) => name === 'kind')?.[1] as TargetKind | undefined;
  const expected = found
    .filter(([name]) => !NO_AXES.has(name))
    .map(([name, value]) => {
      assert.ok((AXES as readonly string[]).includes(name), `no axis: ${name}`);
      return [name as Axis, value === 'null' ? null : value] as const;
    });
  return { start, end, chronic, kind, expected, trigger: trigger === '' ? null : trigger };
}
