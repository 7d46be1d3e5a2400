/** A network of two steps: the products of queries with all vectors of a terminology, in whole numbers, then the greatest of each query. */

import { constant, INT32, INT64, network, node, UINT8 } from './onnx-bytes.js';

/** What stands for zero in a byte. */
export const ZERO = 128;

/**
 * Input: queries [q, d], bytes around `ZERO`. Outputs: all products [q, v], and the greatest [q].
 * @param columns the vectors, one a column: [d, v] flattened, bytes around `ZERO`; unsigned on both sides, for the product of signed bytes
 *   overflows on processors without VNNI
 */
export function screenGraph(columns: Uint8Array, dimensions: number): Uint8Array {
  const axis = Buffer.from(BigInt64Array.of(1n).buffer);
  return network(
    'screen',
    [
      constant('vectors', UINT8, [dimensions, columns.length / dimensions], columns),
      constant('zero', UINT8, [], Buffer.of(ZERO)),
      constant('axis', INT64, [1], axis),
      node('MatMulInteger', ['queries', 'vectors', 'zero', 'zero'], ['all']),
      node('ReduceMax', ['all', 'axis'], ['greatest'], ['keepdims', 0]),
    ],
    [['queries', UINT8, ['q', 'd']]],
    [
      ['all', INT32, ['q', 'v']],
      ['greatest', INT32, ['q']],
    ],
  );
}
