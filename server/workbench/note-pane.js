/** The note on the page. A choice draws only the pieces of it that look other than before. */

import { element } from './dom.js';
import { cut, layOut, renderPiece } from './note-view.js';

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
export const NO_HIGHLIGHT = { trigger: null, scope: null };

export class NotePane {
  #place;
  #text = '';
  #pieces = [];
  #overlapping = [];
  #overlappingTitle = '';
  #attributesOf = () => ({});
  #highlight = NO_HIGHLIGHT;
  /** Spans that the arrow keys reach. */
  #listed = [];
  /** The one that Tab reaches. */
  #stop;

  /**
   * @param {HTMLElement} place
   * @param {(index: number) => void} onChoose told which span the reader wants to see
   */
  constructor(place, onChoose) {
    this.#place = place;
    place.addEventListener('click', (event) => {
      const button = event.target.closest('[data-index]');
      if (button) onChoose(Number(button.dataset.index));
    });
    place.addEventListener('keydown', (event) => this.#onKey(event, onChoose));
    place.addEventListener('focusin', (event) => {
      const button = event.target.closest('[data-index]');
      if (button) this.#stopAt(Number(button.dataset.index));
    });
  }

  /**
   * Draws a note anew.
   * @param {object} shown text, spans `{ start, end, span }`, attributesOf(index), highlight, listed, chosen, overlappingTitle
   */
  show({ text, spans, attributesOf, highlight, listed, chosen, overlappingTitle }) {
    const { placed, overlapping } = layOut(spans.map((span, index) => ({ ...span, index })));
    this.#text = text;
    this.#overlapping = overlapping;
    this.#overlappingTitle = overlappingTitle;
    this.#attributesOf = attributesOf;
    this.#highlight = highlight;
    this.#listed = listed;
    this.#stop = listed.includes(chosen) ? chosen : listed[0];
    this.#keepingFocus(() => {
      this.#pieces = cut(text, placed).map((piece) => ({
        ...piece,
        node: element('span', { class: piece.isLine ? 'piece line' : 'piece' }),
      }));
      this.#place.replaceChildren(...this.#pieces.map(({ node }) => node));
      for (const piece of this.#pieces) this.#draw(piece);
      this.#drawOverlapping();
    });
  }

  /** Draws again the pieces with these spans, and those that a trigger or scope has left or come to. */
  update(indices, highlight) {
    const before = this.#highlight;
    this.#highlight = highlight;
    const ranges = [before.trigger, before.scope, highlight.trigger, highlight.scope].filter(Boolean);
    this.#keepingFocus(() => {
      for (const piece of this.#pieces) {
        const touched =
          ranges.some(({ start, end }) => start < piece.end && piece.start < end) ||
          piece.spans.some(({ index }) => indices.includes(index));
        if (touched) this.#draw(piece);
      }
      if (this.#overlapping.some(({ index }) => indices.includes(index))) this.#drawOverlapping();
    });
  }

  /** Focuses a span, and brings it into view. */
  focus(index) {
    const button = this.#button(index);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest' });
  }

  /** Brings a span into view. */
  reveal(index) {
    this.#button(index)?.scrollIntoView({ block: 'nearest' });
  }

  #draw(piece) {
    const attributesOf = (index) => this.#spanAttributes(index);
    piece.node.replaceChildren(...renderPiece(this.#text, piece, attributesOf, this.#highlight));
  }

  #drawOverlapping() {
    this.#place.querySelector('.overlapping')?.remove();
    if (this.#overlapping.length === 0) return;
    const buttons = this.#overlapping.flatMap(({ index, span }) => [
      ' ',
      element('span', this.#spanAttributes(index), span),
    ]);
    this.#place.append(element('p', { class: 'overlapping' }, this.#overlappingTitle, ...buttons));
  }

  #spanAttributes(index) {
    const tabindex = index === this.#stop ? '0' : '-1';
    return { role: 'button', 'data-index': index, tabindex, ...this.#attributesOf(index) };
  }

  #keepingFocus(draw) {
    const index = this.#place.contains(document.activeElement) ? document.activeElement.dataset.index : undefined;
    draw();
    if (index !== undefined) this.#button(index)?.focus({ preventScroll: true });
  }

  #button(index) {
    return this.#place.querySelector(`[data-index="${index}"]`);
  }

  #stopAt(index) {
    if (index === this.#stop) return;
    this.#button(this.#stop)?.setAttribute('tabindex', '-1');
    this.#stop = index;
    this.#button(index)?.setAttribute('tabindex', '0');
  }

  #onKey(event, onChoose) {
    const button = event.target.closest('[data-index]');
    if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number(button.dataset.index);
    if (event.key === 'Enter' || event.key === ' ') onChoose(at);
    else if (event.key === 'Home') this.focus(this.#listed[0]);
    else if (event.key === 'End') this.focus(this.#listed.at(-1));
    else if (event.key in STEPS) this.focus(neighbour(this.#listed, at, STEPS[event.key]) ?? at);
    else return;
    event.preventDefault();
  }
}

/** The listed span before (-1) or behind (1) a place; undefined at the end. */
export function neighbour(listed, at, step) {
  return step > 0 ? listed.find((index) => index > at) : listed.findLast((index) => index < at);
}
