/** The question whether the concept of a span is right, with the reader's answer to it. */

import { renderCorrection } from './correction.js';
import { element } from './dom.js';
import { problemInWords } from './problems.js';

/**
 * @param {object} page texts, mayReview (false where the key may not)
 * @param {() => object} itemOf the span as it is at this moment: concept, review
 * @param {{ review: (verdict: string, correct?: object) => Promise<void>, lookUp: (words: string) => Promise<object[]> }} actions
 *   both throw CallFailed
 */
export function renderReview(page, itemOf, actions) {
  const { texts, mayReview } = page;
  const block = element('section', { class: 'block review', 'aria-labelledby': 'review-title' });
  const title = element('h3', { id: 'review-title' }, texts.review.title);
  if (!mayReview) {
    block.append(title, element('p', { class: 'hint' }, texts.review.forbidden));
    return block;
  }
  let correcting = false;
  let busy = false;
  let failed = null;

  async function answer(verdict, correct) {
    if (busy) return;
    busy = true;
    failed = null;
    try {
      await actions.review(verdict, correct);
      correcting = false;
    } catch (error) {
      failed = error;
    }
    busy = false;
    draw();
    block.querySelector(`[data-verdict="${verdict}"]`)?.focus();
  }

  function toggleCorrection() {
    correcting = !correcting;
    draw();
    block.querySelector(correcting ? '#right, #look-up' : '[data-verdict="corrected"]')?.focus();
  }

  function draw() {
    const { concept, review } = itemOf();
    const [first] = concept.candidates;
    const button = (verdict, attributes, onClick) =>
      element(
        'button',
        {
          type: 'button',
          'data-verdict': verdict,
          'aria-pressed': String(review?.verdict === verdict),
          ...attributes,
          on: { click: onClick },
        },
        element('span', { 'aria-hidden': 'true' }, `${texts.review.signs[verdict]} `),
        texts.review.actions[verdict],
      );
    const asked = first
      ? [`${texts.review.question} `, element('strong', {}, first.display), ' ', element('code', {}, first.code)]
      : [texts.review.questionNone];
    const correction = { 'aria-expanded': String(correcting) };
    block.replaceChildren(
      title,
      element('p', {}, ...asked),
      element(
        'div',
        { class: 'verdicts' },
        ...(first ? [button('accepted', {}, () => answer('accepted'))] : []),
        ...(first ? [button('rejected', {}, () => answer('rejected'))] : []),
        button('corrected', correction, toggleCorrection),
      ),
      ...(correcting ? [renderCorrection(page, concept, actions.lookUp, (right) => answer('corrected', right))] : []),
      ...said(texts, review, failed),
      element('p', { class: 'hint' }, texts.review.stores),
    );
  }

  draw();
  return block;
}

function said(texts, review, failed) {
  if (failed) return [element('p', { class: 'problem', role: 'alert' }, problemInWords(texts, failed))];
  if (!review) return [];
  const { verdict, reviewer, correct_code, correct_display } = review;
  const right = correct_code ? [' ', correct_display ?? '', ' ', element('code', {}, correct_code)] : [];
  return [element('p', { class: 'said' }, texts.review.saidBy(verdict, reviewer), ...right)];
}
