/**
 * `npm run bench -- variations [COUNT]`: how often terms of the seed are found as notes write them, on the database of the environment.
 * COUNT terms (250) for each variation, evenly spread; right is a span with the concept of the term, `resolved` or `flag`.
 */

import { withService } from '../../server/cli/open.js';
import type { Language } from '../../server/domain/language.js';
import { CONDITIONS } from '../../server/domain/semantic-tags.js';
import { readSeedFiles } from '../../server/terminology/seed-files.js';

const COUNT = Number(process.argv[2] ?? 250);
const LEAD: Readonly<Record<Language, string>> = { en: 'Patient seen today with', fr: 'Patient vu ce jour pour' };
const SITE = /^([a-z][a-z -]*?) of ([a-z][a-z -]*)$/;
const SITE_FR = /^([a-zà-ü]+) (du|de la) ([a-zà-ü]+)$/;
const TURNED = /^([a-z-]+) (pain|swelling|fracture|injury|abscess|cancer|stenosis|edema|numbness)$/;
const PREFIX = /^(post|non|anti|hyper|hypo|sub|inter|intra|extra|peri|pré|péri)([a-zà-ü]{4,}.*)$/;

/** A way to write a term; terms without the pattern are left out. */
type Variation = readonly [name: string, language: Language, from: RegExp, to: string];

const VARIATIONS: readonly Variation[] = [
  ['X of the left Y', 'en', SITE, '$1 of the left $2'],
  ['X in his Y', 'en', SITE, '$1 in his $2'],
  ['severe X of the Y', 'en', SITE, 'severe $1 of the $2'],
  ['Y X: X in her left Y', 'en', TURNED, '$2 in her left $1'],
  ['haem- for hem-', 'en', /^(.*\b)hem(.*)$/, '$1haem$2'],
  ['oedema for edema', 'en', /^(.*\b)edema(.*)$/, '$1oedema$2'],
  ['hyphen in a word', 'en', PREFIX, '$1-$2'],
  ["without 's", 'en', /^(.*)'s (.*)$/, '$1 $2'],
  ['type II for type 2', 'en', /^(.*\b(?:type|stage|grade)) 2\b(.*)$/, '$1 II$2'],
  ['X sévère du Y', 'fr', SITE_FR, '$1 sévère $2 $3'],
  ['X au niveau du Y', 'fr', SITE_FR, '$1 au niveau $2 $3'],
  ['X de son Y', 'fr', SITE_FR, '$1 de son $3'],
  ['hyphen in a word', 'fr', PREFIX, '$1-$2'],
  ['type 2 without "de"', 'fr', /^(.*) de (type [12].*)$/, '$1 $2'],
];

const { concepts, descriptions } = readSeedFiles('seed');
const conditions = new Set(concepts.filter(({ semanticTag }) => CONDITIONS.has(semanticTag)).map(({ sctid }) => sctid));
const terms = descriptions.filter(({ sctid, kind }) => kind !== 'abbreviation' && conditions.has(sctid));
const known = new Set(terms.map(({ term }) => term));
const { signal } = new AbortController();

await withService(async ({ service }) => {
  for (const [name, language, from, to] of VARIATIONS) {
    const varied = terms
      .filter((each) => each.language === language && from.test(each.term))
      .map(({ sctid, term }) => ({ sctid, term: term.replace(from, to) }))
      .filter(({ term }) => !known.has(term));
    const step = Math.max(1, Math.floor(varied.length / COUNT));
    const asked = varied.filter((_, i) => i % step === 0).slice(0, COUNT);
    let [right, resolved, wrong] = [0, 0, 0];
    for (const { sctid, term } of asked) {
      const text = `${LEAD[language]} ${term}.`;
      const answer = await service.extractConcepts({ text, language, explain: false }, signal);
      const found = answer.concepts.filter(({ code }) => code === sctid);
      if (found.length > 0) right++;
      if (found.some(({ status }) => status === 'resolved')) resolved++;
      else if (answer.concepts.some(({ status }) => status === 'resolved')) wrong++;
    }
    const share = (count: number) => (count / asked.length).toFixed(3);
    process.stdout.write(
      `${language}  ${name.padEnd(22)} ${asked.length} terms  right ${share(right)}  resolved ${share(resolved)}  only others resolved ${share(wrong)}\n`,
    );
  }
});
