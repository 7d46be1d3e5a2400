/** Vectors as one binary `vector[]` parameter: an order of magnitude faster to encode and parse than text. */

import { type Kysely, sql } from 'kysely';
import type { Database } from './tables.js';

/** The OID that this database gave to the type `vector`; it differs from database to database. */
export async function vectorTypeId(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ oid: string }>`SELECT 'vector'::regtype::oid::text AS oid`.execute(db);
  return Number(rows[0]?.oid);
}

/**
 * Encodes vectors in PostgreSQL's binary array format, the elements in pgvector's (vector_send in pgvector's vector.c).
 * @param vectors all of the same length
 * @param typeId from `vectorTypeId`
 */
export function encodeVectors(vectors: readonly Float32Array[], typeId: number): Buffer {
  const dimensions = vectors[0]?.length ?? 0;
  const elementBytes = 4 + dimensions * 4;
  const buffer = Buffer.allocUnsafe(20 + vectors.length * (4 + elementBytes));
  buffer.writeInt32BE(vectors.length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(0, 4);
  buffer.writeInt32BE(typeId, 8);
  if (vectors.length === 0) return buffer.subarray(0, 12);
  buffer.writeInt32BE(vectors.length, 12);
  buffer.writeInt32BE(1, 16);
  let offset = 20;
  // Node runs on little-endian machines only; the format is big-endian.
  for (const vector of vectors) {
    buffer.writeInt32BE(elementBytes, offset);
    buffer.writeInt16BE(dimensions, offset + 4);
    buffer.writeInt16BE(0, offset + 6);
    offset += 8;
    const floats = buffer.subarray(offset, offset + dimensions * 4);
    floats.set(new Uint8Array(vector.buffer, vector.byteOffset, dimensions * 4));
    floats.swap32();
    offset += dimensions * 4;
  }
  return buffer;
}
