/** The lines of a stream of bytes, of which none may take more memory than the limit. */

const LINE_FEED = 0x0a;
/** Tab, line feed, carriage return, space: what JSON may have around a value. */
const WHITE_SPACE = new Set([0x09, 0x0a, 0x0d, 0x20]);

export interface Line {
  /** From 1, blank lines counted. */
  readonly number: number;
  /** Null where the line is longer than the limit. */
  readonly bytes: Buffer | null;
}

/** The lines that are not blank; the last one may lack its line feed. */
export async function* linesOf(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let number = 0;
  let pieces: Uint8Array[] = [];
  let size = 0;
  const add = (piece: Uint8Array) => {
    size += piece.length;
    if (size <= maxBytes) pieces.push(piece);
    else pieces = [];
  };
  const end = (): Line => {
    const bytes = size <= maxBytes ? Buffer.concat(pieces) : null;
    pieces = [];
    size = 0;
    return { number: ++number, bytes };
  };
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      const line = end();
      if (!isBlank(line)) yield line;
    }
    add(chunk.subarray(from));
  }
  const last = end();
  if (!isBlank(last)) yield last;
}

function isBlank({ bytes }: Line): boolean {
  return bytes?.every((byte) => WHITE_SPACE.has(byte)) ?? false;
}
