/** The seen notes and the annotated sentences, laid out in other ways: a break, a double space or a tab changes no axis. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AXES } from '../../server/domain/axes.js';
import { LANGUAGES } from '../../server/domain/language.js';
import { isHeldOut } from '../evaluation/held-out.js';
import { type AnnotatedText, answersOf, parseAnnotated } from '../support/annotated.js';

const TEST = fileURLToPath(new URL('../../../test/', import.meta.url));
/** The share of axis values that may differ: lines that end where another sentence begins cannot be told from wrapped ones. */
const MOST_CHANGED = 0.001;
const GAP = /(?<=\S) (?=\S)/g;

/** One space becomes `by`. */
interface Change {
  readonly at: number;
  readonly by: string;
}
type Layout = (text: string) => Change[];

function seenNotes(): AnnotatedText[] {
  return (['gold', 'practice'] as const).flatMap((folder) => {
    const files = readdirSync(`${TEST}evaluation/${folder}`).filter((name) => name.endsWith('.json'));
    return files
      .filter((file) => !isHeldOut(file, folder))
      .map((file) => {
        const { text, spans } = JSON.parse(readFileSync(`${TEST}evaluation/${folder}/${file}`, 'utf8'));
        return { text, targets: spans.map(({ start, end }: { start: number; end: number }) => target(start, end)) };
      });
  });
}

function annotatedSentences(): AnnotatedText[] {
  return LANGUAGES.flatMap((language) =>
    readdirSync(`${TEST}context/sentences/${language}`).flatMap((file) =>
      readFileSync(`${TEST}context/sentences/${language}/${file}`, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('@'))
        .map((line) => parseAnnotated(line.replaceAll(' ¶ ', '\n'))),
    ),
  );
}

function target(start: number, end: number) {
  return { start, end, chronic: false, expected: [], trigger: undefined };
}

/** Lines longer than `width` are cut at the last space that fits. */
function wrapped(width: number): Layout {
  return (text) => {
    const changes: Change[] = [];
    let lineStart = 0;
    let space = -1;
    for (let at = 0; at <= text.length; at++) {
      const char = text[at] ?? '\n';
      if (char !== ' ' && char !== '\n') continue;
      if (at - lineStart > width && space > lineStart) {
        changes.push({ at: space, by: '\n' });
        lineStart = space + 1;
      }
      if (char === '\n') lineStart = at + 1;
      space = at;
    }
    return changes;
  };
}

function spaced(by: string): Layout {
  return (text) => [...text.matchAll(GAP)].map(({ index }) => ({ at: index, by }));
}

function laidOut({ text, targets }: AnnotatedText, changes: readonly Change[]): AnnotatedText {
  const moved = (offset: number) => changes.reduce((to, { at, by }) => (at < offset ? to + by.length - 1 : to), offset);
  let other = '';
  let from = 0;
  for (const { at, by } of changes) {
    other += text.slice(from, at) + by;
    from = at + 1;
  }
  return {
    text: other + text.slice(from),
    targets: targets.map((each) => ({ ...each, start: moved(each.start), end: moved(each.end) })),
  };
}

function values(note: AnnotatedText): string[] {
  return answersOf(note).flatMap(({ context }) => AXES.map((axis) => context[axis]?.value ?? 'null'));
}

/** How many axis values a layout changes, of how many. */
function count(notes: readonly AnnotatedText[], layout: Layout): { changed: number; all: number } {
  let changed = 0;
  let all = 0;
  for (const note of notes) {
    const changes = layout(note.text);
    if (changes.length === 0) continue;
    const [before, after] = [values(note), values(laidOut(note, changes))];
    all += before.length;
    changed += before.filter((value, i) => value !== after[i]).length;
  }
  return { changed, all };
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'wrapped at 60 columns': wrapped(60),
  'wrapped at 72 columns': wrapped(72),
  'wrapped at 80 columns': wrapped(80),
  'wrapped at 100 columns': wrapped(100),
  'with doubled spaces': spaced('  '),
  'with tabs for spaces': spaced('\t'),
};

describe('the contexts of a note', function () {
  this.timeout(120_000);
  const notes = [...seenNotes(), ...annotatedSentences()];

  for (const [name, layout] of Object.entries(LAYOUTS)) {
    it(`are the same ${name}`, () => {
      const { changed, all } = count(notes, layout);
      assert.ok(changed <= all * MOST_CHANGED, `${changed} of ${all} values differ`);
    });
  }
});
