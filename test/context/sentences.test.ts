/**
 * The annotated sentences of sentences/en and sentences/fr, one test a line. A line is `[@YYYY-MM-DD ]sentence`; " ¶ " is a
 * line end; lines that begin with # name what the lines below them are about.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../../server/domain/language.js';
import { differences, parseAnnotated } from '../support/annotated.js';

const SENTENCES = fileURLToPath(new URL('../../../test/context/sentences/', import.meta.url));
const DATED = /^@(\d{4}-\d{2}-\d{2}) /;

for (const language of LANGUAGES) {
  for (const file of readdirSync(SENTENCES + language).sort()) {
    describe(`annotated sentences, ${language}, ${file.replace('.txt', '')}`, () => {
      for (const line of readFileSync(`${SENTENCES}${language}/${file}`, 'utf8').split('\n')) {
        if (line === '' || line.startsWith('#')) continue;
        it(`reads: ${line}`, () => {
          const noteDate = DATED.exec(line)?.[1];
          const annotated = parseAnnotated(line.replace(DATED, '').replaceAll(' ¶ ', '\n'));
          assert.deepEqual(differences(annotated, noteDate === undefined ? {} : { noteDate }), []);
        });
      }
    });
  }
}
