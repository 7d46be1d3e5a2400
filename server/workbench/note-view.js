/** The note with its spans as buttons, and the trigger and scope of one axis over them. */

import { element } from './dom.js';

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
 * @param {string} text the note
 * @param {{ start: number, end: number, index: number, attributes: object }[]} spans
 * @param {{ trigger: Range | null, scope: Range | null }} highlight UTF-16 offsets, which are those of a string here
 */
export function renderNote(text, spans, highlight) {
  const { placed, overlapping } = layOut(spans);
  const nodes = [];
  let at = 0;
  for (const span of placed) {
    nodes.push(...pieces(text, at, span.start, highlight));
    nodes.push(renderSpan(text, span, highlight));
    at = span.end;
  }
  nodes.push(...pieces(text, at, text.length, highlight));
  return { nodes, overlapping };
}

/** A span; one that lies in the scope as a whole carries its line as a whole. */
function renderSpan(text, { start, end, attributes }, { trigger, scope }) {
  const inScope = scope !== null && scope.start <= start && end <= scope.end;
  const inside = pieces(text, start, end, { trigger, scope: inScope ? null : scope });
  return element('span', inScope ? { ...attributes, class: `${attributes.class} in-scope` } : attributes, ...inside);
}

/** The text of [start, end), cut where the trigger or the scope begins or ends. */
function pieces(text, start, end, { trigger, scope }) {
  const edges = [trigger, scope].flatMap((range) => (range ? [range.start, range.end] : []));
  const cuts = [start, ...edges.filter((edge) => edge > start && edge < end).sort((a, b) => a - b), end];
  return cuts.slice(1).flatMap((to, index) => {
    const from = cuts[index];
    if (from === to) return [];
    const classes = [holds(trigger, from) ? 'trigger' : null, holds(scope, from) ? 'scope' : null].filter(Boolean);
    const piece = text.slice(from, to);
    return [classes.length === 0 ? piece : element('span', { class: classes.join(' ') }, piece)];
  });
}

function holds(range, offset) {
  return range !== null && range.start <= offset && offset < range.end;
}
