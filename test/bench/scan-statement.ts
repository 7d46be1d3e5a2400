/** The statement that ranks vectors, with settings that the service has fixed. */

import type { Client } from 'pg';
import type { NearestConcept } from '../../server/db/rank.js';
import { encodeVectors } from '../../server/db/vector-parameter.js';

export interface ScanSetting {
  readonly table: string;
  readonly dimensions: number;
  readonly stored: 'vector' | 'halfvec';
  /** Search width of the index. */
  readonly ef: number;
  /** Terms read a text. */
  readonly overfetch: number;
  /** Whether the index goes on where it has given fewer terms than are asked for. */
  readonly iterative: boolean;
  /** Texts a statement. */
  readonly texts: number;
  /** Whether like vectors follow each other in a statement. */
  readonly sorted: boolean;
  readonly prepared: boolean;
  /** Whether the width is set in the statement, in place of a transaction around it. */
  readonly oneTrip: boolean;
}

/** As the service does it, but for the table. */
export const BASE = {
  stored: 'halfvec',
  ef: 200,
  overfetch: 50,
  iterative: false,
  texts: 8,
  sorted: false,
  prepared: false,
  oneTrip: false,
} as const satisfies Partial<ScanSetting>;

const CONCEPTS = 8;

function statementOf({ table, dimensions, stored, overfetch, oneTrip, ef }: ScanSetting): string {
  const query = `q.v::${stored}(${dimensions})`;
  const width = `WITH width AS MATERIALIZED (SELECT set_config('hnsw.ef_search', '${ef}', true))`;
  return `${oneTrip ? width : ''}
    SELECT (q.i - 1)::int AS index, d.description_id::text, d.sctid::text, 1 - d.distance AS cosine
    FROM ${oneTrip ? 'width CROSS JOIN' : ''} unnest($1::vector[]) WITH ORDINALITY q(v, i)
    CROSS JOIN LATERAL (
      SELECT (array_agg(x.description_id ORDER BY x.distance, x.description_id))[1] AS description_id, x.sctid, min(x.distance) AS distance
      FROM (SELECT t.description_id, t.sctid, t.embedding <=> ${query} AS distance FROM ${table} t
        ORDER BY t.embedding <=> ${query} LIMIT ${overfetch}) x
      GROUP BY x.sctid ORDER BY min(x.distance), x.sctid LIMIT ${CONCEPTS}) d
    ORDER BY q.i, d.distance, d.sctid`;
}

/** The nearest concepts of each vector. */
export async function scan(
  client: Client,
  setting: ScanSetting,
  vectors: readonly Float32Array[],
  typeId: number,
): Promise<NearestConcept[][]> {
  const text = statementOf(setting);
  const name = setting.prepared ? { name: 'bench scan' } : {};
  const found: NearestConcept[][] = vectors.map(() => []);
  for (let from = 0; from < vectors.length; from += setting.texts) {
    const places = vectors.slice(from, from + setting.texts).map((_, i) => from + i);
    const order = setting.sorted ? chained(places, vectors) : places;
    const parameter = encodeVectors(
      order.map((place) => vectors[place] as Float32Array),
      typeId,
    );
    if (!setting.oneTrip) await begin(client, setting);
    const { rows } = await client.query<NearestConcept & { index: number }>({ text, values: [parameter], ...name });
    if (!setting.oneTrip) await client.query('COMMIT');
    for (const { index, ...concept } of rows) found[order[index] as number]?.push(concept);
  }
  return found;
}

async function begin(client: Client, { ef, iterative }: ScanSetting): Promise<void> {
  await client.query('BEGIN');
  await client.query("SELECT set_config('hnsw.ef_search', $1, true)", [String(ef)]);
  if (iterative) await client.query("SET LOCAL hnsw.iterative_scan = 'relaxed_order'");
}

/** The places of vectors, each followed by the most like it of the rest. */
function chained(places: readonly number[], vectors: readonly Float32Array[]): number[] {
  const [first, ...rest] = places;
  const order = first === undefined ? [] : [first];
  while (rest.length > 0) {
    const last = vectors[order.at(-1) as number] as Float32Array;
    const likeness = rest.map((place) => product(last, vectors[place] as Float32Array));
    order.push(...rest.splice(likeness.indexOf(Math.max(...likeness)), 1));
  }
  return order;
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] as number) * (b[d] as number);
  return sum;
}
