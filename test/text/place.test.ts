import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Range } from '../../server/domain/range.js';
import { inSource, readableText } from '../../server/text/markup.js';
import { type PlacedNote, placeSteps, type SpanItem } from '../../server/text/place.js';
import { finish } from '../../server/text/steps.js';
import { tokenize } from '../../server/text/token.js';

function noteOf(text: string): PlacedNote {
  const readable = readableText(text, { hasWord: () => false, isPart: () => false });
  return { text, readable, tokens: inSource(tokenize(readable.text), readable) };
}

function placeItems(text: string, items: readonly SpanItem[]): (Range | null)[] {
  return finish(placeSteps(noteOf(text), items));
}

function words(text: string, spans: readonly string[]): (string | null)[] {
  const items = spans.map((span) => ({ span }));
  return placeItems(text, items).map((range) => range && text.slice(range.start, range.end));
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
    assert.deepEqual(words(text, ['chest pain', 'chest pain', 'chest pain']), [
      'chest&nbsp;pain',
      'chest</b> pain',
      'chest pain',
    ]);
    assert.deepEqual(words(text, ['chest&nbsp;pain']), ['chest&nbsp;pain']);
    assert.deepEqual(words(text, ['chest pain']), ['chest pain']);
  });

  it('places nothing that is blank or not there', () => {
    assert.deepEqual(starts('cough', ['', ' \n', 'fever', '\u200B']), [null, null, null, null]);
  });

  it('takes the very code units first, then those that differ by an invisible character', () => {
    const text = 'No \u200Bfever. Chest pain, fever\u200B yesterday, fe\u200Bver.';
    assert.deepEqual(starts(text, ['fever', 'Chest pain', 'fever', 'fe\u200Bver']), [4, 11, 23, 41]);
    assert.deepEqual(starts(text, ['\u200Bfever', 'fever']), [3, 23]);
    assert.deepEqual(starts(text, ['fever\u200B', 'fever', 'fever']), [23, 4, 41]);
  });

  it('places a span that begins or ends with a mark where it is', () => {
    assert.deepEqual(starts('toux\u0301, toux', ['toux', 'toux\u0301']), [7, 0]);
    assert.deepEqual(starts('\u0301fever, fever', ['fever', 'fever']), [1, 8]);
    assert.deepEqual(starts('3MI, MI', ['MI', 'MI']), [1, 5]);
  });

  it('leaves what overlaps another span until no other is left', () => {
    assert.deepEqual(starts('de Hépatite B and Hépatite B', ['de Hépatite', 'Hépatite B']), [0, 18]);
    assert.deepEqual(starts('severe chest pain', ['severe chest', 'chest pain']), [0, 7]);
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
