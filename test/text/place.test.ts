import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Range } from '../../server/domain/range.js';
import { readableText } from '../../server/text/markup.js';
import { placeSteps, type SpanItem } from '../../server/text/place.js';
import { finish } from '../../server/text/steps.js';

function placeItems(text: string, items: readonly SpanItem[]): (Range | null)[] {
  return finish(placeSteps(text, items));
}

function starts(text: string, items: readonly (string | SpanItem)[]): (number | null)[] {
  return placeItems(
    text,
    items.map((item) => (typeof item === 'string' ? { span: item } : item)),
  ).map((range) => range?.start ?? null);
}

describe('placing spans', () => {
  it('gives the n-th item with a span its n-th occurrence, and the last one again after that', () => {
    assert.deepEqual(starts('rash, then rash, then rash', ['rash', 'rash', 'rash', 'rash']), [0, 11, 22, 22]);
  });

  it('places the longest first and leaves what it takes to it', () => {
    assert.deepEqual(starts('Back pain for weeks. No pain at rest.', ['pain', 'Back pain']), [24, 0]);
    assert.deepEqual(starts('Back pain for weeks.', ['pain', 'Back pain']), [5, 0]);
    assert.deepEqual(starts('Back pain. No pain.', ['Back pain', 'pain', 'pain']), [0, 14, 5]);
  });

  it('prefers the very words, then those that differ by case, accents or white space', () => {
    assert.deepEqual(starts('Fièvre hier. fievre ce jour.', ['fievre']), [13]);
    assert.deepEqual(starts('FIEVRE puis frissons', ['fièvre']), [0]);
    assert.deepEqual(starts('chest\n   pain', ['chest pain']), [0]);
    assert.deepEqual(starts('Œdème', ['oedeme']), [0]);
    assert.deepEqual(starts('Œdème', ['edeme']), [null]);
    assert.deepEqual(starts('Cough. No cough.', ['cough', 'Cough']), [10, 0]);
  });

  it('prefers whole words to parts of words', () => {
    assert.deepEqual(starts('MIDAZOLAM after MI', ['MI']), [16]);
    assert.deepEqual(starts('antihistamine', ['histamine']), [4]);
  });

  it('takes the offsets of an item at their word, or not at all', () => {
    const text = 'cough, cough';
    assert.deepEqual(starts(text, [{ span: 'cough', start: 7, end: 12 }, 'cough']), [7, 0]);
    assert.deepEqual(starts(text, [{ span: 'cough', start: 1, end: 6 }]), [null]);
    assert.deepEqual(starts(text, [{ span: 'cough', start: 7, end: 99 }]), [null]);
  });

  it('finds spans that the text has only without its markup, with what stands inside them', () => {
    const text = 'No chest&nbsp;pain, <b>chest</b> pain on Monday, chest pain now';
    const readable = readableText(text, { hasWord: () => false, isPart: () => false });
    const places = (spans: string[]) =>
      finish(
        placeSteps(
          text,
          spans.map((span) => ({ span })),
          readable,
        ),
      ).map((range) => range && text.slice(range.start, range.end));
    assert.deepEqual(places(['chest pain', 'chest pain', 'chest pain']), [
      'chest&nbsp;pain',
      'chest</b> pain',
      'chest pain',
    ]);
    assert.deepEqual(places(['chest&nbsp;pain']), ['chest&nbsp;pain']);
  });

  it('places nothing that is blank or not there', () => {
    assert.deepEqual(starts('cough', ['', ' \n', 'fever', '\u200B']), [null, null, null, null]);
  });

  it('finds every slice of a text, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 3 }), fc.nat(), fc.nat(), (text, a, b) => {
        const [from, to] = [a % text.length, b % text.length].sort((x, y) => x - y) as [number, number];
        const [range] = placeItems(text, [{ span: text.slice(from, to + 1), start: from, end: to + 1 }]);
        const blank = text.slice(from, to + 1).trim() === '';
        assert.deepEqual(range, blank ? null : { start: from, end: to + 1 });
      }),
    );
  });

  it('takes bounded time for a thousand spans in the longest text', () => {
    const text = 'pain and more pain '.repeat(5300);
    const items = Array.from({ length: 1000 }, (_, i) => ({ span: 'pain and more '.repeat(1 + (i % 50)).trim() }));
    const worst = Array.from({ length: 1000 }, (_, i) => ({ span: `b${'a'.repeat(500 + (i % 400))}` }));
    const began = performance.now();
    placeItems(text, items);
    placeItems('a'.repeat(100_000), worst);
    assert.ok(performance.now() - began < 5000);
  });
});
