/** The note and its settings: an example at first sight, and where the key is until one is given. */

import { byId, element } from './dom.js';
import { DraftChoice } from './drafts.js';
import { EXAMPLES } from './examples.js';

export class NoteForm {
  drafts;

  /** @param {() => void} onChange told when the note or a setting has changed */
  constructor(onChange) {
    this.drafts = new DraftChoice(onChange);
    byId('example').addEventListener('change', (event) => {
      const example = EXAMPLES[Number(event.target.value)];
      if (event.target.value === '' || !example) return;
      byId('note').value = example.text;
      onChange();
    });
    byId('note').addEventListener('input', () => {
      byId('example').value = '';
    });
    for (const id of ['note', 'language']) byId(id).addEventListener('input', onChange);
    byId('key').addEventListener('input', showWhereTheKeyIs);
  }

  /** What an analysis is asked with. */
  get request() {
    return {
      key: byId('key').value.trim(),
      text: byId('note').value,
      language: byId('language').value,
      draftName: this.drafts.name,
    };
  }

  /** Puts the words of a language into the form, and an example of it in place of an untouched one. */
  render(texts, language) {
    const chosen = EXAMPLES.findIndex(({ text }) => text === byId('note').value);
    const untouched = byId('note').value === '' || chosen >= 0;
    const options = EXAMPLES.map((example, index) =>
      element(
        'option',
        { value: index, lang: example.language },
        `${example.language.toUpperCase()}: ${example.title}`,
      ),
    );
    byId('example').replaceChildren(element('option', { value: '' }, texts.exampleNone), ...options);
    if (untouched && EXAMPLES[chosen]?.language !== language) {
      const first = EXAMPLES.findIndex((example) => example.language === language);
      byId('note').value = EXAMPLES[first].text;
      byId('example').value = String(first);
    } else byId('example').value = chosen >= 0 ? String(chosen) : '';
    this.drafts.render(texts);
    const [before, behind] = texts.keyWhere;
    byId('key-where').replaceChildren(before, element('code', {}, '.data/api-key'), behind);
    showWhereTheKeyIs();
  }
}

function showWhereTheKeyIs() {
  byId('key-where').hidden = byId('key').value.trim() !== '';
}
