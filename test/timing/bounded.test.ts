import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { analyseContexts, triggerRanges } from '../../server/context/analyse.js';
import { readNote } from '../../server/text/note.js';
import { annotated } from '../concepts/read.js';
import { broken, lexiconFiles, shippedLexicon } from '../support/annotated.js';
import { slowness } from './machine.js';

const BENCH = fileURLToPath(new URL('../bench/contexts.js', import.meta.url));
const LONGEST = 100_000;
const MOST_TARGETS = 1000;
/** Far above what it takes on an idle core, far below what a quadratic step would take; longer on a machine that is slow just now. */
const BOUND_MS = 12_000;

const HOSTILE: Readonly<Record<string, string>> = {
  commas: ',',
  'ne without pas': 'ne ',
  'ne pas': 'ne pas ',
  triggers: 'no ',
  lists: 'no fever, ',
  brackets: '(',
  letters: 'a',
  'line ends': '\n',
  cells: '5 mg | ',
  keys: 'a: ',
  answers: ': no ',
  relatives: 'mother of ',
  numbers: '3 ',
  dates: '12/03/2019 ',
  durations: '3 weeks ',
  bullets: '- a\n',
  'lead-ins': 'Denies:\n- a\n',
  stops: '. ',
  questions: '?',
  hyphens: 'a-',
  elisions: "d'",
  articles: "l'",
  pseudos: 'no change in ',
  enumerators: '1. Asthma ',
  headings: 'FAMILY HISTORY ',
  emoji: '😀',
  marks: 'e\u0301',
};

function targetsOf(text: string) {
  return Array.from({ length: MOST_TARGETS }, (_, i) => {
    const start = Math.floor((i * text.length) / MOST_TARGETS);
    return { start, end: start + 5 };
  });
}

/** A note of about `length` characters made of the lexicon's examples, and their spans. */
function noteOf(length: number) {
  const rows = lexiconFiles().triggers;
  const targets: { start: number; end: number }[] = [];
  let text = '';
  for (let i = 0; text.length < length; i++) {
    const example = (rows[(i * 37) % rows.length]?.example_ok ?? '').replaceAll(' ¶ ', '\n');
    targets.push({ start: text.length + example.indexOf('['), end: text.length + example.indexOf(']') - 1 });
    text += `${example.replace('[', '').replace(']', '')}${i % 4 === 3 ? '\n' : ' '}`;
  }
  return { text, targets };
}

function analyse({ text, targets }: ReturnType<typeof noteOf>) {
  const lexicon = shippedLexicon();
  return analyseContexts(readNote(text, 'auto', lexicon.vocabulary), targets, lexicon);
}

describe('what concept extraction reads of a note', function () {
  this.timeout(300_000);
  before('read the lexicon', () => annotated('fever'));

  for (const [name, piece] of Object.entries(HOSTILE)) {
    it(`takes bounded time for 100,000 characters of ${name}`, async () => {
      const text = piece.repeat(Math.ceil(LONGEST / piece.length)).slice(0, LONGEST);
      const began = performance.now();
      await annotated(text);
      const took = performance.now() - began;
      assert.ok(took < BOUND_MS || took < BOUND_MS * slowness(), `${took.toFixed(0)} ms`);
    });
  }
});

describe('context analysis', function () {
  this.timeout(120_000);

  for (const [name, unit] of Object.entries(HOSTILE)) {
    it(`takes bounded time for 100,000 characters of ${name}`, () => {
      const text = unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST);
      const lexicon = shippedLexicon();
      const began = performance.now();
      const note = readNote(text, 'auto', lexicon.vocabulary);
      const answers = analyseContexts(note, targetsOf(text), lexicon);
      triggerRanges(note, lexicon);
      const took = performance.now() - began;
      assert.ok(took < BOUND_MS || took < BOUND_MS * slowness(), `${took.toFixed(0)} ms`);
      assert.deepEqual(answers.flatMap((answer) => broken(answer, text)).slice(0, 5), []);
    });
  }

  it('takes time in proportion to the text', () => {
    // In a process of its own: here the heap of thousands of other tests would be measured with it.
    const { NODE_V8_COVERAGE: _, ...env } = process.env;
    const ratios = [0, 1, 2, 3, 4].map(() => {
      const { stdout } = spawnSync(process.execPath, [BENCH], { env, encoding: 'utf8' });
      return Number(/four times as long: ([\d.]+) times/.exec(stdout)?.[1]);
    });
    // The least of five measurements: other work of the machine can only lengthen one side of each.
    assert.ok(Math.min(...ratios) < 4.6, `4 times the text took ${ratios.join(', ')} times as long`);
  });

  it('gives every non-default value a trigger that the text has, and the same answer each time', () => {
    const note = noteOf(60_000);
    const answers = analyse(note);
    assert.deepEqual(
      answers.flatMap((answer) => broken(answer, note.text)),
      [],
    );
    assert.equal(JSON.stringify(analyse(note)), JSON.stringify(answers));
  });
});
