/**
 * `npm run bench -- gps FILE [CONCEPTS] [LIST...]`: writes a file like the Global Patient Set of today, which has every concept of SNOMED CT:
 * the real concepts of the lists (a column of SCTIDs and one of fully specified names), ordinary words that are concepts there, and invented
 * ones up to the number that each hierarchy has. Then `npm run import -- gps FILE`, or `npm run bench -- import FILE`.
 *
 * The proportions are those of the active concepts of the hierarchies in the International Edition of July 2025 (374,846); how a hierarchy is
 * divided between its semantic tags is an estimate.
 */

import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { findListColumns, readListRow } from '../../server/terminology/import/list-format.js';
import { columnsOf } from '../../server/terminology/import/rf2-format.js';
import { identifier } from '../rf2/synthetic-release.js';
import { inventedName } from './invented-names.js';
import { ORDINARY_WORDS } from './ordinary-words.js';

/** Active concepts of each semantic tag. */
const CONCEPTS: Readonly<Record<string, number>> = {
  disorder: 83_700,
  finding: 43_109,
  procedure: 56_650,
  'regime/therapy': 3_000,
  'body structure': 36_775,
  'morphologic abnormality': 5_000,
  cell: 1_000,
  organism: 34_495,
  substance: 27_768,
  'clinical drug': 6_500,
  'medicinal product form': 5_500,
  'medicinal product': 5_000,
  product: 8_695,
  'physical object': 14_006,
  'qualifier value': 12_191,
  'observable entity': 10_950,
  situation: 5_053,
  occupation: 3_400,
  'ethnic group': 380,
  person: 400,
  event: 3_315,
  environment: 1_876,
  specimen: 1_823,
  'assessment scale': 1_665,
  'foundation metadata concept': 1_900,
  'record artifact': 520,
  'physical force': 172,
};
const WHOLE = Object.values(CONCEPTS).reduce((sum, count) => sum + count, 0);

const [target, count = '390000', ...lists] = process.argv.slice(2);
if (target === undefined) throw new Error('Name a file to write.');
const wanted = Number(count);
const out = createWriteStream(target, { highWaterMark: 1 << 20 });
const have = new Map<string, number>();
const known = new Set<string>();
const put = async (sctid: string, active: boolean, name: string, tag: string, preferred: string): Promise<void> => {
  if (active) have.set(tag, (have.get(tag) ?? 0) + 1);
  const line = [sctid, active ? '1' : '0', `${name} (${tag})`, preferred].join('\t');
  if (!out.write(`${line}\r\n`)) await once(out, 'drain');
};

out.write('ConceptID\tActive\tFSN\tUSPreferredTerm\r\n');
for (const list of lists) {
  const [header = '', ...lines] = readFileSync(list, 'utf8').split(/\r?\n/);
  const columns = findListColumns(columnsOf(header));
  if (columns === null || columns.fsn < 0)
    throw new Error(`${list} has no columns of SCTIDs and fully specified names.`);
  for (const line of lines) {
    const { sctid, fsn } = readListRow(line, columns);
    const [, name, tag] = /^(.*\S)\s*\(([^()]+)\)$/.exec(fsn) ?? [];
    if (name === undefined || tag === undefined || known.has(sctid)) continue;
    known.add(sctid).add(`${name.toLowerCase()} (${tag})`);
    await put(sctid, true, name, tag, name);
  }
}
const real = [...have.values()].reduce((sum, number) => sum + number, 0);
let invented = 0;
for (const [tag, words] of Object.entries(ORDINARY_WORDS))
  for (const word of words.split('|'))
    if (!known.has(`${word.toLowerCase()} (${tag})`))
      await put(identifier(++invented, 'concept'), true, word, tag, word);
const ordinary = invented;
for (const [tag, number] of Object.entries(CONCEPTS)) {
  const most = Math.round((number * wanted) / WHOLE);
  for (let n = 0; (have.get(tag) ?? 0) < most; n++) {
    const { name, preferred } = inventedName(tag, n);
    await put(identifier(++invented, 'concept'), true, name, tag, preferred);
  }
}
// Two of five concepts of the real set are inactive.
const inactive = Math.round(wanted * 0.4);
for (let n = 0; n < inactive; n++) {
  const { name, preferred } = inventedName('disorder', 200_000 + n);
  await put(identifier(++invented, 'concept'), false, `${name}, retired`, 'disorder', preferred);
}
await finished(out.end());
const active = [...have.values()].reduce((sum, number) => sum + number, 0);
process.stdout.write(
  `${active} active concepts, of them ${real} of the lists and ${ordinary} ordinary words, and ${inactive} inactive ones in ${target}\n`,
);
