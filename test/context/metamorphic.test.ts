import assert from 'node:assert/strict';
import { AXES } from '../../server/domain/axes.js';
import type { Language } from '../../server/domain/language.js';
import { type AnnotatedText, answersOf, lexiconFiles } from '../support/annotated.js';

interface Source {
  readonly language: Language;
  readonly parts: readonly [string, string, string];
}

/** Every n-th example of the lexicon: text before its span, the span, text after it. */
const SAMPLE = 5;

function sources(): Source[] {
  return lexiconFiles()
    .triggers.filter((_, i) => i % SAMPLE === 0)
    .map((row) => {
      const text = row.example_ok.replaceAll(' ¶ ', '\n');
      const [open, close] = [text.indexOf('['), text.indexOf(']')];
      return {
        language: row.language,
        parts: [text.slice(0, open), text.slice(open + 1, close), text.slice(close + 1)],
      };
    });
}

function annotated([before, span, after]: Source['parts']): AnnotatedText {
  const target = {
    start: before.length,
    end: before.length + span.length,
    chronic: false,
    expected: [],
    trigger: undefined,
  };
  return { text: before + span + after, targets: [target] };
}

function values(parts: Source['parts'], language: Language): string {
  const answer = answersOf(annotated(parts), { language })[0];
  return AXES.map((axis) => answer?.context[axis]?.value ?? 'null').join(' ');
}

function assertSame(change: (part: string, index: number, language: Language) => string): void {
  const changed = sources().flatMap(({ language, parts }) => {
    const other = parts.map((part, i) => change(part, i, language)) as unknown as Source['parts'];
    const [expected, actual] = [values(parts, language), values(other, language)];
    return expected === actual ? [] : [`${other.join('|')}: ${actual} instead of ${expected}`];
  });
  assert.deepEqual(changed, []);
}

describe('the context of a span', function () {
  this.timeout(60_000);

  it('is the same with Windows line ends', () => assertSame((part) => part.replaceAll('\n', '\r\n')));

  it('is the same with no-break spaces', () => assertSame((part) => part.replaceAll(' ', '\u00A0')));

  it('is the same with typographic apostrophes and hyphens', () =>
    assertSame((part) => part.replaceAll("'", '\u2019').replace(/(\w)-(\w)/g, '$1\u2010$2')));

  it('is the same in capitals', () => assertSame((part) => part.toUpperCase()));

  it('is the same without accents, and with decomposed ones', () => {
    assertSame((part) => part.normalize('NFD').replace(/[\u0300-\u036f]/g, ''));
    assertSame((part) => part.normalize('NFD'));
  });

  it('is the same after an unrelated sentence', () => {
    const unrelated = { en: 'The weather was fine on Tuesday. ', fr: 'Le temps était beau mardi. ' };
    assertSame((part, i, language) => (i === 0 ? unrelated[language] + part : part));
  });

  it('comes twice where the text stands twice', () => {
    const text = 'Denies nausea. Mother had gout.';
    const target = (start: number, length: number) => ({
      start,
      end: start + length,
      chronic: false,
      expected: [],
      trigger: undefined,
    });
    const offset = text.length + 1;
    const targets = [target(7, 6), target(26, 4), target(offset + 7, 6), target(offset + 26, 4)];
    const answers = answersOf({ text: `${text} ${text}`, targets });
    assert.deepEqual(answers.slice(2), answers.slice(0, 2));
  });
});
