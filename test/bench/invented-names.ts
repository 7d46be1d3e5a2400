/** Invented names in the manner of each semantic tag of SNOMED CT: many, and no two alike within a tag. */

import { NOUNS, QUALIFIERS, SIDES, SITES } from '../rf2/words.js';

/** A fully specified name without its tag, and the preferred term. */
export interface InventedName {
  readonly name: string;
  readonly preferred: string;
}

const SYLLABLES =
  'ba be bi co da de di do fa fe fu ga go ka ke la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se so ta te ti to va ve vi zo'.split(
    ' ',
  );
const ORGANISM_ENDS = ['us', 'a', 'um', 'ella', 'oides', 'ensis', 'icola'];
const SUBSTANCE_ENDS = ['ine', 'ol', 'ide', 'ate', 'mab', 'one', 'ase', 'ic acid'];
const ACTIONS = [
  'Excision',
  'Repair',
  'Biopsy',
  'Ultrasonography',
  'Magnetic resonance imaging',
  'Plain X-ray',
  'Incision',
  'Drainage',
  'Reconstruction',
  'Fluoroscopy guided injection',
  'Computed tomography',
  'Endoscopy',
  'Closure',
  'Exploration',
  'Arthroscopy',
  'Removal of foreign body',
  'Application of dressing',
  'Transplantation',
  'Catheterization',
  'Ligation',
];
const DEVICES = [
  'Catheter',
  'Prosthesis',
  'Implant',
  'Surgical instrument',
  'Needle',
  'Splint',
  'Dressing',
  'Guidewire',
  'Stent',
  'Suture',
];
const FINDINGS = [
  'Finding related to',
  'On examination -',
  'Able to move',
  'Difficulty moving',
  'Observation of',
  'Altered sensation in',
  'Reduced movement of',
  'Symptom of',
  'Intensity of',
  'Does not use',
];
const PROPERTIES = [
  'Mass concentration',
  'Presence',
  'Substance concentration',
  'Number',
  'Arbitrary concentration',
  'Catalytic concentration',
];
const FLUIDS = ['serum', 'plasma', 'urine', 'whole blood', 'cerebrospinal fluid', 'saliva'];
const DOSES = ['5', '10', '20', '25', '50', '100', '200', '250', '500', '1000'];
const CONTEXTS = ['History of', 'Family history of', 'Suspected', 'No history of', 'At risk of', 'Planned repair of'];

/** Takes the parts of a number, as the digits of a counter. */
function counter(n: number): <Item>(items: readonly Item[]) => Item {
  let rest = n;
  return (items) => {
    const item = items[rest % items.length] as (typeof items)[number];
    rest = Math.floor(rest / items.length);
    return item;
  };
}

/** A word of so many syllables. */
function word(n: number, syllables: number, end: string): string {
  const pick = counter(n);
  const stem = Array.from({ length: syllables }, () => pick(SYLLABLES)).join('');
  return stem.charAt(0).toUpperCase() + stem.slice(1) + end;
}

/** A part of the body with a side and a part of it, as "left knee": 210, then numbered layers of them. */
function site(pick: ReturnType<typeof counter>): string {
  return [pick(SIDES)[0], pick(SITES)[0]].filter((part) => part !== '').join(' ');
}

/** A prime step, so that neighbours in the count are unlike one another. */
const spread = (n: number, space: number) => (n * 7_919) % space;

const SPACE = NOUNS.length * SITES.length * SIDES.length * QUALIFIERS.length;

function condition(n: number): string {
  const pick = counter(spread(n, SPACE));
  const noun = pick(NOUNS)[0];
  const place = [pick(SIDES)[0], pick(SITES)[0]].filter((part) => part !== '').join(' ');
  return [pick(QUALIFIERS)[0], noun, 'of', place].filter((part) => part !== '').join(' ');
}

const substance = (n: number) => word(spread(n, 2_000_000), 4, SUBSTANCE_ENDS[n % SUBSTANCE_ENDS.length] as string);

/** How names of a tag are made; others are a word and a number. */
const MAKERS: Readonly<Record<string, (n: number) => InventedName>> = {
  disorder: (n) => twice(n, condition(n), `${condition(n)} disorder`),
  finding: (n) => {
    const pick = counter(n);
    const kind = pick(FINDINGS);
    return twice(n, `${kind} ${site(pick)}${numbered(pick, n, 2_100)}`);
  },
  procedure: (n) => {
    const pick = counter(n);
    const name = `${pick(ACTIONS)} of ${site(pick)}`;
    const noun = n < 4_200 ? '' : ` for ${(NOUNS[Math.floor(n / 4_200) % NOUNS.length] as readonly string[])[0]}`;
    return twice(n, `${name}${noun}`);
  },
  situation: (n) => {
    const pick = counter(n);
    return twice(n, `${pick(CONTEXTS)} ${condition(n + 300_000)}`);
  },
  event: (n) => twice(n, `Accidental exposure to ${substance(n + 400_000)}`),
  organism: (n) => {
    const genus = word(Math.floor(n / 12), 3, ORGANISM_ENDS[n % 3] as string);
    return twice(n, `${genus} ${word(spread(n, 1_900_000), 3, ORGANISM_ENDS[n % 7] as string).toLowerCase()}`);
  },
  substance: (n) => twice(n, substance(n)),
  'clinical drug': (n) => {
    const dose = DOSES[n % DOSES.length];
    const drug = substance(Math.floor(n / 3)).toLowerCase();
    return {
      name: `Product containing precisely ${drug} ${dose} milligram/1 each conventional release oral tablet`,
      preferred: `${drug} ${dose} mg oral tablet`,
    };
  },
  'medicinal product form': (n) => {
    const drug = substance(n).toLowerCase();
    return {
      name: `Product containing only ${drug} in oral dose form`,
      preferred: `${drug} only product in oral dose form`,
    };
  },
  'medicinal product': (n) => {
    const drug = substance(n).toLowerCase();
    return { name: `Product containing only ${drug}`, preferred: `${drug} only product` };
  },
  product: (n) => ({
    name: `Product containing ${substance(n + 50_000).toLowerCase()}`,
    preferred: `${substance(n + 50_000)}-containing product`,
  }),
  'observable entity': (n) => {
    const pick = counter(n);
    const property = pick(PROPERTIES);
    return twice(n, `${property} of ${substance(Math.floor(n / 6)).toLowerCase()} in ${pick(FLUIDS)}`);
  },
  'body structure': (n) => {
    const pick = counter(n);
    const kind = pick(['Structure of', 'Entire', 'Skin structure of', 'Part of', 'Bone structure of']);
    return twice(n, `${kind} ${site(pick)}${numbered(pick, n, 1_050)}`);
  },
  'physical object': (n) => {
    const pick = counter(n);
    return twice(n, `${pick(DEVICES)} for ${site(pick)}${numbered(pick, n, 2_100)}`);
  },
  'regime/therapy': (n) => twice(n, `Care regime of ${condition(n + 350_000)}`),
};

/** The n-th name of a tag. */
export function inventedName(tag: string, n: number): InventedName {
  return MAKERS[tag]?.(n) ?? twice(n, `${word(spread(n, 1_000_000), 3, 'ar')} ${tag} ${n}`);
}

/** Two of five concepts have a preferred term that is not their fully specified name. */
function twice(n: number, name: string, other = `${name} (${n % 7})`.replace(/ \((\d)\)$/, ', type $1')): InventedName {
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  return { name: capital, preferred: n % 5 < 2 ? other : capital };
}

/** Beyond the names that the words give, the segment of the site. */
function numbered(pick: ReturnType<typeof counter>, n: number, names: number): string {
  if (n < names) return '';
  return ` at ${pick(NOUNS)[0]}, segment ${Math.floor(n / names)}`;
}
