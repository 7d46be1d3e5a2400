/** Where a text stops being JSON: the place only, since what stands there may be of a note. */

import { visit } from 'jsonc-parser';

export interface JsonFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** Ends the visit at the first fault. */
class Found extends Error {
  constructor(readonly fault: JsonFault) {
    super();
  }
}

/** The first fault of a text; undefined where it is JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    visit(
      text,
      {
        onError: (_code, _offset, _length, line, character) => {
          throw new Found({ line: line + 1, column: character + 1 });
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error instanceof Found) return error.fault;
    throw error;
  }
  return undefined;
}
