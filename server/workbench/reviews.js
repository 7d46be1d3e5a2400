/** The reviews that were made on this page. They belong to words, so that the same words of another note are reviewed too. */

import { addReview } from './api.js';
import { folded } from './filter.js';

export class Reviews {
  #made = new Map();

  /** The review of a concept's words and first candidate; undefined where there is none. */
  of(concept) {
    return this.#made.get(nameOf(concept));
  }

  /**
   * Has the service store a review.
   * @param {{ key: string, reviewer: string }} who
   * @param {{ verdict: string, correct?: { code: string, display: string } }} said
   * @throws CallFailed
   */
  async add({ key, reviewer }, concept, { verdict, correct }) {
    const { review } = await addReview(key, {
      language: concept.language,
      span: concept.span,
      verdict,
      offered_code: concept.candidates[0]?.code ?? null,
      correct_code: correct?.code ?? null,
      reviewer: reviewer === '' ? undefined : reviewer,
    });
    this.#made.set(nameOf(concept), { ...review, correct_display: correct?.display ?? null });
  }
}

function nameOf({ language, span, candidates }) {
  return [language, folded(span).replace(/\s+/g, ' '), candidates[0]?.code ?? ''].join('\n');
}
