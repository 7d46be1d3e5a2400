/** How deep a JSON text nests, without parsing it. */

/** No request of this API nests deeper than 3; one that does is an attack on whatever walks it. */
export const MAX_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/** Whether brackets outside of strings nest deeper than `max`; one pass over the bytes, no recursion. */
export function isDeeperThan(bytes: Uint8Array, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = stringEnd(bytes, at + 1);
    else if (CLOSE.has(byte)) depth--;
    else if (OPEN.has(byte) && ++depth > max) return true;
  }
  return false;
}

/** Where the quote stands that ends a string, or the end of the bytes. */
function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
