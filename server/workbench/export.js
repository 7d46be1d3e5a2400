/** Files of the spans that are listed. They are made here: nothing is sent for them. */

import { AXES } from './compare.js';

const COLUMNS = [
  'span',
  'start',
  'end',
  'language',
  'section',
  'status',
  'code',
  'display',
  'semantic_tag',
  'concept_confidence',
  ...AXES,
  'context_confidence',
  'readable_note',
  'verdict',
  'correct_code',
];

/**
 * The members of the API, with the review of each span.
 * @param {{ spans: object[], versions: object }} result
 * @param {{ review: object | undefined }[]} items the same spans, with their reviews
 * @param {number[]} listed
 */
export function asJson({ spans, versions }, items, listed) {
  const shown = listed.map((index) => {
    const { explain, ...span } = spans[index];
    const { review } = items[index];
    const { verdict, correct_code, reviewer, reviewed_at } = review ?? {};
    return { ...span, review: review ? { verdict, correct_code, reviewer, reviewed_at } : null };
  });
  return `${JSON.stringify({ versions, spans: shown }, null, 2)}\n`;
}

/** One line a span (RFC 4180); the separator is what a spreadsheet of the reader's language expects. */
export function asCsv({ spans }, items, listed, separator) {
  const lines = listed.map((index) => {
    const span = spans[index];
    const axes = Object.fromEntries(AXES.map((axis) => [axis, span.context[axis]?.value]));
    const { verdict, correct_code } = items[index].review ?? {};
    const row = { ...span, ...axes, display: span.candidates[0]?.display, verdict, correct_code };
    return COLUMNS.map((column) => cell(row[column], separator)).join(separator);
  });
  // The mark at the front tells a spreadsheet that the accents are UTF-8.
  return `\ufeff${[COLUMNS.join(separator), ...lines].join('\r\n')}\r\n`;
}

/** A cell; words that a spreadsheet would take for a formula get a quote in front. */
function cell(value, separator) {
  const text = String(value ?? '').replace(/\s+/g, ' ');
  const safe = typeof value === 'string' && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return safe.includes(separator) || safe.includes('"') ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Has the browser save a file. */
export function save(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
