/** The list of spans beside the note: counts by status, filters, and a row for each span that is listed. */

import { byId, element } from './dom.js';
import { isOpen, NO_FILTER, STATUSES } from './filter.js';
import { labelOf } from './marks.js';
import { neighbour } from './note-pane.js';
import { valueName } from './texts.js';

const ASSERTIONS = ['affirmed', 'negated', 'uncertain', 'none'];
/** Rows from which on a list is laid out as it is scrolled. */
const LONG = 100;
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

export class Worklist {
  filter = NO_FILTER;
  #rows = byId('spans');
  #listed = [];

  /**
   * @param {(index: number) => void} onChoose told which span the reader wants to see
   * @param {() => void} onFilter told when `filter` has changed
   */
  constructor(onChoose, onFilter) {
    const change = (part) => {
      this.filter = { ...this.filter, ...part };
      onFilter();
    };
    byId('statuses').addEventListener('click', (event) => {
      const button = event.target.closest('[data-status]');
      if (button) change({ status: button.dataset.status });
    });
    byId('filter-assertion').addEventListener('change', (event) => change({ assertion: event.target.value }));
    byId('filter-text').addEventListener('input', (event) => change({ text: event.target.value }));
    this.#rows.addEventListener('click', (event) => {
      const row = event.target.closest('[data-row]');
      if (row) onChoose(Number(row.dataset.row));
    });
    this.#rows.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Lists everything again. */
  reset() {
    this.filter = NO_FILTER;
    byId('filter-text').value = '';
  }

  /** @param {object} shown texts, items, listed, counts, chosen */
  render({ texts, items, listed, counts, chosen }) {
    this.#listed = listed;
    this.#renderFilters(texts, counts);
    this.#renderProgress(texts, items);
    const hadFocus = this.#rows.contains(document.activeElement) ? document.activeElement.dataset.row : undefined;
    const stop = listed.includes(chosen) ? chosen : listed[0];
    const rows = listed.map((index) => element('li', {}, renderRow(texts, items[index], index, index === stop)));
    this.#rows.classList.toggle('long', rows.length > LONG);
    this.#rows.replaceChildren(...rows);
    byId('none-listed').textContent = listed.length === 0 ? texts.noneListed : '';
    this.mark(null, chosen);
    if (hadFocus !== undefined) this.#row(hadFocus)?.focus();
  }

  /** Marks the row of the chosen span in place of another. */
  mark(before, chosen) {
    this.#row(before)?.removeAttribute('aria-current');
    const row = this.#row(chosen);
    if (!row) return;
    row.setAttribute('aria-current', 'true');
    this.#stopAt(row);
  }

  /** Scrolls the list to the row of a span. */
  reveal(index) {
    const row = this.#row(index);
    if (row) scrollInside(this.#rows, row);
  }

  /** Draws the row of a span again, after its review. */
  update(texts, items, index, chosen) {
    this.#renderProgress(texts, items);
    const row = this.#row(index);
    if (!row) return;
    const focused = row === document.activeElement;
    const drawn = renderRow(texts, items[index], index, row.tabIndex === 0);
    if (index === chosen) drawn.setAttribute('aria-current', 'true');
    row.replaceWith(drawn);
    if (focused) drawn.focus();
  }

  #renderFilters(texts, counts) {
    const focused = document.activeElement?.dataset.status;
    const chips = ['all', ...STATUSES].map((status) =>
      element(
        'button',
        { type: 'button', 'data-status': status, 'aria-pressed': String(status === this.filter.status) },
        `${texts.statusShort[status]} `,
        element('span', { class: 'count' }, String(counts[status])),
      ),
    );
    byId('statuses').replaceChildren(byId('statuses').querySelector('legend'), ...chips);
    if (focused) byId('statuses').querySelector(`[data-status="${focused}"]`)?.focus();
    const assertions = ['all', ...ASSERTIONS].map((value) => {
      const name = value === 'all' ? texts.any : valueName(texts, value === 'none' ? null : value);
      return element('option', { value }, name);
    });
    byId('filter-assertion').replaceChildren(...assertions);
    byId('filter-assertion').value = this.filter.assertion;
  }

  #renderProgress(texts, items) {
    const open = items.filter(isOpen).length;
    const reviewed = items.filter(({ review }) => review !== undefined).length;
    byId('progress').textContent = texts.progress(open, reviewed);
  }

  #onKey(event) {
    const row = event.target.closest('[data-row]');
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const ends = { Home: this.#listed[0], End: this.#listed.at(-1) };
    const step = STEPS[event.key];
    if (!step && !(event.key in ends)) return;
    const to = step ? neighbour(this.#listed, Number(row.dataset.row), step) : ends[event.key];
    const target = this.#row(to);
    if (target) {
      this.#stopAt(target);
      target.focus();
    }
    event.preventDefault();
  }

  #stopAt(row) {
    this.#rows.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    row.setAttribute('tabindex', '0');
  }

  #row(index) {
    return this.#rows.querySelector(`[data-row="${index}"]`);
  }
}

function renderRow(texts, item, index, isStop) {
  const { concept, review } = item;
  const [, ...told] = labelOf(texts, item);
  const sign = (name, text) => element('span', { class: name, 'aria-hidden': 'true' }, text);
  return element(
    'button',
    { type: 'button', class: 'row', 'data-row': index, tabindex: isStop ? '0' : '-1' },
    element('span', { class: `span ${concept.status}` }, concept.span),
    element('span', { class: 'unseen' }, `, ${told.join(', ')}`),
    ...item.marks.map((mark) => sign('sign', texts.marks[mark])),
    review ? sign('verdict', texts.review.signs[review.verdict]) : null,
  );
}

/** Scrolls a box so far that it shows a part of it, and nothing around it. */
function scrollInside(box, part) {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
