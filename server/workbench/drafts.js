/** The choice of a draft: one of the list, or another name. */

import { listDrafts } from './api.js';
import { byId, element } from './dom.js';

const OTHER = '+';

export class DraftChoice {
  #drafts = [];
  #choice = byId('draft-choice');

  /** @param {() => void} onChange told when another draft is chosen */
  constructor(onChange) {
    this.#choice.addEventListener('change', () => {
      this.#showName();
      if (this.#choice.value === OTHER) byId('draft').focus();
      onChange();
    });
    byId('draft').addEventListener('input', onChange);
  }

  /** The name of the draft to compare with; empty for none. */
  get name() {
    return this.#choice.value === OTHER ? byId('draft').value.trim() : this.#choice.value;
  }

  /** Asks the service for its drafts; where it does not tell, a name can still be written. */
  async refresh(key, texts) {
    try {
      this.#drafts = (await listDrafts(key)).drafts;
    } catch {
      this.#drafts = [];
    }
    this.render(texts);
  }

  render(texts) {
    const chosen = this.#choice.value;
    const options = this.#drafts.map((draft) => element('option', { value: draft.name }, texts.draftOption(draft)));
    const none = element('option', { value: '' }, texts.draftNone);
    this.#choice.replaceChildren(none, ...options, element('option', { value: OTHER }, texts.draftOther));
    this.#choice.value = chosen;
    // A draft that went live or was discarded stands in the list no more.
    if (this.#choice.value !== chosen) {
      this.#choice.value = OTHER;
      byId('draft').value = chosen;
    }
    this.#showName();
  }

  #showName() {
    byId('draft-name').hidden = this.#choice.value !== OTHER;
  }
}
