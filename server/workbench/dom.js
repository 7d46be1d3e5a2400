/** Elements from data. Text goes in as text nodes only: nothing of a note is ever parsed as HTML. */

/**
 * @param {string} tag
 * @param {Record<string, unknown>} attributes `class`, `data-x`, `aria-x` ...; `on` holds listeners; null and false leave one out
 * @param {...(Node | string | null | undefined)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on') for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** The element of the page with this id. */
export const byId = (id) => document.getElementById(id);

/** A table with a header row; cells are text or nodes. */
export function table(headings, rows, attributes = {}) {
  const head = element('tr', {}, ...headings.map((text) => element('th', { scope: 'col' }, text)));
  const body = rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))));
  const made = element('table', attributes, element('thead', {}, head), element('tbody', {}, ...body));
  // A wide table scrolls by itself, by keyboard too, so that the page never does.
  return element('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': headings.join(', ') }, made);
}
