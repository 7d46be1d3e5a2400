/** Reads text files of any size in blocks of whole lines. */

import type { Readable } from 'node:stream';

/** Whole lines, and the number of the first of them. */
export interface LineBlock {
  readonly first: number;
  readonly lines: readonly string[];
  /** Bytes of the block, for progress. */
  readonly bytes: number;
}

/** A line that is longer is no line of a release file. */
const MOST_LINE = 100_000;

/**
 * The lines of a stream without their line ends (LF or CRLF), block by block; a byte order mark at the start is dropped.
 * @throws Error with the line number when the file is not UTF-8 or a line is endless
 */
export async function* readLines(stream: Readable): AsyncGenerator<LineBlock> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = 1;
  let rest = '';
  const block = (text: string, bytes: number): LineBlock => {
    const lines = text.split('\n');
    rest = lines.pop() as string;
    if (rest.length > MOST_LINE)
      throw new Error(`${first + lines.length}: the line is longer than ${MOST_LINE} characters`);
    return { first, lines: lines.map(withoutReturn), bytes };
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const found = block(rest + decode(decoder, chunk, first), chunk.length);
    yield found;
    first += found.lines.length;
  }
  const last = rest + decode(decoder, undefined, first);
  if (last !== '') yield { first, lines: [withoutReturn(last)], bytes: 0 };
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer | undefined, line: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new Error(`${line}: the file is not UTF-8 from about this line on`);
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
