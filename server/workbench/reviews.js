/** The reviews of the spans of this page. They belong to words, so that the same words of another note are reviewed too. */

import { addReview, lookUpReviews } from './api.js';
import { folded } from './filter.js';

/** The most spans of a call. */
const MOST = 500;

export class Reviews {
  #made = new Map();

  /** The review of a concept's words and first candidate; undefined where there is none. */
  of(concept) {
    return this.#made.get(nameOf(concept));
  }

  /** Has the service tell what was said of spans before; what it does not tell is not known. */
  async load(key, concepts) {
    const known = new Map(concepts.map((concept) => [nameOf(concept), concept]));
    const asked = [...known.values()];
    for (let at = 0; at < asked.length; at += MOST) {
      const { reviews } = await lookUpReviews(key, spansOf(asked.slice(at, at + MOST)));
      for (const [index, review] of reviews.entries()) this.#keep(asked[at + index], review);
    }
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
    this.#keep(concept, { ...review, correct_display: correct?.display ?? null });
  }

  /** A review of another first candidate than there is says nothing of this one. */
  #keep(concept, review) {
    if (review && review.offered_code === (concept.candidates[0]?.code ?? null))
      this.#made.set(nameOf(concept), review);
    else this.#made.delete(nameOf(concept));
  }
}

function spansOf(concepts) {
  return concepts.map(({ language, span }) => ({ language, span }));
}

function nameOf({ language, span, candidates }) {
  return [language, folded(span).replace(/\s+/g, ' '), candidates[0]?.code ?? ''].join('\n');
}
