/** What went wrong, in words. */

import { element } from './dom.js';

/** A box for a failed call. */
export function renderProblem(texts, { code, retryAfter, requestId }, draftName) {
  const lines = [wordsOf(texts, code, draftName)];
  if (retryAfter !== null && retryAfter !== undefined) lines.push(texts.wait(retryAfter));
  const reportable = requestId && ['INTERNAL_ERROR', 'NLP_UPSTREAM_ERROR', 'other'].includes(code);
  return element(
    'div',
    { class: 'problem' },
    element('p', {}, lines.join(' ')),
    reportable ? element('p', { class: 'hint' }, texts.requestId(requestId)) : null,
  );
}

function wordsOf(texts, code, draftName) {
  const words = texts.problems[code] ?? texts.problems.other;
  return typeof words === 'function' ? words(draftName) : words;
}
