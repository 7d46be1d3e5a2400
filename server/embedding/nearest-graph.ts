/** A network of two steps, written as the bytes of an ONNX file: the dot products of queries with all vectors, then the greatest of each. */

/** A field of a protocol buffer: a number, or bytes with their length (protobuf.dev, encoding). */
const number = (field: number, value: number) => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, value: readonly number[]) => [
  ...varint((field << 3) | 2),
  ...varint(value.length),
  ...value,
];
const text = (field: number, value: string) => bytes(field, [...Buffer.from(value, 'latin1')]);

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

const FLOAT = 1;
const INT64 = 7;

/** NodeProto of onnx.proto with one attribute, an integer. */
function node(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attribute: [string, number],
): number[] {
  const [name, value] = attribute;
  const integer = [...text(1, name), ...number(3, value), ...number(20, 2)];
  const names = [...inputs.flatMap((each) => text(1, each)), ...outputs.flatMap((each) => text(2, each))];
  return bytes(1, [...names, ...text(4, op), ...bytes(5, integer)]);
}

/** ValueInfoProto of a tensor: its type, and a name for each dimension. */
function tensor(field: number, name: string, type: number, dimensions: readonly string[]): number[] {
  const shape = dimensions.flatMap((dimension) => bytes(1, text(2, dimension)));
  return bytes(field, [...text(1, name), ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, shape)]))]);
}

/** Inputs: queries [q, d], vectors [v, d], k [1]. Outputs: the k greatest cosines of each query, greatest first, and whose they are. */
export function nearestGraph(): Uint8Array {
  const graph = [
    ...node('Gemm', ['queries', 'vectors'], ['all'], ['transB', 1]),
    ...node('TopK', ['all', 'k'], ['cosines', 'places'], ['axis', 1]),
    ...text(2, 'nearest'),
    ...tensor(11, 'queries', FLOAT, ['q', 'd']),
    ...tensor(11, 'vectors', FLOAT, ['v', 'd']),
    ...tensor(11, 'k', INT64, ['n']),
    ...tensor(12, 'cosines', FLOAT, ['q', 'n']),
    ...tensor(12, 'places', INT64, ['q', 'n']),
  ];
  // ModelProto: IR version 8, the operators of version 17.
  return Uint8Array.from([...number(1, 8), ...bytes(7, graph), ...bytes(8, number(2, 17))]);
}
