/** What stands behind a word that names a substance: how much of it was measured, or how much of it is taken. */

import type { Note } from './note.js';
import type { Token } from './token.js';

/**
 * `measured`: with the unit of a concentration or a share; `pressure`: two numbers over one another; `number`: a number that may be anything;
 * `dose`: how much is taken; null: no number.
 */
export type Amount = 'measured' | 'pressure' | 'number' | 'dose' | null;

/** What may stand between the word and the number. */
const BETWEEN = new Set([
  ':',
  '=',
  '<',
  '>',
  '≤',
  '≥',
  '~',
  '°',
  'at',
  'of',
  'was',
  'is',
  'à',
  'a',
  'de',
  'est',
  'level',
  'levels',
  'max',
  'peak',
  'r',
  'l',
  'od',
  'os',
]);
const MOST_BETWEEN = 2;
/** The number and what tells its unit: "4.1 mmol / l". */
const MOST_BEHIND = 4;
/** Measured in a litre, but given by themselves: "potassium 40 mmol" may be either. */
const MOLES = new Set(['mmol', 'µmol', 'μmol', 'umol', 'nmol', 'pmol', 'mosm']);
const DOSES = new Set(
  'mg g gr mcg µg μg ug ml cc ui iu u mui meq unit units unité unités tab tabs tablet tablets cap caps capsule capsules cp cps comprimé comprimés gélule gélules puff puffs bouffée bouffées goutte gouttes drop drops amp x fois'.split(
    ' ',
  ),
);

/** Units that no number of a name has behind it: "oxygen 15 L" is no oxygen-15, and "vitamin B 12 drops" is vitamin B12. */
const PLAIN = new Set('l lpm litre litres liter liters mg g ml mcg µg μg'.split(' '));

/** Units of what is given in per cent, of sizes, weights and times. */
const OTHER_UNITS = new Set('% cm d h j kg mm'.split(' '));

/** "5000 s/c" is a dose too. */
const ROUTES = new Set(['s/c', 'i/v', 'i/m', 'p/o', 's/l']);

/** How long, and no value: "FC 10 sem" is a miscarriage. */
const DURATIONS = new Set(
  'ans days heures hours hr hrs jours min mins minutes mois months sec secs sem semaine semaines weeks wk wks years yrs'.split(
    ' ',
  ),
);

/** What a test comes to without a number. */
const RESULTS = new Set(
  'bas basse basses correct correcte detecte detectee detected elevated eleve elevee eleves elevees free haut haute high low neg negatif negative negatives negatifs nl nle normal normale normales normaux ok pos positif positifs positive positives raised wnl'.split(
    ' ',
  ),
);
const SIGNS = new Set(['+', '-']);
const PLUS = new Set(['+']);
const POSITIVE = new Set('detected pos positif positifs positive positives'.split(' '));

const YEAR = /^(?:19|20)\d\d$/;
const DECIMAL = /^\d+[.,]\d+$/;
/** "178/94", and "12/8" in centimetres of mercury. */
const PRESSURE = /^(?:\d{2,3}\/\d{2,3}|\d{2}\/\d)$/;
/** How often, when or how something is taken: "magnesium 2 BD". */
const TAKEN = new Set(
  'bd bid b.i.d od o.d qd tds tid t.i.d t.d.s qds qid q.i.d daily weekly monthly nocte mane stat given iv ivi im po sc orally matin midi soir coucher hebdo'.split(
    ' ',
  ),
);
/** What is given in per cent. */
const FORMS = new Set(
  'cream crème drops gel gouttes collyre lotion mouthwash oint ointment paste pommade shampoo shampooing solution spray'.split(
    ' ',
  ),
);
const PER = new Set(['a', 'par', 'per']);
/** "500 mg/j" is a dose, "5 mg/l" is not. */
const TIMES = /^(?:j|jour|jours|jr|d|day|h|hr|hour|heure|kg|min|sem|semaine|week|wk|prise|dose)$/;

/** Whether a result stands right behind the word that ends before token `at`: "cocaine pos", "fluorescein +ve", "gluten free". A sign alone may be that of a list. */
export function isResultBehind(note: Note, at: number): boolean {
  return isOneBehind(note, at, RESULTS, SIGNS);
}

/** Whether a positive result stands right behind: "RSV pos", "flu +ve". */
export function isPositiveBehind(note: Note, at: number): boolean {
  return isOneBehind(note, at, POSITIVE, PLUS);
}

/** Whether one of the words stands right behind, or one of the signs with its "ve". */
function isOneBehind({ tokens }: Note, at: number, words: ReadonlySet<string>, signs: ReadonlySet<string>): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token?.breaks !== 0) return false;
  return words.has(token.norm) || (signs.has(token.norm) && next?.norm === 've' && next.start === token.end);
}

/** Whether a token is what a unit counts by: the "dl" of "8.2 g/dl". */
export function isUnitOfRate({ tokens }: Note, at: number): boolean {
  const slash = tokens[at - 1];
  if (slash?.norm !== '/' || slash.spaces > 0 || tokens[at]?.spaces !== 0) return false;
  const unit = tokens[at - 2]?.lower ?? '';
  return tokens[at - 3]?.kind === 'number' && (DOSES.has(unit) || MOLES.has(unit));
}

/** Whether a number with a decimal stands behind the word that ends before token `at`. */
export function isDecimalBehind(note: Note, at: number): boolean {
  return DECIMAL.test(note.tokens[numberBehind(note, at)]?.norm ?? '');
}

/** Whether something was measured: there is a number, and it is no dose. */
export function isMeasured(amount: Amount): boolean {
  return amount !== null && amount !== 'dose';
}

/** Whether the number behind the word that ends before token `at` may be the value of a laboratory test. */
export function isValueBehind(note: Note, at: number): boolean {
  const amount = amountBehind(note, at);
  const unit = note.tokens[numberBehind(note, at) + 1];
  const isOther = unit?.breaks === 0 && OTHER_UNITS.has(unit.lower);
  return (amount === 'measured' || amount === 'number') && !isOther;
}

/** Whether the token before `at` is a number of such units: "O2 15 L"; "CKD 4 L AVF" looks the same and says a side. */
export function endsInAmount({ tokens }: Note, at: number): boolean {
  const [number, unit] = [tokens[at - 1], tokens[at]];
  return number?.kind === 'number' && unit?.breaks === 0 && PLAIN.has(unit.lower.split('/', 1)[0] ?? '');
}

/** The first token behind a word that does not only lead to its number. */
function numberBehind({ tokens }: Note, at: number): number {
  let number = at;
  while (number < at + MOST_BETWEEN && BETWEEN.has(tokens[number]?.lower ?? '')) number++;
  return number;
}

/** Whether a word tells how or when something is given, or in which form: "tds", "cream". */
function isGiven(token: Token | undefined): boolean {
  return token !== undefined && (TAKEN.has(token.lower) || DOSES.has(token.lower) || FORMS.has(token.lower));
}

/** How much is said on its line of the word that ends before token `at`. */
export function amountBehind(note: Note, at: number): Amount {
  const { tokens } = note;
  const number = numberBehind(note, at);
  const behind = tokens.slice(at, number + MOST_BEHIND);
  const end = behind.findIndex(({ breaks }) => breaks > 0);
  const [value, unit, ...rest] = behind.slice(number - at, end < 0 ? behind.length : end);
  if (value?.kind !== 'number' || YEAR.test(value.norm)) return null;
  if (PRESSURE.test(value.norm)) return 'pressure';
  if (unit === undefined) return 'number';
  // Weeks and days of a pregnancy: "RPM à 37+6".
  if (unit.norm === '+' && unit.spaces === 0 && rest[0]?.kind === 'number' && rest[0].spaces === 0) return null;
  // "Cyclopentolate 1% tds" is given.
  if (unit.norm === '%') return isGiven(rest[0]) ? 'dose' : 'measured';
  if (DURATIONS.has(unit.lower)) return null;
  // "g/l" may be one token or three.
  const [amount = '', glued] = unit.lower.split('/');
  const isApart = rest[0]?.norm === '/' && rest[0].spaces === 0;
  const per = glued ?? (isApart ? rest[1]?.lower : undefined);
  if (ROUTES.has(unit.lower)) return 'dose';
  if (per !== undefined) return TIMES.test(per) ? 'dose' : 'measured';
  const next = rest[0]?.lower ?? '';
  if (DOSES.has(amount) || TAKEN.has(unit.lower) || (PER.has(unit.lower) && TIMES.test(next))) return 'dose';
  if (MOLES.has(amount)) return TAKEN.has(next) || PER.has(next) ? 'dose' : null;
  return 'number';
}
