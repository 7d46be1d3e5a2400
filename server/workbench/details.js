/** The panel of the chosen span. */

import { firstAxis, renderAxes } from './axes.js';
import { renderCandidates } from './candidates.js';
import { element } from './dom.js';
import { renderReview } from './review-block.js';

/** The panel while nothing is chosen. */
export function renderNoChoice(texts) {
  return [title(texts.detailsOf), element('p', { class: 'muted' }, texts.choose)];
}

/**
 * The panel of one span: what it means, whether that is right, and why its context is as it is.
 * @param {() => object} itemOf the span as it is at this moment: concept, context, draftContext, review
 * @param {{ open: (axis: string) => void, review: Function, lookUp: Function }} actions
 */
export function renderDetails(page, itemOf, openAxis, actions) {
  const { texts } = page;
  const item = itemOf();
  const { concept, context } = item;
  const status = element('span', { class: `status ${concept.status}` }, texts.status[concept.status]);
  return [
    title(concept.span),
    element('p', { class: 'summary' }, status, ` ${context.readable_note}`),
    renderReview(page, itemOf, actions),
    renderAxes(page, item, openAxis ?? firstAxis(context.explain), actions.open),
    renderCandidates(page, concept),
  ];
}

function title(text) {
  return element('h2', { id: 'details-title', tabindex: '-1' }, text);
}
