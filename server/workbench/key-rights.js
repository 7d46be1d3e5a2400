/** What the key of the form may do. */

import { describeKey, extractFhir } from './api.js';

/** A note that costs the service nothing. */
const PROBE = { text: 'ok', language: 'en' };

export class KeyRights {
  #key = null;
  #asked = null;
  scopes = [];
  /** Whether the service answers in FHIR. */
  fhir = false;

  get mayReview() {
    return this.scopes.includes('review');
  }

  /** Asks once for each key; resolves when it is known, whatever the answer. */
  learn(key) {
    if (key === this.#key) return this.#asked;
    this.#key = key;
    this.#asked = this.#ask(key);
    return this.#asked;
  }

  async #ask(key) {
    this.scopes = [];
    this.fhir = false;
    try {
      this.scopes = (await describeKey(key)).scopes;
      this.fhir = (await extractFhir(key, PROBE)) !== null;
    } catch {
      // Next time it is asked again.
      this.#key = null;
    }
  }
}
