/** What the colours, lines and signs mean. */

import { element } from './dom.js';

export function renderLegend(texts, withDraft) {
  const statuses = Object.entries(texts.status).map(([status, name]) =>
    item(element('span', { class: `span ${status}` }, name), texts.statusHelp[status]),
  );
  const marks = Object.entries(texts.marks)
    .filter(([mark]) => withDraft || mark !== 'draft')
    .map(([mark, sign]) => item(element('span', { class: 'sign' }, sign), texts.markNames[mark]));
  const rule = [
    item(element('span', { class: 'trigger' }, texts.legendTrigger)),
    item(element('span', { class: 'scope' }, texts.legendScope)),
  ];
  return element(
    'dl',
    { class: 'legend', 'aria-label': texts.legend },
    ...group(texts.legendStatus, statuses),
    ...group(texts.legendContext, marks),
    ...group(texts.legendRule, rule),
  );
}

function group(title, items) {
  return [element('dt', {}, title), element('dd', {}, ...items)];
}

function item(sample, meaning) {
  return element('span', { class: 'legend-item' }, sample, meaning === undefined ? null : ` ${meaning}`);
}
