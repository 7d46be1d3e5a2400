/** What the words of a note were meant to be: shorthand of the lexicon, and typos, mended against the words of the served terminology. */

import { LANGUAGES } from '../../domain/language.js';
import { mapInSlices } from '../../slices.js';
import { termKey } from '../../text/term-key.js';
import { REFINEMENT } from '../../text/words.js';
import type { AnnotatedNote, Spelling } from './annotated-note.js';
import type { TermWords } from './term-words.js';
import { CONTENT, LETTER_LIST } from './token-role.js';

const PARTICIPLE = /^[a-z]{3,}ees?$/;

/** The class of such words; their long form is the value. */
const SHORTHAND = 'SHORTHAND';
/** Between what the letters of a list stand for, "n/v/d". */
const BETWEEN = ' | ';

type Read = Pick<AnnotatedNote, 'tokens' | 'sentences' | 'classes' | 'roles' | 'vocabulary'>;

/** Finds the shorthand of the lexicon, and of the words that neither it nor the terminology has what they may be meant to be. */
export async function readSpelling(note: Read, termWords: TermWords): Promise<Spelling> {
  const shorthand = readShorthand(note);
  return { shorthand, masculine: participles(note), typos: await mendTypos(note, shorthand, termWords) };
}

function participles({ tokens, sentences }: Read): ReadonlyMap<number, string> {
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

function readShorthand({ tokens, sentences, classes }: Read): ReadonlyMap<number, string> {
  const long = new Map<number, string>();
  for (const { from, to } of sentences) {
    for (let at = from; at < to; at++) {
      const value = classes.of(SHORTHAND, at)?.value;
      if (value) long.set(at, value);
      const list = classes.longest(LETTER_LIST, at);
      if (list?.value) {
        const letters = tokens.slice(at, at + list.length).flatMap(({ kind }, i) => (kind === 'word' ? [at + i] : []));
        for (const [i, meant] of list.value.split(BETWEEN).entries()) long.set(letters[i] as number, meant);
        at += list.length - 1;
      }
    }
  }
  return long;
}

async function mendTypos(
  note: Read,
  shorthand: ReadonlyMap<number, string>,
  termWords: TermWords,
): Promise<ReadonlyMap<number, string>> {
  const { roles, classes, vocabulary } = note;
  const mended = new Map<number, string>();
  const isClinical = (norm: string) =>
    LANGUAGES.some((language) => vocabulary.clinical[language].has(termKey(norm), () => norm));
  await mapInSlices(note.tokens, ({ kind, norm }, at) => {
    const isWord = kind === 'word' && roles[at] === CONTENT && !shorthand.has(at);
    const maybe =
      isWord && !isNameLike(note, at) && !vocabulary.hasWord(norm) && classes.ofAny(REFINEMENT, at) === undefined;
    const meant = maybe ? termWords.correct(norm) : undefined;
    if (meant !== undefined && !isClinical(norm)) mended.set(at, meant);
  });
  return mended;
}

/** Whether a word with a capital stands beside another one: "Baby Alfie Thornbury" is no misspelt "algia". */
function isNameLike({ tokens }: Read, at: number): boolean {
  const isCapital = (i: number) => tokens[i]?.kind === 'word' && tokens[i]?.capital === true;
  if (!isCapital(at)) return false;
  return (isCapital(at - 1) && tokens[at]?.breaks === 0) || (isCapital(at + 1) && tokens[at + 1]?.breaks === 0);
}
