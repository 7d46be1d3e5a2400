/** Offsets into a text, in the units that programs count in: UTF-16 code units (JavaScript, Java), code points (Python), bytes of UTF-8 (Go, Rust). */

export const OFFSET_UNITS = ['utf16', 'codepoint', 'utf8'] as const;
export type OffsetUnit = (typeof OFFSET_UNITS)[number];

/** Below these a character takes one byte, two, three of UTF-8. */
const ONE_BYTE = 0x80;
const TWO_BYTES = 0x800;
const THREE_BYTES = 0x10000;

/** @returns what turns an offset in UTF-16 code units into another unit; one inside a character counts as that character's beginning */
export function offsetsOf(text: string, unit: OffsetUnit): (utf16: number) => number {
  if (unit === 'utf16') return (offset) => offset;
  const at = new Uint32Array(text.length + 1);
  let count = 0;
  for (let i = 0; i < text.length; ) {
    const point = text.codePointAt(i) ?? 0;
    const length = point < THREE_BYTES ? 1 : 2;
    at.fill(count, i, i + length);
    count += unit === 'codepoint' ? 1 : bytesOf(point);
    i += length;
  }
  at[text.length] = count;
  return (offset) => at[offset] ?? count;
}

function bytesOf(point: number): number {
  if (point < ONE_BYTE) return 1;
  if (point < TWO_BYTES) return 2;
  return point < THREE_BYTES ? 3 : 4;
}

/** A value with all its members `start` and `end` turned into another unit. */
export function inUnit<T>(value: T, turned: (utf16: number) => number): T {
  if (Array.isArray(value)) return value.map((each) => inUnit(each, turned)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const isOffset = (name === 'start' || name === 'end') && typeof member === 'number';
    return [name, isOffset ? turned(member) : inUnit(member, turned)];
  });
  return Object.fromEntries(members) as T;
}
