import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';

/** Text to ids, special tokens included, by a Hugging Face tokenizer.json. */
export interface StandardTokenizer {
  /** The ids of a text, at least one and at most `limit`; the special tokens at both ends survive the cut. */
  ids(text: string, limit: number): number[];
  /** The id that fills up the shorter texts of a batch. */
  readonly padId: number;
}

/**
 * Opens tokenizer.json with its tokenizer_config.json.
 *
 * @throws Error when the tokenizer is of a kind that the library does not know
 */
export async function openStandardTokenizer(dir: string): Promise<StandardTokenizer> {
  const definition = JSON.parse(await readFile(path.join(dir, 'tokenizer.json'), 'utf8'));
  const config = JSON.parse(await readFile(path.join(dir, 'tokenizer_config.json'), 'utf8'));
  const tokenizer = new Tokenizer(definition, config);
  const suffix = suffixLength(tokenizer);
  const padId = tokenizer.token_to_id(padToken(config.pad_token)) ?? 0;
  return {
    padId,
    ids(text, limit) {
      const { ids } = tokenizer.encode(text);
      // A tokenizer without special tokens gives none for an empty text, and a mean needs one.
      if (ids.length === 0) return [padId];
      return ids.length <= limit ? ids : [...ids.slice(0, limit - suffix), ...ids.slice(ids.length - suffix)];
    },
  };
}

/** How many special tokens follow the text: what is left after the plain ids of a probe. */
function suffixLength(tokenizer: Tokenizer): number {
  const plain = tokenizer.encode('a', { add_special_tokens: false }).ids;
  const whole = tokenizer.encode('a').ids;
  const start = whole.indexOf(plain[0] ?? -1);
  return start === -1 ? 0 : whole.length - start - plain.length;
}

/** `pad_token` is a string, or an object with the string as `content`. */
function padToken(value: unknown): string {
  if (typeof value === 'string') return value;
  return (value as { content?: string } | null | undefined)?.content ?? '[PAD]';
}
