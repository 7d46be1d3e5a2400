/**
 * Symbols of units, the same in every language, with their UCUM code. What is a word of a language is a row of the class UNIT_CODE; of a
 * symbol that stands in both the row counts.
 */

/** Symbols whose case tells them apart. */
const EXACT: Readonly<Record<string, string>> = {
  G: '10*9',
  K: '10*3',
  M: '10*6',
  MU: 'M[IU]',
  MUI: 'M[IU]',
  MIU: 'M[IU]',
  T: '10*12',
  mU: 'mU',
};

const ANY: Readonly<Record<string, string>> = {
  '%': '%',
  '‰': '[ppth]',
  cal: 'cal',
  cc: 'mL',
  cg: 'cg',
  cl: 'cL',
  cm: 'cm',
  cm2: 'cm2',
  cm3: 'cm3',
  cmhg: 'cm[Hg]',
  cmh2o: 'cm[H2O]',
  cmh20: 'cm[H2O]',
  db: 'dB',
  dg: 'dg',
  dl: 'dL',
  fl: 'fL',
  fmol: 'fmol',
  g: 'g',
  gm: 'g',
  gr: 'g',
  gy: 'Gy',
  hz: 'Hz',
  iu: '[IU]',
  k: '10*3',
  kcal: 'kcal',
  kg: 'kg',
  kgs: 'kg',
  kiu: 'k[IU]',
  kj: 'kJ',
  kpa: 'kPa',
  ku: 'kU',
  kui: 'k[IU]',
  l: 'L',
  m: 'm',
  m2: 'm2',
  m3: 'm3',
  mcg: 'ug',
  mcl: 'uL',
  mcmol: 'umol',
  meq: 'meq',
  mg: 'mg',
  mgs: 'mg',
  miu: 'm[IU]',
  ml: 'mL',
  mls: 'mL',
  mm: 'mm',
  mm2: 'mm2',
  mm3: 'mm3',
  mmhg: 'mm[Hg]',
  mmh2o: 'mm[H2O]',
  mmol: 'mmol',
  mol: 'mol',
  mosm: 'mosm',
  mosmol: 'mosm',
  ms: 'ms',
  msec: 'ms',
  mui: 'm[IU]',
  mv: 'mV',
  ng: 'ng',
  nm: 'nm',
  nmol: 'nmol',
  pg: 'pg',
  pmol: 'pmol',
  ppb: '[ppb]',
  ppm: '[ppm]',
  s: 's',
  sec: 's',
  secs: 's',
  u: 'U',
  ug: 'ug',
  ui: '[IU]',
  uiu: 'u[IU]',
  ul: 'uL',
  um: 'um',
  umol: 'umol',
  uui: 'u[IU]',
  w: 'W',
  γ: 'ug',
  º: 'Cel',
  ºc: 'Cel',
  ºf: '[degF]',
  '℃': 'Cel',
  '℉': '[degF]',
};

/** Symbols of two tokens. */
const PAIRS: Readonly<Record<string, string>> = {
  'cm h2o': 'cm[H2O]',
  'cm h20': 'cm[H2O]',
  'cm hg': 'cm[Hg]',
  'm ui': 'M[IU]',
  'mm h2o': 'mm[H2O]',
  'mm hg': 'mm[Hg]',
  'u i': '[IU]',
  '° c': 'Cel',
  '° f': '[degF]',
};

/** Greek mu, the micro sign and "µ" of any origin are "u". */
const plain = (written: string): string => written.toLowerCase().replace(/[μµ]/g, 'u');

/** The code of a symbol as it is written; undefined for none. */
export function symbolOf(written: string): string | undefined {
  return EXACT[written] ?? (Object.hasOwn(ANY, plain(written)) ? ANY[plain(written)] : undefined);
}

/** The code of a symbol of two tokens; undefined for none. */
export function pairOf(first: string, second: string): string | undefined {
  return PAIRS[`${plain(first)} ${plain(second)}`];
}

/** Every code of the table, for the test that holds it to UCUM. */
export const SYMBOL_CODES: readonly string[] = [
  ...Object.values(EXACT),
  ...Object.values(ANY),
  ...Object.values(PAIRS),
];
