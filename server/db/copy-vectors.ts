/** Stores vectors by binary COPY: the only way that keeps up with the threads that make them. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Unembedded } from './embeddings.js';

/** PGCOPY, a newline and bytes that a text mode would change; no flags, no extension (PostgreSQL manual, COPY). */
const HEADER = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const TRAILER = Buffer.from('ffff', 'hex');
const FIELDS = 4;

/**
 * Adds rows to a table of vectors in one statement.
 * @param stored the type of the column: half floats are made here
 */
export async function copyVectors(
  client: PoolClient,
  table: string,
  rows: readonly Unembedded[],
  vectors: readonly Float32Array[],
  stored: 'vector' | 'halfvec',
): Promise<void> {
  const sink = client.query(
    copyFrom(
      `COPY ${client.escapeIdentifier(table)} (description_id, sctid, language, embedding) FROM STDIN (FORMAT binary)`,
    ),
  );
  await pipeline(Readable.from([encodeRows(rows, vectors, stored)]), sink);
}

function encodeRows(
  rows: readonly Unembedded[],
  vectors: readonly Float32Array[],
  stored: 'vector' | 'halfvec',
): Buffer {
  const dimensions = vectors[0]?.length ?? 0;
  const vectorBytes = 4 + dimensions * (stored === 'halfvec' ? 2 : 4);
  const rowBytes = 2 + (4 + 8) + (4 + 8) + (4 + 2) + (4 + vectorBytes);
  const buffer = Buffer.allocUnsafe(HEADER.length + rows.length * rowBytes + TRAILER.length);
  let at = HEADER.copy(buffer);
  rows.forEach((row, i) => {
    at = buffer.writeInt16BE(FIELDS, at);
    for (const id of [row.description_id, row.sctid])
      at = buffer.writeBigInt64BE(BigInt(id), buffer.writeInt32BE(8, at));
    at = buffer.writeInt32BE(2, at);
    at += buffer.write(row.language, at, 2, 'latin1');
    at = buffer.writeInt32BE(vectorBytes, at);
    at = buffer.writeInt16BE(dimensions, at);
    at = buffer.writeInt16BE(0, at);
    const vector = vectors[i] as Float32Array;
    at = stored === 'halfvec' ? writeHalves(buffer, vector, at) : writeFloats(buffer, vector, at);
  });
  TRAILER.copy(buffer, at);
  return buffer;
}

function writeFloats(buffer: Buffer, vector: Float32Array, start: number): number {
  let at = start;
  for (const value of vector) at = buffer.writeFloatBE(value, at);
  return at;
}

/** Half floats (IEEE 754 binary16), as the database casts vector to halfvec. */
function writeHalves(buffer: Buffer, vector: Float32Array, start: number): number {
  const bits = new Uint32Array(vector.buffer, vector.byteOffset, vector.length);
  let at = start;
  for (let i = 0; i < bits.length; i++) {
    const half = toHalf(bits[i] as number);
    buffer[at++] = half >> 8;
    buffer[at++] = half & 0xff;
  }
  return at;
}

/** Below 2^-14 a half float has no implicit one. */
const LEAST_NORMAL = 0x38800000;
/** The difference of the two exponent biases, above 10 bits of mantissa. */
const BIAS = 112 << 10;

/** The bits of a float between -1 and 1 as those of a half float, rounded to nearest, ties to even. */
export function toHalf(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  // Adding just under half of the last kept bit, and that bit, rounds ties to even.
  if (magnitude >= LEAST_NORMAL) return sign | (((magnitude + 0xfff + ((magnitude >>> 13) & 1)) >>> 13) - BIAS);
  const shift = 126 - (magnitude >>> 23);
  if (shift > 24) return sign;
  const mantissa = (magnitude & 0x7fffff) | 0x800000;
  return sign | ((mantissa + (1 << (shift - 1)) - 1 + ((mantissa >>> shift) & 1)) >>> shift);
}
