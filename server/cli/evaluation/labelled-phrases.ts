/** Phrases with the concepts that they mean, from tables and from labelled notes (docs/quality.md). */

import { readFile } from 'node:fs/promises';
import { type LabelledPhrase, parsePhrases } from '../../terminology/labelled-phrases.js';
import { conceptNote } from './concepts.js';

/**
 * Reads labelled phrases: of a `.tsv` file the rows, of labelled notes the spans. Equal phrases of one language count once.
 * @throws Error with file and line when one is not of the format
 */
export async function readPhrases(files: readonly string[]): Promise<LabelledPhrase[]> {
  const found = new Map<string, LabelledPhrase>();
  for (const file of files) {
    const content = await readFile(file, 'utf8');
    const phrases = file.endsWith('.tsv') ? parsePhrases(file, content) : fromNotes(file, content);
    for (const phrase of phrases) {
      const key = `${phrase.language} ${phrase.words}`;
      const known = found.get(key);
      found.set(
        key,
        known === undefined ? phrase : { ...phrase, right: [...new Set([...known.right, ...phrase.right])] },
      );
    }
  }
  if (found.size === 0) throw new Error('There is nothing labelled in these files.');
  return [...found.values()];
}

function fromNotes(file: string, content: string): LabelledPhrase[] {
  const texts = file.endsWith('.json') ? [content] : content.split('\n');
  return texts.flatMap((text, i) => {
    if (text.trim() === '') return [];
    try {
      const note = conceptNote.parse(JSON.parse(text));
      return note.spans.flatMap(({ start, end, sctids }) => {
        const words = note.text.slice(start, end).split(/\s+/).join(' ');
        return sctids === undefined ? [] : [{ language: note.lang, words, right: sctids, wrong: [] }];
      });
    } catch {
      throw new Error(`${file}:${i + 1}: not of the expected format (docs/quality.md)`);
    }
  });
}
