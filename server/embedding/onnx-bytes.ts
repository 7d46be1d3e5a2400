/** The bytes of small ONNX networks: the few messages of onnx.proto that our own need. */

/** Bytes in parts, joined once at the end: constants are large. */
export type Parts = readonly Uint8Array[];

/** A field of a protocol buffer: a number, or bytes with their length (protobuf.dev, encoding). */
const number = (field: number, value: number): Parts => [Uint8Array.from([...varint(field << 3), ...varint(value)])];
const bytes = (field: number, ...parts: readonly Parts[]): Parts => {
  const all = parts.flat();
  const length = all.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.from([...varint((field << 3) | 2), ...varint(length)]), ...all];
};
const text = (field: number, value: string): Parts => bytes(field, [Buffer.from(value, 'latin1')]);

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

/** The types of tensors that are used, as TensorProto numbers them. */
export const FLOAT = 1;
export const UINT8 = 2;
export const INT32 = 6;
export const INT64 = 7;

/** NodeProto, with one attribute that is an integer. */
export function node(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attribute?: readonly [name: string, value: number],
): Parts {
  const names = [...inputs.map((name) => text(1, name)), ...outputs.map((name) => text(2, name))];
  const integer = attribute && bytes(5, text(1, attribute[0]), number(3, attribute[1]), number(20, 2));
  return bytes(1, ...names, text(4, op), ...(integer ? [integer] : []));
}

/** ValueInfoProto of an input or output: its type, and a name for each dimension. */
function tensor(field: number, [name, type, dimensions]: TensorType): Parts {
  const shape = dimensions.map((dimension) => bytes(1, text(2, dimension)));
  return bytes(field, text(1, name), bytes(2, bytes(1, number(1, type), bytes(2, ...shape))));
}

type TensorType = readonly [name: string, type: number, dimensions: readonly string[]];

/** TensorProto of a constant; without a shape a single value. */
export function constant(name: string, type: number, shape: readonly number[], values: Uint8Array): Parts {
  return bytes(5, ...shape.map((size) => number(1, size)), number(2, type), text(8, name), bytes(9, [values]));
}

/** ModelProto of IR version 8, with the operators of version 18. */
export function network(
  name: string,
  nodesAndConstants: readonly Parts[],
  inputs: readonly TensorType[],
  outputs: readonly TensorType[],
): Uint8Array {
  const graph = bytes(
    7,
    ...nodesAndConstants,
    text(2, name),
    ...inputs.map((input) => tensor(11, input)),
    ...outputs.map((output) => tensor(12, output)),
  );
  return Buffer.concat([...number(1, 8), ...graph, ...bytes(8, number(2, 18))]);
}
