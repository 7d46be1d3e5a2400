/** Notes in several languages, and the `language` that each is answered with. */

import { readFileSync } from 'node:fs';

export interface LanguageNote {
  readonly language: string;
  readonly answered: string;
  readonly text: string;
}

export function languageNotes(): LanguageNote[] {
  const file = new URL('../../../test/fixtures/languages/notes.tsv', import.meta.url);
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [language = '', answered = '', text = ''] = line.split('\t');
    return { language, answered, text };
  });
}
