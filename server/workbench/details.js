/** The panel of the chosen span. */

import { firstAxis, renderAxes } from './axes.js';
import { renderCandidates } from './candidates.js';
import { element } from './dom.js';

/** The panel while nothing is chosen. */
export function renderNoChoice(texts) {
  return [title(texts.detailsOf), element('p', { class: 'muted' }, texts.choose)];
}

/** The panel of one span: what it means, and why its context is as it is. */
export function renderDetails(page, item, openAxis, onOpen) {
  const { texts } = page;
  const { concept, context } = item;
  const status = element('span', { class: `status ${concept.status}` }, texts.status[concept.status]);
  return [
    title(concept.span),
    element('p', { class: 'summary' }, status, ` ${context.readable_note}`),
    renderAxes(page, item, openAxis ?? firstAxis(context.explain), onOpen),
    renderCandidates(page, concept),
  ];
}

function title(text) {
  return element('h2', { id: 'details-title', tabindex: '-1' }, text);
}
