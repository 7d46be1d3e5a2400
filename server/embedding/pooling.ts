/** Means and lengths of vectors that lie one after the other in flat arrays. */

/**
 * Averages the token vectors of one text.
 *
 * @param tokens [batch, width, dimensions] flattened
 * @param row which text of the batch
 * @param length how many of its tokens are not padding
 */
export function meanPool(
  tokens: Float32Array,
  row: number,
  length: number,
  width: number,
  dimensions: number,
): Float32Array {
  const mean = new Float32Array(dimensions);
  const start = row * width * dimensions;
  for (let at = start; at < start + length * dimensions; at += dimensions) {
    for (let d = 0; d < dimensions; d++) mean[d] = (mean[d] ?? 0) + (tokens[at + d] ?? 0);
  }
  for (let d = 0; d < dimensions; d++) mean[d] = (mean[d] ?? 0) / length;
  return mean;
}

/** The vector of the first token ([CLS]) of one text; parameters as in `meanPool`. */
export function clsPool(tokens: Float32Array, row: number, width: number, dimensions: number): Float32Array {
  return tokens.subarray(row * width * dimensions, row * width * dimensions + dimensions);
}

/** Writes a vector divided by its length into another; a vector of zeros stays as it is. */
export function normalise(vector: Float32Array, into: Float32Array): void {
  let squares = 0;
  for (let d = 0; d < vector.length; d++) squares += (vector[d] as number) * (vector[d] as number);
  const scale = squares === 0 ? 1 : 1 / Math.sqrt(squares);
  for (let d = 0; d < vector.length; d++) into[d] = (vector[d] as number) * scale;
}
