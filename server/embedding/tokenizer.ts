import { characterNgramTokenizer } from './character-ngram-tokenizer.js';
import type { ModelDirectory } from './model-directory.js';
import { openStandardTokenizer } from './standard-tokenizer.js';

/** A text to the ids that a model takes. */
export interface TextTokenizer {
  /** The ids of one text with the prompt of the model before it; at least one, at most its `maxTokens`. */
  ids(text: string): number[];
  /** The id that fills up the shorter texts of a batch. */
  readonly padId: number;
}

/** Opens the tokenizer that the configuration of the model names. Throws Error when its files cannot be used. */
export async function openTokenizer(model: ModelDirectory): Promise<TextTokenizer> {
  const { tokenizer, prompt, lowerCase, maxTokens } = model;
  const prepare = (text: string): string => (lowerCase ? (prompt + text).toLowerCase() : prompt + text);
  if (tokenizer.kind === 'character-ngram') {
    const ids = characterNgramTokenizer(tokenizer);
    return { padId: 0, ids: (text) => ids(prepare(text), maxTokens) };
  }
  const standard = await openStandardTokenizer(model.dir);
  return { padId: standard.padId, ids: (text) => standard.ids(prepare(text), maxTokens) };
}
