/**
 * `npm run bench -- terminology DIR [concepts]`: writes the built-in vocabulary and so many invented concepts (three terms each) in the format of
 * seed/ into DIR, for measuring extraction on a large index: `npm run import -- tsv DIR`, then `npm run bench -- concepts`.
 */

import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../../server/config.js';
import { identifier, wordsOf } from '../rf2/synthetic-release.js';

const [dir, count = '325000'] = process.argv.slice(2);
if (dir === undefined) throw new Error('Name a folder to write to.');
mkdirSync(dir, { recursive: true });
const { SEED_DIR } = parseConfig(process.env);
const files = readdirSync(SEED_DIR).filter((name) => name.endsWith('.tsv'));
for (const file of files) cpSync(join(SEED_DIR, file), join(dir, file));
const header = 'sctid\tsemantic_tag\tchronic\ten\ten_synonyms\ten_abbreviations\tfr\tfr_synonyms\tfr_abbreviations';
const rows = Array.from({ length: Number(count) }, (_, n) => {
  const { en, fr } = wordsOf(n);
  const turned = en.split(' of ').reverse().join(' ');
  return [identifier(n, 'concept'), 'disorder', '', en, turned, '', fr, '', ''].join('\t');
});
writeFileSync(join(dir, 'invented.tsv'), `${[header, ...rows].join('\n')}\n`);
process.stdout.write(`${rows.length} invented concepts and ${files.length} files of ${SEED_DIR} in ${dir}\n`);
