/** The note with its spans as buttons, and the trigger and scope of one axis over them. */

import { element } from './dom.js';

/** Spans of a piece of the note: as many are drawn anew in a moment. */
const SPANS_OF_PIECE = 20;

/** Splits spans into those in the order of the note and those that overlap an earlier one. */
export function layOut(spans) {
  const placed = [];
  const overlapping = [];
  let end = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start < end) overlapping.push(span);
    else {
      placed.push(span);
      end = span.end;
    }
  }
  return { placed, overlapping };
}

/**
 * Cuts a note into pieces, at line ends and behind every 20 spans, never through a span.
 * @param {{ start: number, end: number }[]} placed in their order, without overlap
 * @returns {{ start: number, end: number, spans: object[], isLine: boolean }[]} `isLine`: from the start of a line to its end
 */
export function cut(text, placed) {
  const pieces = [];
  let piece = { start: 0, end: 0, spans: [] };
  const close = (end) => {
    const isStart = piece.start === 0 || text[piece.start - 1] === '\n';
    const isLine = isStart && (end === text.length || text[end - 1] === '\n');
    if (end > piece.start) pieces.push({ ...piece, end, isLine });
    piece = { start: end, end, spans: [] };
  };
  const closeLines = (from, to) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) close(at + 1);
  };
  let at = 0;
  for (const span of placed) {
    closeLines(at, span.start);
    if (piece.spans.length === SPANS_OF_PIECE) close(span.start);
    piece.spans.push(span);
    at = span.end;
  }
  closeLines(at, text.length);
  close(text.length);
  return pieces;
}

/**
 * The nodes of one piece.
 * @param {{ start: number, end: number, spans: { start: number, end: number, index: number }[] }} piece
 * @param {(index: number) => object} attributesOf the attributes of a span
 * @param {{ trigger: Range | null, scope: Range | null }} highlight UTF-16 offsets, which are those of a string here
 */
export function renderPiece(text, piece, attributesOf, highlight) {
  const nodes = [];
  let at = piece.start;
  for (const span of piece.spans) {
    nodes.push(...parts(text, at, span.start, highlight), renderSpan(text, span, attributesOf(span.index), highlight));
    at = span.end;
  }
  return [...nodes, ...parts(text, at, piece.end, highlight)];
}

/** A span; one that lies in the scope as a whole carries its line as a whole. */
function renderSpan(text, { start, end }, attributes, { trigger, scope }) {
  const inScope = scope !== null && scope.start <= start && end <= scope.end;
  const inside = parts(text, start, end, { trigger, scope: inScope ? null : scope });
  return element('span', inScope ? { ...attributes, class: `${attributes.class} in-scope` } : attributes, ...inside);
}

/** The text of [start, end), cut where the trigger or the scope begins or ends. */
function parts(text, start, end, { trigger, scope }) {
  const edges = [trigger, scope].flatMap((range) => (range ? [range.start, range.end] : []));
  const cuts = [start, ...edges.filter((edge) => edge > start && edge < end).sort((a, b) => a - b), end];
  return cuts.slice(1).flatMap((to, index) => {
    const from = cuts[index];
    if (from === to) return [];
    const classes = [holds(trigger, from) ? 'trigger' : null, holds(scope, from) ? 'scope' : null].filter(Boolean);
    const part = text.slice(from, to);
    return [classes.length === 0 ? part : element('span', { class: classes.join(' ') }, part)];
  });
}

function holds(range, offset) {
  return range !== null && range.start <= offset && offset < range.end;
}
