/** What the words of a note were meant to be: shorthand of the lexicon, and typos, mended against the words of the served terminology. */

import { CONTENT } from '../detection/token-role.js';
import type { Window } from '../detection/windows.js';
import { LANGUAGES } from '../domain.js';
import type { KnownWords } from '../ranking/known-words.js';
import { mapInSlices } from '../slices.js';
import type { Note } from '../text/note.js';
import { termKey } from '../text/term-key.js';
import { REFINEMENT } from '../text/words.js';
import type { LiveState } from './live.js';

/** What tokens were meant to be, by their index. */
export interface Spelling {
  readonly typos: ReadonlyMap<number, string>;
  /** The long forms of words that clinicians write short: "dlr", "#". */
  readonly shorthand: ReadonlyMap<number, string>;
  /** French participles in "-ée" without their last e, for keys keep one of the two: "agitée", "agité". */
  readonly masculine: ReadonlyMap<number, string>;
}

const PARTICIPLE = /^[a-z]{3,}ees?$/;

/** The class of such words; their long form is the value. */
const SHORTHAND = 'SHORTHAND';

/** Finds the shorthand of the lexicon, and of the words that neither it nor the terminology has what they may be meant to be. */
export async function readSpelling(note: Note, roles: Uint8Array, state: LiveState): Promise<Spelling> {
  const shorthand = await readShorthand(note, state);
  const masculine = participles(note);
  return { shorthand, masculine, typos: await mendTypos(note, roles, shorthand, state) };
}

function participles({ tokens, sentences }: Note): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { from, to, language } of sentences) {
    if (language !== 'fr') continue;
    for (let at = from; at < to; at++) {
      const norm = tokens[at]?.norm ?? '';
      if (PARTICIPLE.test(norm)) found.set(at, norm.replace(/es?$/, ''));
    }
  }
  return found;
}

async function readShorthand(
  { tokens, sentences }: Note,
  { lexicon }: LiveState,
): Promise<ReadonlyMap<number, string>> {
  const long = new Map<number, string>();
  await mapInSlices(sentences, ({ from, to, language }) => {
    const words = lexicon.vocabulary.words[language];
    for (let at = from; at < to; at++) {
      const match = words.matchesAt(tokens, at, at + 1).find((each) => each.class === SHORTHAND);
      if (match?.value) long.set(at, match.value);
    }
  });
  return long;
}

async function mendTypos(
  note: Note,
  roles: Uint8Array,
  shorthand: ReadonlyMap<number, string>,
  { termWords, lexicon }: LiveState,
): Promise<ReadonlyMap<number, string>> {
  const mended = new Map<number, string>();
  const isClinical = (norm: string) =>
    LANGUAGES.some((language) => lexicon.vocabulary.clinical[language].has(termKey(norm), () => norm));
  const isRefinement = (at: number) =>
    LANGUAGES.some((language) => lexicon.vocabulary.words[language].is(REFINEMENT, note.tokens, at));
  await mapInSlices(note.tokens, ({ kind, norm }, at) => {
    const isWord = kind === 'word' && roles[at] === CONTENT && !shorthand.has(at);
    const maybe = isWord && !isNameLike(note, at) && !lexicon.vocabulary.hasWord(norm) && !isRefinement(at);
    const meant = maybe ? termWords.correct(norm) : undefined;
    if (meant !== undefined && !isClinical(norm)) mended.set(at, meant);
  });
  return mended;
}

/** Whether a word with a capital stands beside another one: "Baby Alfie Thornbury" is no misspelt "algia". */
function isNameLike({ tokens }: Note, at: number): boolean {
  const isCapital = (i: number) => tokens[i]?.kind === 'word' && tokens[i]?.capital === true;
  if (!isCapital(at)) return false;
  return (isCapital(at - 1) && tokens[at]?.breaks === 0) || (isCapital(at + 1) && tokens[at + 1]?.breaks === 0);
}

/**
 * The words of a window in long form, and without their typos where there are any.
 * @param isPassed whether a token is left out
 */
export function waysOf(
  note: Note,
  window: Window,
  { typos, shorthand }: Pick<Spelling, 'typos' | 'shorthand'>,
  isPassed: (at: number) => boolean = () => false,
): Pick<KnownWords, 'words' | 'meant'> {
  const longOf = (at: number) => (isPassed(at) ? '' : shorthand.get(at));
  const isMistyped = hasToken(window, typos);
  const meant = isMistyped ? rewritten(note, window, (at) => typos.get(at) ?? longOf(at)) : undefined;
  return { words: rewritten(note, window, longOf), meant };
}

/** Whether a window has one of these tokens. */
export function hasToken({ from, to }: Window, tokens: ReadonlyMap<number, string>): boolean {
  if (tokens.size === 0) return false;
  for (let at = from; at < to; at++) if (tokens.has(at)) return true;
  return false;
}

/** The words of a window in one line, some of them in another form. */
function rewritten(note: Note, { from, to, start, end }: Window, formOf: (at: number) => string | undefined): string {
  let words = '';
  let done = start;
  for (let at = from; at < to; at++) {
    const form = formOf(at);
    const token = note.tokens[at];
    if (form === undefined || token === undefined) continue;
    words += `${note.text.slice(done, token.start)} ${form} `;
    const next = note.tokens[at + 1];
    done = next?.norm === '.' && next.start === token.end ? next.end : token.end;
  }
  return (words + note.text.slice(done, end)).trim().split(/\s+/).join(' ');
}
