/** Sections of a note: from one heading to the next, whether the lexicon has the heading or not. */

import type { Range } from '../domain/range.js';
import type { HeadingRule } from './heading.js';
import type { Piece } from './sentence.js';
import type { Token } from './token.js';
import type { WordIndex } from './words.js';

/** A part of a note below one heading. */
export interface Section<R extends HeadingRule = HeadingRule> {
  /** The rule of its heading; null before the first heading and below a heading that the lexicon does not have. */
  readonly rule: R | null;
  /** Offsets of the heading's words, without its colon; null before the first heading. */
  readonly heading: Range | null;
  /** The first token below the heading. */
  readonly from: number;
}

/** What is mostly said in one line where it begins on the line of its heading: "FH: mother breast cancer ¶ Smokes 20/day." */
const OF_ONE_LINE = new Set(['chief_complaint', 'differential', 'family_history']);
/** What ends with the last sentence that names a relative, where one does: "FH: father MI at 52. Angina since 2019." */
const OF_RELATIVES = 'family_history';
/** What a sentence ends that says it is complete, but for short ones: "Imms: UTD. Cough for 3 days." */
const OF_STATUS = 'immunizations';
/** The class of relatives. */
const KIN = 'KIN';
/** Classes of words that tell that vaccinations are complete, and that speak of vaccines. */
const COMPLETE = 'UP_TO_DATE';
const VACCINE = 'VACCINE';
/** A line of a list of names alone has at most this many tokens: "FH: diabetes ¶ hypertension". */
const MAX_BARE = 4;

/**
 * Assigns every piece to a section; a heading belongs to the section that it opens. A section whose text begins on the line of
 * its heading ("Reason for visit: cough") ends at a blank line, some with that line or sentence unless a list or the relatives go on; one below
 * its heading does not.
 */
export function assignSections(
  tokens: readonly Token[],
  pieces: readonly Piece[],
  words: readonly WordIndex[],
): { sections: Section[]; sectionOf: number[] } {
  const sections: Section[] = [{ rule: null, heading: null, from: 0 }];
  let inline = false;
  let listed = false;
  const endsBefore = (piece: Piece, last: Piece | undefined, section: string): boolean => {
    const breaks = tokens[piece.from]?.breaks ?? 0;
    if (breaks === 2) return true;
    const isBehind = (name: string) => last?.kind === 'body' && names(name, tokens, last, words);
    if (section === OF_STATUS) {
      return isBehind(COMPLETE) && piece.to - piece.from > MAX_BARE && !names(VACCINE, tokens, piece, words);
    }
    const isBehindKin = section === OF_RELATIVES && isBehind(KIN);
    if (!isBehindKin && !(breaks === 1 && OF_ONE_LINE.has(section))) return false;
    return !(listed && isBare(tokens, piece)) && !names(KIN, tokens, piece, words);
  };
  const sectionOf = pieces.map((piece, i) => {
    if (piece.kind === 'heading') {
      const next = pieces[i + 1];
      sections.push({ rule: piece.rule, heading: headingRange(tokens, piece), from: piece.to });
      inline = tokens[piece.to]?.breaks === 0;
      listed = next !== undefined && isBare(tokens, next);
    } else if (inline) {
      const section = sections.at(-1)?.rule?.section ?? '';
      if (endsBefore(piece, pieces[i - 1], section)) {
        sections.push({ rule: null, heading: null, from: piece.from });
        inline = false;
      }
    }
    return sections.length - 1;
  });
  return { sections, sectionOf };
}

/** Whether a piece is a few words without number or full stop. */
function isBare(tokens: readonly Token[], { from, to }: Piece): boolean {
  const own = tokens.slice(from, to);
  return own.length <= MAX_BARE && own.every(({ kind, norm }) => kind !== 'number' && norm !== '.');
}

/** Whether a piece has a word of a class. */
function names(name: string, tokens: readonly Token[], { from, to }: Piece, words: readonly WordIndex[]): boolean {
  for (let at = from; at < to; at++) if (words.some((each) => each.is(name, tokens, at, to))) return true;
  return false;
}

function headingRange(tokens: readonly Token[], piece: Piece): Range {
  let last = piece.to - 1;
  while (last > piece.from && ':*_#-'.includes((tokens[last] as Token).norm)) last--;
  return { start: (tokens[piece.from] as Token).start, end: (tokens[last] as Token).end };
}
