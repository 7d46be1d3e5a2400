/** Vectors as a column of half floats keeps them, for comparing in memory what the database compares. */

/** The bits of a float that a half float has no room for. */
const LOST_BITS = 13;
/** Below it half floats are evenly spaced, by 2^-24. */
const LEAST_NORMAL = 2 ** -14;
const SMALLEST = 2 ** -24;

/** Rounds to the nearest half float, to the even one of two, as pgvector does. For vectors of length 1: nothing may be as large as 65,520. */
export function toHalfPrecision(vector: Float32Array): Float32Array {
  const rounded = Float32Array.from(vector);
  const bits = new Uint32Array(rounded.buffer);
  const half = (1 << (LOST_BITS - 1)) - 1;
  for (const [i, value] of rounded.entries()) {
    const at = bits[i] as number;
    if (Math.abs(value) < LEAST_NORMAL) rounded[i] = Math.round(value / SMALLEST) * SMALLEST;
    else bits[i] = (at + half + ((at >>> LOST_BITS) & 1)) & ~((1 << LOST_BITS) - 1);
  }
  return rounded;
}

/** Brings vectors that lie one after the other to length 1, in place; one without direction stays. */
export function toUnitLength(vectors: Float32Array, dimensions: number): void {
  for (let start = 0; start < vectors.length; start += dimensions) {
    let squares = 0;
    for (let i = start; i < start + dimensions; i++) squares += (vectors[i] as number) ** 2;
    if (squares === 0) continue;
    const length = Math.sqrt(squares);
    for (let i = start; i < start + dimensions; i++) vectors[i] = (vectors[i] as number) / length;
  }
}
