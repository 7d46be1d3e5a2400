/**
 * Folding: the form in which words are compared, without case, accents and typographic variants.
 *
 * The same rule is a SQL function (`fold`): NFD, drop U+0300 to U+036F, replace by FOLD_MAP, lower-case A to Z.
 */

/** What folding replaces after decomposition; an empty value drops the character. */
export const FOLD_MAP: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'oe',
  æ: 'ae',
  Æ: 'ae',
  ß: 'ss',
  ẞ: 'ss',
  ø: 'o',
  Ø: 'o',
  ł: 'l',
  Ł: 'l',
  '\u2019': "'",
  '\u2018': "'",
  '\u201B': "'",
  '\u02BC': "'",
  '\u2032': "'",
  '\u00B4': "'",
  '`': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u201E': '"',
  '«': '"',
  '»': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2015': '-',
  '\u2212': '-',
  '\u00A0': ' ',
  '\u2000': ' ',
  '\u2001': ' ',
  '\u2002': ' ',
  '\u2003': ' ',
  '\u2004': ' ',
  '\u2005': ' ',
  '\u2006': ' ',
  '\u2007': ' ',
  '\u2008': ' ',
  '\u2009': ' ',
  '\u200A': ' ',
  '\u202F': ' ',
  '\u205F': ' ',
  '\u3000': ' ',
  '\u0085': ' ',
  '\u1680': ' ',
  '\u2028': ' ',
  '\u2029': ' ',
  '\u00AD': '',
  '\u200B': '',
  '\u200C': '',
  '\u200D': '',
  '\u2060': '',
  '\uFEFF': '',
  µ: 'μ',
  ς: 'σ',
  Α: 'α',
  Β: 'β',
  Γ: 'γ',
  Δ: 'δ',
  Ε: 'ε',
  Ζ: 'ζ',
  Η: 'η',
  Θ: 'θ',
  Ι: 'ι',
  Κ: 'κ',
  Λ: 'λ',
  Μ: 'μ',
  Ν: 'ν',
  Ξ: 'ξ',
  Ο: 'ο',
  Π: 'π',
  Ρ: 'ρ',
  Σ: 'σ',
  Τ: 'τ',
  Υ: 'υ',
  Φ: 'φ',
  Χ: 'χ',
  Ψ: 'ψ',
  Ω: 'ω',
};

const MARK_FIRST = 0x300;
const MARK_LAST = 0x36f;
const TABLE_SIZE = 0x250;

const TABLE: readonly string[] = Array.from({ length: TABLE_SIZE }, (_, code) =>
  foldDecomposed(String.fromCharCode(code)),
);

/** A folded text and where each of its characters came from. */
export interface FoldedText {
  readonly text: string;
  /** UTF-16 offset in the source of the character behind folded character i; one entry more, for the end. */
  readonly offsets: Uint32Array;
}

/** The fold of one code point: zero, one or more characters. */
export function foldCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code < TABLE_SIZE && character.length === 1 ? (TABLE[code] as string) : foldDecomposed(character);
}

/** Folds a text character by character; white space keeps its length, so offsets map back exactly. */
export function foldText(text: string): FoldedText {
  const offsets: number[] = [];
  let all = '';
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number;
    const size = code > 0xffff ? 2 : 1;
    const folded = code < TABLE_SIZE ? (TABLE[code] as string) : foldDecomposed(text.slice(at, at + size));
    for (let i = 0; i < folded.length; i++) offsets.push(at);
    all += folded;
    at += size;
  }
  offsets.push(text.length);
  return { text: all, offsets: Uint32Array.from(offsets) };
}

/** Folds a term or phrase: folded, white space collapsed to one space, trimmed. */
export function foldTerm(term: string): string {
  let folded = '';
  for (const character of term) folded += foldCharacter(character);
  return folded.replace(/[ \t\n\r\f\v]+/g, ' ').trim();
}

/** Lower case that keeps accents, composed, with plain apostrophes and dashes: the form of accent-sensitive rows. */
export function lowerKeepingAccents(word: string): string {
  let lower = '';
  for (const character of word.normalize('NFC')) {
    const mapped = FOLD_MAP[character];
    lower += mapped ?? character.toLowerCase();
  }
  return lower;
}

function foldDecomposed(character: string): string {
  let folded = '';
  for (const part of character.normalize('NFD')) {
    const code = part.charCodeAt(0);
    if (code >= MARK_FIRST && code <= MARK_LAST) continue;
    folded += FOLD_MAP[part] ?? (code >= 0x41 && code <= 0x5a ? part.toLowerCase() : part);
  }
  return folded;
}
