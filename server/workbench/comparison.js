/** The spans that a draft reads differently, side by side. */

import { statementBlock } from './copy.js';
import { element, table } from './dom.js';
import { activate, tableOf } from './sql.js';
import { valueName } from './texts.js';

/** @param {(index: number) => void} onChoose told which span the reader wants to see */
export function renderComparison({ texts, draftName }, contexts, differing, onChoose) {
  const rows = differing.flatMap((axes, index) =>
    axes.map(({ axis, active, draft }) => [
      element('button', { type: 'button', class: 'link', on: { click: () => onChoose(index) } }, contexts[index].span),
      texts.axes[axis],
      side(texts, active),
      side(texts, draft),
    ]),
  );
  const headings = [texts.span, texts.axis, texts.active, texts.draftColumn];
  return element(
    'section',
    { class: 'block' },
    element('h3', {}, texts.comparison(draftName)),
    rows.length === 0 ? element('p', {}, texts.noDifference) : table(headings, rows, { class: 'comparison' }),
    statementBlock(texts, texts.sqlActivate, activate(draftName)),
  );
}

function side(texts, answer) {
  const trigger = answer?.trigger ? element('q', { class: 'trigger-words' }, answer.trigger) : null;
  const row = typeof answer?.row === 'number' ? element('code', {}, `${tableOf(answer)} ${answer.row}`) : null;
  return element('span', {}, `${valueName(texts, answer?.value ?? null)} `, trigger, ' ', row);
}
