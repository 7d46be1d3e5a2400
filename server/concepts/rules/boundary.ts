/** The boundary check: words beside a span that may make another concept of it ("epidural" in "epidural abscess", "fracture" in "fracture of the neck"). */

import type { Token } from '../../text/token.js';
import { joinsNames } from '../annotate/care-place.js';
import { BREAK, isContent as isContentRole } from '../annotate/token-role.js';
import type { Boundary } from './beside.js';
import type { Trace } from './evidence.js';
import { atToken, type ReviewRule } from './rule.js';

/** Prepositions besides "of" that join to a span what makes another concept of it: "allergie au nickel". */
const TOWARDS: ReadonlySet<string> = new Set(['to', 'à', 'au', 'aux']);
/** The class of words before the degree of something: "type 1", "stade III", "grade B". */
const DEGREE_NAME = 'DEGREE';
const DEGREE = /^(?:[0-9]|i{1,3}|iv|v|[a-d])$/;
const NUMBER = /^(?:[0-9]|i{1,3}|iv|v)$/;
/** The class of words between a cause and its effect: "alcohol induced pancreatitis", "pancréatite d'origine alcoolique". */
const CAUSING = 'CAUSING';
/** The class of words that name the risk of what stands before them: "malnutrition risk", "stroke risk factors". */
const RISK = 'RISK';
/** The class of words that say who is immune against what stands before them. */
const IMMUNITY = 'IMMUNITY';
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'la', 'le', 'les', "l'", 'un', 'une']);
const NOWHERE = -1;

/** A trace at a token where something holds of it. */
function where(holds: boolean, at: number): Trace | null {
  return holds ? atToken(at) : null;
}

export const BOUNDARY: readonly ReviewRule<Boundary>[] = [
  {
    id: 'hyphen',
    when: (b) => where(b.isJoined(b.span.from), b.span.from - 1) ?? where(b.isJoined(b.span.to), b.span.to),
    fires: 'Admitted after [obesity]-related falls.',
    quiet: 'Admitted with [obesity], walks daily.',
  },
  {
    id: 'word-before',
    when: (b) => b.word(b.before),
    fires: 'Tableau mimant une fausse [embolie pulmonaire].',
    quiet: "Suspicion d'[embolie pulmonaire].",
  },
  {
    // "Sous-cutané" is one word, whatever its first half may do alone.
    id: 'word-behind',
    when: (b) => b.word(b.behind) ?? (b.isJoined(b.span.to + 1) ? b.word(b.span.to + 1) : null),
    fires: 'Vue pour [gastrite] érosive.',
    quiet: 'Vue pour [gastrite] modérée.',
  },
  {
    id: 'preposition-behind',
    when: (b) => b.word(afterPreposition(b)),
    fires: 'Connue pour [allergie] au nickel.',
    quiet: 'Connue pour [allergie] ancienne.',
  },
  {
    // "CKD stage 3b" is more than stage 3, and of "NYHA II/III" nobody knows the right one.
    id: 'number-goes-on',
    when: ({ tokens, span: { from, to } }) =>
      where(hasLetter(tokens, to - 1) || isRange(tokens, to), to) ?? where(isRange(tokens, from - 1), from - 1),
    fires: '[CKD stage 3]b, stable.',
    quiet: '[CKD stage 3], stable.',
  },
  {
    id: 'degree-before',
    when: (b) => where(isDegreed(b), b.span.from - 1),
    fires: 'Admitted with type 2 [respiratory failure].',
    quiet: 'Admitted with [respiratory failure].',
  },
  {
    // "Alcohol induced pancreatitis", "malnutrition risk", "rétinopathie non proliférante"; "toxoplasmose : non immunisée" is nobody's disease.
    id: 'changing-word',
    when: (b) => causeBefore(b) ?? changedBehind(b),
    fires: 'Bilan de grossesse. [Toxoplasmose] non immunisée.',
    quiet: 'Bilan de grossesse. [Toxoplasmose] ancienne.',
  },
  {
    // The sodium of a "docusate de sodium" that the terminology lacks.
    id: 'inside-phrase',
    when: (b) => (b.isInside ? { at: { from: b.span.from, to: b.span.to } } : null),
    fires: 'Le docusate de [sodium] est arrêté.',
    quiet: 'La [créatinine] est à 85.',
  },
];

/**
 * Whether English says the degree of the span before it: "type 2 respiratory failure", "stage 3b CKD"; in "CKD stage 3 hypertension" it is
 * that of what stands before it.
 */
function isDegreed({ note: { roles, classes }, tokens, span: { from, language }, begin }: Boundary): boolean {
  if (language !== 'en') return false;
  if (tokens[from - 1]?.norm === '°') return isSecondary(tokens, roles, from, begin);
  const degree = hasLetter(tokens, from - 2) ? from - 2 : from - 1;
  const name = tokens[degree - 1]?.norm === '.' ? degree - 2 : degree - 1;
  if (name < begin || !classes.ofAny(DEGREE_NAME, name) || !DEGREE.test(tokens[degree]?.norm ?? '')) return false;
  const isOneLine = tokens.slice(name + 1, from + 1).every((token) => token.breaks === 0);
  const isOfOther = name > begin && tokens[name]?.breaks === 0 && isContentRole(roles[name - 1]);
  return isOneLine && !isOfOther;
}

/** Whether "2°" says the kind of the thing that begins at a token: "2° hyperparathyroidism"; "AKI 2° sepsis" tells a cause. */
function isSecondary(tokens: readonly Token[], roles: Uint8Array, from: number, begin: number): boolean {
  const [number, before] = [tokens[from - 2], from - 3];
  if (from - 2 < begin || !/^[12]$/.test(number?.norm ?? '')) return false;
  return before < begin || (number?.breaks ?? 0) > 0 || !isContentRole(roles[before]);
}

/** The word that ties what stands before it to the span as its cause. */
function causeBefore({ note: { classes, roles }, tokens, span: { from } }: Boundary): Trace | null {
  const isTied = classes.is(CAUSING, from - 1) && tokens[from - 1]?.breaks === 0 && tokens[from]?.breaks === 0;
  return where(isTied && (roles[from - 2] as number) < BREAK, from - 1);
}

/** The words behind a span that make something else of it than what somebody has. */
function changedBehind(b: Boundary): Trace | null {
  const { tokens, note, span } = b;
  const { classes } = note;
  const at = span.to;
  const told = tokens[at]?.norm === ':' ? at + 1 : at;
  const immune = tokens[told]?.breaks === 0 ? classes.longest(IMMUNITY, told) : undefined;
  if (immune) return { at: { from: told, to: told + immune.length }, row: immune };
  if (tokens[at]?.breaks !== 0) return null;
  const tie = tokens[at]?.norm === "d'" ? at + 1 : at;
  const isCaused = classes.is(CAUSING, tie) && b.isWord(tie + 1);
  return where(isCaused || classes.is(RISK, at) || (tokens[at].lower === 'non' && b.isWord(at + 1)), at);
}

/** Whether a token is the slash between two degrees, of which nobody knows the right one: "NYHA II/III". */
function isRange(tokens: readonly Token[], at: number): boolean {
  const [first, slash, second] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (slash?.norm !== '/' || slash.spaces > 0 || second?.spaces !== 0) return false;
  return NUMBER.test(first?.norm ?? '') && NUMBER.test(second.norm);
}

/** Whether a number has a letter of its own behind it: "stage 3b" is more than stage 3, "G3P2" is not one number. */
function hasLetter(tokens: readonly Token[], at: number): boolean {
  const [number, letter, next] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (number?.kind !== 'number' || letter?.kind !== 'word' || letter.norm.length > 1) return false;
  return letter.start === number.end && !(next?.kind === 'number' && next.start === letter.end);
}

/** The token behind "of the", "to"; the genus of "P. vivax" is passed over. */
function afterPreposition({ tokens, behind: at }: Boundary): number {
  const token = tokens[at];
  if (token === undefined || !(joinsNames(token.lower) || TOWARDS.has(token.lower))) return NOWHERE;
  const next = ARTICLES.has(tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1;
  const isGenus = tokens[next]?.norm.length === 1 && tokens[next + 1]?.norm === '.';
  return isGenus ? next + 2 : next;
}
