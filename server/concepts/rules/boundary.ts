/** The boundary check: words beside a span that may make another concept of it ("epidural" in "epidural abscess", "fracture" in "fracture of the neck"). */

import type { Token } from '../../text/token.js';
import { joinsNames } from '../annotate/care-place.js';
import { BREAK, isContent as isContentRole } from '../annotate/token-role.js';
import { type Boundary, LEVEL } from './beside.js';
import type { Trace } from './evidence.js';
import { atToken, type ReviewRule } from './rule.js';

/** Prepositions besides "of" that join to a span what makes another concept of it: "allergie au nickel". */
const TOWARDS: ReadonlySet<string> = new Set(['to', 'à', 'au', 'aux']);
/** The class of words before the degree of something: "type 1", "stade III", "grade B". */
const DEGREE_NAME = 'DEGREE';
const DEGREE = /^(?:[0-9]|i{1,3}|iv|v|[a-d])$/;
const NUMBER = /^(?:[0-9]|i{1,3}|iv|v)$/;
/** The second of "L4/5", "L4/L5", "L5/S1". */
const SECOND_LEVEL = /^[ls]?[1-5]$/;
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
    id: 'hyphen-before',
    when: (b) => where(b.isJoined(b.span.from), b.span.from - 1),
    fires: 'Admitted with steroid-[hyperglycaemia] on Monday.',
    quiet: 'Admitted with [hyperglycaemia] on Monday.',
  },
  {
    id: 'hyphen-behind',
    when: (b) => where(b.isJoined(b.span.to), b.span.to),
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
    id: 'word-behind',
    when: (b) => b.word(b.behind),
    fires: 'Vue pour [gastrite] érosive.',
    quiet: 'Vue pour [gastrite] modérée.',
  },
  {
    // "Sous-cutané" is one word, whatever its first half may do alone.
    id: 'half-word-behind',
    when: (b) => (b.isJoined(b.span.to + 1) ? b.word(b.span.to + 1) : null),
    fires: 'TDM : [emphysème] sous-pleural à droite.',
    quiet: 'TDM : [emphysème] à droite.',
  },
  {
    id: 'level-before',
    when: (b) => b.word(levelBefore(b)),
    fires: 'Recurrent R L4/5 [disc herniation] on MRI.',
    quiet: 'Recurrent [disc herniation] on MRI.',
  },
  {
    id: 'owner-before',
    when: (b) => b.word(ownerBefore(b)),
    fires: "Admitted with Meckel's [diverticulitis] overnight.",
    quiet: "The patient's [diverticulitis] has settled.",
  },
  {
    id: 'preposition-behind',
    when: (b) => b.word(afterPreposition(b)),
    fires: 'Connue pour [allergie] au nickel.',
    quiet: 'Connue pour [allergie] ancienne.',
  },
  {
    id: 'letter-of-number',
    when: (b) => where(hasLetter(b.tokens, b.span.to - 1), b.span.to),
    fires: '[CKD stage 3]b, stable.',
    quiet: '[CKD stage 3], stable.',
  },
  {
    id: 'degree-behind',
    when: (b) => where(hasDegree(b) && !b.isApart(b.span.to), b.span.to),
    fires: '[Gonarthrose] stade 3 connue.',
    quiet: '[Gonarthrose] connue depuis mai.',
  },
  {
    id: 'degree-before',
    when: (b) => where(isDegreed(b), b.span.from - 1),
    fires: 'Admitted with type 2 [respiratory failure].',
    quiet: 'Admitted with [respiratory failure].',
  },
  {
    id: 'range-behind',
    when: (b) => where(isRange(b.tokens, b.span.to), b.span.to),
    fires: 'Dyspnoea [NYHA II]/III on exertion.',
    quiet: 'Dyspnoea [NYHA II] on exertion.',
  },
  {
    id: 'range-before',
    when: (b) => where(isRange(b.tokens, b.span.from - 1), b.span.from - 1),
    fires: 'Dyspnoea NYHA II/[III] on exertion.',
    quiet: 'Dyspnoea [NYHA III] on exertion.',
  },
  {
    id: 'cause-before',
    when: (b) => {
      const at = b.span.from - 1;
      return where(isCausing(b, at) && (b.note.roles[at - 1] as number) < BREAK, at);
    },
    fires: 'Admitted with alcohol induced [pancreatitis].',
    quiet: 'Admitted with [pancreatitis], alcohol denied.',
  },
  {
    id: 'cause-behind',
    when: (b) => b.word(behindCausing(b)),
    fires: "Vu pour [pancréatite] d'origine alcoolique.",
    quiet: 'Vu pour [pancréatite], alcool nié.',
  },
  {
    id: 'risk-behind',
    when: (b) => where(b.note.classes.is(RISK, b.span.to) && b.tokens[b.span.to]?.breaks === 0, b.span.to),
    fires: 'Physio: [pneumonia] risk high.',
    quiet: 'Physio: [pneumonia] confirmed.',
  },
  {
    // "Toxoplasmose : non immunisée" is a serology, and nobody's disease.
    id: 'immunity-behind',
    when: ({ note: { tokens, classes }, span: { to } }) => {
      const at = tokens[to]?.norm === ':' ? to + 1 : to;
      const row = tokens[at]?.breaks === 0 ? classes.longest(IMMUNITY, at) : undefined;
      return row ? { at: { from: at, to: at + row.length }, row } : null;
    },
    fires: 'Bilan de grossesse. [Toxoplasmose] non immunisée.',
    quiet: 'Bilan de grossesse. [Toxoplasmose] ancienne.',
  },
  {
    // "Rétinopathie non proliférante"
    id: 'negation-behind',
    when: (b) => where(b.tokens[b.span.to]?.lower === 'non' && b.isWord(b.span.to + 1), b.span.to),
    fires: 'FO : [rétinopathie] non proliférante.',
    quiet: 'FO : [rétinopathie] connue.',
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

/** Whether the degree of a thing begins at a token, which often makes another concept of it: "trouble bipolaire type 1". */
function hasDegree({ note: { classes }, tokens, span: { to: at } }: Boundary): boolean {
  if (tokens[at]?.breaks !== 0 || !classes.ofAny(DEGREE_NAME, at)) return false;
  const degree = tokens[at + 1]?.norm === '.' ? at + 2 : at + 1;
  return DEGREE.test(tokens[degree]?.norm ?? '') && tokens[degree]?.breaks === 0;
}

/** Whether a token ties a cause to its effect within a line. */
function isCausing({ note: { classes }, tokens }: Boundary, at: number): boolean {
  return classes.is(CAUSING, at) && tokens[at]?.breaks === 0 && tokens[at + 1]?.breaks === 0;
}

/** The token behind the word that ties a cause to its effect. */
function behindCausing(b: Boundary): number {
  const tie = b.tokens[b.span.to]?.norm === "d'" ? b.span.to + 1 : b.span.to;
  return isCausing(b, tie) ? tie + 1 : NOWHERE;
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

/** The name before its "'s", which mostly makes another concept: "Meckel's diverticulitis". */
function ownerBefore({ tokens, before: at }: Boundary): number {
  return tokens[at]?.norm === "'s" && tokens[at]?.start === tokens[at - 1]?.end ? at - 1 : NOWHERE;
}

/** The first vertebra of two: "L4/5 disc extrusion". */
function levelBefore({ tokens, span: { from } }: Boundary): number {
  const isSecond = SECOND_LEVEL.test(tokens[from - 1]?.norm ?? '') && tokens[from - 2]?.norm === '/';
  return isSecond && LEVEL.test(tokens[from - 3]?.norm ?? '') ? from - 3 : NOWHERE;
}
