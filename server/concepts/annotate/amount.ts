/** What stands behind a word that names a substance: how much of it was measured, or how much of it is taken. */

import { type Note, sectionAt } from '../../text/note.js';
import type { Token } from '../../text/token.js';
import type { AnnotatedNote } from './annotated-note.js';

/**
 * `measured`: with the unit of a concentration or a share; `pressure`: two numbers over one another; `number`: a number that may be anything;
 * `dose`: how much is taken; null: no number.
 */
export type Amount = 'measured' | 'pressure' | 'number' | 'dose' | null;

/** Words of the lexicon that only lead to a number, and signs that do ("CRP at < 5"). */
const AMOUNT_LEAD = 'AMOUNT_LEAD';
const LEADING_SIGNS = new Set([':', '=', '<', '>', '≤', '≥', '~', '°']);
const MOST_BETWEEN = 2;
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

/** What a test comes to without a number: words of this class, those of a finding that is there with the value `positive`. */
export const RESULT = 'RESULT';
const POSITIVE = 'positive';
const SIGNS = new Set(['+', '-']);
/** What ends an item of a list of results. */
const ITEM_ENDS = new Set([',', ';', '.', ')', '|']);

const YEAR = /^(?:19|20)\d\d$/;
const DECIMAL = /^\d+[.,]\d+$/;
/** "178/94", and "12/8" in centimetres of mercury. */
const PRESSURE = /^(?:\d{2,3}\/\d{2,3}|\d{2}\/\d)$/;
/** How often, when or how something is taken ("magnesium 2 BD"), and in which form ("cyclopentolate 1% drops"). */
const DOSING = 'DOSING';
const DOSE_FORM = 'DOSE_FORM';
const PER = new Set(['a', 'par', 'per']);
/** "500 mg/j" is a dose, "5 mg/l" is not. */
const TIMES = /^(?:j|jour|jours|jr|d|day|h|hr|hour|heure|kg|min|sem|semaine|week|wk|prise|dose)$/;

type Read = Pick<AnnotatedNote, 'tokens' | 'classes'>;

/** Whether a result stands right behind the word that ends before token `at`: "cocaine pos", "fluorescein +ve", "gluten free". A sign alone may be that of a list. */
export function isResultBehind(note: Read, at: number): boolean {
  const { tokens, classes } = note;
  if (tokens[at]?.breaks !== 0) return false;
  return classes.ofAny(RESULT, at) !== undefined || (SIGNS.has(tokens[at]?.norm ?? '') && isVe(note, at));
}

/** Whether nothing but a plus or a minus stands behind the word that ends before token `at` until its item ends: "opiates +, cocaine -". */
export function isSignedItem({ tokens }: Pick<Read, 'tokens'>, at: number): boolean {
  const [sign, next] = [tokens[at], tokens[at + 1]];
  if (sign?.breaks !== 0 || !SIGNS.has(sign.norm)) return false;
  return next === undefined || next.breaks > 0 || ITEM_ENDS.has(next.norm);
}

/** Whether a positive result stands right behind: "RSV pos", "flu +ve". */
export function isPositiveBehind(note: Read, at: number): boolean {
  const { tokens, classes } = note;
  if (tokens[at]?.breaks !== 0) return false;
  return classes.ofAny(RESULT, at)?.value === POSITIVE || (tokens[at]?.norm === '+' && isVe(note, at));
}

/** Whether a sign has its "ve". */
function isVe({ tokens }: Read, sign: number): boolean {
  const next = tokens[sign + 1];
  return next?.norm === 've' && next.start === tokens[sign]?.end;
}

/** Whether a token is what a unit counts by: the "dl" of "8.2 g/dl". */
export function isUnitOfRate({ tokens }: Note, at: number): boolean {
  const slash = tokens[at - 1];
  if (slash?.norm !== '/' || slash.spaces > 0 || tokens[at]?.spaces !== 0) return false;
  const unit = tokens[at - 2]?.lower ?? '';
  return tokens[at - 3]?.kind === 'number' && (DOSES.has(unit) || MOLES.has(unit));
}

/** Whether a number with a decimal stands behind the word that ends before token `at`. */
export function isDecimalBehind(note: Read, at: number): boolean {
  return DECIMAL.test(note.tokens[numberBehind(note, at)]?.norm ?? '');
}

/** Whether something was measured: there is a number, and it is no dose. */
export function isMeasured(amount: Amount): boolean {
  return amount !== null && amount !== 'dose';
}

/** Whether the number behind the word that ends before token `at` may be the value of a laboratory test. */
export function isValueBehind(note: Read, at: number): boolean {
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
function numberBehind({ tokens, classes }: Read, at: number): number {
  const leads = (place: number) =>
    LEADING_SIGNS.has(tokens[place]?.lower ?? '') || classes.ofAny(AMOUNT_LEAD, place) !== undefined;
  let number = at;
  while (number < at + MOST_BETWEEN && leads(number)) number++;
  return number;
}

/** How much is said on its line of the word that ends before token `at`. */
export function amountBehind(note: Read, at: number): Amount {
  const number = numberBehind(note, at);
  const value = onLine(note, at, number);
  if (value?.kind !== 'number' || YEAR.test(value.norm)) return null;
  if (PRESSURE.test(value.norm)) return 'pressure';
  const unit = onLine(note, at, number + 1);
  if (unit === undefined) return 'number';
  if (isGestation(unit, onLine(note, at, number + 2))) return null;
  // "Cyclopentolate 1% tds" is given.
  if (unit.norm === '%') return isGiven(note, onLine(note, at, number + 2) && number + 2) ? 'dose' : 'measured';
  if (DURATIONS.has(unit.lower)) return null;
  if (ROUTES.has(unit.lower)) return 'dose';
  const per = perOf(note, at, number + 1);
  if (per !== undefined) return TIMES.test(per) ? 'dose' : 'measured';
  return amountOfUnit(note, at, number + 1);
}

/** A token within reach of a word that ends before token `at`, if it is on the line of the word. */
function onLine({ tokens }: Read, at: number, place: number): Token | undefined {
  for (let each = at; each <= place; each++) if (tokens[each]?.breaks !== 0) return undefined;
  return tokens[place];
}

/** Whether weeks and days of a pregnancy go on with these tokens: "RPM à 37+6". */
function isGestation(plus: Token, days: Token | undefined): boolean {
  return plus.norm === '+' && plus.spaces === 0 && days?.kind === 'number' && days.spaces === 0;
}

/** What a unit counts by: the "l" of "g/l", which may be one token or three. */
function perOf(note: Read, at: number, place: number): string | undefined {
  const [, glued] = onLine(note, at, place)?.lower.split('/') ?? [];
  const slash = onLine(note, at, place + 1);
  const isApart = slash?.norm === '/' && slash.spaces === 0;
  return glued ?? (isApart ? onLine(note, at, place + 2)?.lower : undefined);
}

function amountOfUnit(note: Read, at: number, place: number): Amount {
  const unit = onLine(note, at, place)?.lower ?? '';
  const next = onLine(note, at, place + 1);
  const isDosing = (at: number) => note.classes.ofAny(DOSING, at) !== undefined;
  if (DOSES.has(unit) || isDosing(place) || (PER.has(unit) && TIMES.test(next?.lower ?? ''))) return 'dose';
  if (!MOLES.has(unit)) return 'number';
  return next !== undefined && (isDosing(place + 1) || PER.has(next.lower)) ? 'dose' : null;
}

/** Whether a token tells how or when something is given, or in which form: "tds", "cream". */
function isGiven({ tokens, classes }: Read, at: number | undefined): boolean {
  if (at === undefined) return false;
  const isWord = classes.ofAny(DOSING, at) !== undefined || classes.ofAny(DOSE_FORM, at) !== undefined;
  return isWord || DOSES.has(tokens[at]?.lower ?? '');
}

const MEDICATIONS = 'medications';

/** How much is said behind a mention; in a list of medications a number alone is no measurement. */
export function amountSaid(
  note: AnnotatedNote,
  { sentence, to }: { readonly sentence: number; readonly to: number },
): Amount {
  const amount = amountBehind(note, to);
  return amount === 'number' && sectionAt(note, sentence) === MEDICATIONS ? null : amount;
}
