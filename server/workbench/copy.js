/** A statement with a button that copies it. */

import { element } from './dom.js';

/** @param {string} title what the statement does @param {string} statement SQL */
export function statementBlock(texts, title, statement) {
  const code = element('code', {}, statement);
  const said = element('span', { class: 'copied', role: 'status' });
  const button = element(
    'button',
    {
      type: 'button',
      'aria-label': `${texts.copy}: ${title}`,
      on: {
        click: async () => {
          said.textContent = (await copied(statement, code)) ? texts.copied : texts.copyByHand;
        },
      },
    },
    texts.copy,
  );
  return element(
    'div',
    { class: 'statement' },
    element('div', { class: 'statement-title' }, element('span', {}, title), said, button),
    element('pre', { tabindex: '0', 'aria-label': title }, code),
  );
}

/** The clipboard is there only on https and localhost; elsewhere the selected text is copied. */
async function copied(statement, code) {
  try {
    await navigator.clipboard.writeText(statement);
    return true;
  } catch {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return document.execCommand('copy');
  }
}
