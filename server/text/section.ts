/** Sections of a note: from one heading to the next, whether the lexicon has the heading or not. */

import type { Range } from '../domain.js';
import type { HeadingRule } from './heading.js';
import type { Piece } from './sentence.js';
import type { Token } from './token.js';

/** A part of a note below one heading. */
export interface Section<R extends HeadingRule = HeadingRule> {
  /** The rule of its heading; null before the first heading and below a heading that the lexicon does not have. */
  readonly rule: R | null;
  /** Offsets of the heading's words, without its colon; null before the first heading. */
  readonly heading: Range | null;
  /** The first token below the heading. */
  readonly from: number;
}

/**
 * Assigns every piece to a section; a heading belongs to the section that it opens. A section whose text begins on the line of
 * its heading ("Reason for visit: cough") ends at a blank line, one below its heading does not.
 */
export function assignSections(
  tokens: readonly Token[],
  pieces: readonly Piece[],
): { sections: Section[]; sectionOf: number[] } {
  const sections: Section[] = [{ rule: null, heading: null, from: 0 }];
  let inline = false;
  const sectionOf = pieces.map((piece) => {
    if (piece.kind === 'heading') {
      sections.push({ rule: piece.rule, heading: headingRange(tokens, piece), from: piece.to });
      inline = tokens[piece.to]?.breaks === 0;
    } else if (inline && tokens[piece.from]?.breaks === 2) {
      sections.push({ rule: null, heading: null, from: piece.from });
      inline = false;
    }
    return sections.length - 1;
  });
  return { sections, sectionOf };
}

function headingRange(tokens: readonly Token[], piece: Piece): Range {
  let last = piece.to - 1;
  while (last > piece.from && ':*_#-'.includes((tokens[last] as Token).norm)) last--;
  return { start: (tokens[piece.from] as Token).start, end: (tokens[last] as Token).end };
}
