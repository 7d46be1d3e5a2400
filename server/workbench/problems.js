/** What went wrong, in words. */

import { element } from './dom.js';

/** A box for a failed call. */
export function renderProblem(texts, failed, draftName) {
  const { code, requestId } = failed;
  const reportable = requestId && ['INTERNAL_ERROR', 'NLP_UPSTREAM_ERROR', 'other'].includes(code);
  return element(
    'div',
    { class: 'problem' },
    element('p', {}, problemInWords(texts, failed, draftName)),
    reportable ? element('p', { class: 'hint' }, texts.requestId(requestId)) : null,
  );
}

/** What a failed call means, and how long to wait. */
export function problemInWords(texts, { code, retryAfter }, draftName = '') {
  const words = texts.problems[code] ?? texts.problems.other;
  const lines = [typeof words === 'function' ? words(draftName) : words];
  if (retryAfter !== null && retryAfter !== undefined) lines.push(texts.wait(retryAfter));
  return lines.join(' ');
}
