/** A network of two steps: the dot products of queries with all vectors, then the greatest of each. */

import { FLOAT, INT64, network, node } from './onnx-bytes.js';

/** Inputs: queries [q, d], vectors [v, d], k [1]. Outputs: the k greatest cosines of each query, greatest first, and whose they are. */
export function nearestGraph(): Uint8Array {
  return network(
    'nearest',
    [
      node('Gemm', ['queries', 'vectors'], ['all'], ['transB', 1]),
      node('TopK', ['all', 'k'], ['cosines', 'places'], ['axis', 1]),
    ],
    [
      ['queries', FLOAT, ['q', 'd']],
      ['vectors', FLOAT, ['v', 'd']],
      ['k', INT64, ['n']],
    ],
    [
      ['cosines', FLOAT, ['q', 'n']],
      ['places', INT64, ['q', 'n']],
    ],
  );
}
