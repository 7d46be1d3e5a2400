/** Why a span is for review, whatever its cosine. */

/**
 * - letters: the letters may stand for something else (an abbreviation in another case or language, or one of several).
 * - other_meaning: the words often mean something else.
 * - rare: they seldom mean this, and nothing in the note speaks for it; nothing is chosen, and ordinary words are no span.
 * - morphology: the concept is what tissue looks like, or leaves out the site.
 * - typo: the words are near only once a typo is mended.
 * - unknown_word: a word is in no term.
 * - single_word: a single word is only like a term; nothing is chosen.
 * - likeness: a phrase is only like a term.
 * - unlike: the term that it is like says more, or is letters; nothing is chosen.
 * - wider: a phrase is only like a concept while a part of it is a term.
 * - neighbour: something around the words may make another concept of them.
 */
export const REVIEW_REASONS = [
  'letters',
  'other_meaning',
  'rare',
  'morphology',
  'typo',
  'unknown_word',
  'single_word',
  'likeness',
  'unlike',
  'wider',
  'neighbour',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
