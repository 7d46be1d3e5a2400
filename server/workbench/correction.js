/** The choice of the right concept: another candidate, one that is looked up by words, or an SCTID. */

import { element } from './dom.js';
import { problemInWords } from './problems.js';

/**
 * @param {(words: string) => Promise<{ code: string, display: string }[]>} lookUp throws CallFailed
 * @param {(right: { code: string, display: string }) => void} onSave
 */
export function renderCorrection({ texts }, concept, lookUp, onSave) {
  const words = texts.review;
  const offered = concept.candidates[0]?.code;
  const known = new Map();
  const choice = element('select', { id: 'right' });
  const found = element('p', { class: 'hint', role: 'status' });
  const input = element('input', { id: 'look-up', type: 'text', autocomplete: 'off', spellcheck: 'false' });
  const save = element('button', { type: 'button', class: 'save', on: { click: onSaved } }, words.save);

  function offer(concepts, chosen) {
    for (const { code, display } of concepts) if (code !== offered) known.set(code, { code, display });
    const options = [...known.values()].map(({ code, display }) =>
      element('option', { value: code }, display ? `${display} (${code})` : code),
    );
    choice.replaceChildren(element('option', { value: '' }, words.chooseRight), ...options);
    if (known.has(chosen)) choice.value = chosen;
  }

  function onSaved() {
    const right = known.get(choice.value);
    if (right) onSave(right);
    else choice.focus();
  }

  async function search() {
    const asked = input.value.trim();
    if (asked.length < 2) return;
    if (/^\d{6,18}$/.test(asked)) {
      offer([{ code: asked, display: '' }], asked);
      found.textContent = words.typed;
      return;
    }
    try {
      const concepts = await lookUp(asked);
      offer(concepts, concepts.find(({ code }) => code !== offered)?.code);
      found.textContent = words.found(concepts.length);
    } catch (error) {
      found.textContent = problemInWords(texts, error);
    }
  }

  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search();
  });
  offer(concept.candidates, '');
  return element(
    'div',
    { class: 'correction' },
    element('label', { for: 'right' }, words.right),
    choice,
    element('label', { for: 'look-up' }, words.lookUp),
    element(
      'div',
      { class: 'look-up' },
      input,
      element('button', { type: 'button', on: { click: search } }, words.search),
    ),
    found,
    save,
  );
}
