/** How many rows of each kind the embedded database of a running service holds, read through its local socket. */

import pg from 'pg';

const COUNTS = `
  SELECT (SELECT count(*) FROM schema_migrations)::int AS migrations, (SELECT count(*) FROM triggers)::int AS triggers,
    (SELECT count(*) FROM token_classes)::int AS classes, (SELECT count(*) FROM section_rules)::int AS sections,
    (SELECT count(*) FROM terminology_releases WHERE kind = 'seed')::int AS releases,
    (SELECT count(*) FROM concepts)::int AS concepts, (SELECT count(*) FROM descriptions)::int AS descriptions,
    (SELECT count(*) FROM thresholds)::int AS thresholds, (SELECT count(*) FROM api_keys)::int AS keys,
    (SELECT count(*) FROM lexicon_versions)::int AS versions,
    (SELECT count(*) FROM pg_index WHERE indisvalid)::int AS indexes`;

type Counts = Readonly<Record<string, number>>;

/** Counts everything that a first start makes. */
export async function countRows(dataDir: string): Promise<Counts> {
  const client = new pg.Client({ host: dataDir, user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<Counts>(COUNTS);
  const sets = await client.query<{ table_name: string }>('SELECT table_name FROM embedding_sets WHERE release_id > 0');
  const vectors = await client.query<Counts>(`SELECT count(*)::int AS vectors FROM ${sets.rows[0]?.table_name}`);
  await client.end();
  return { ...rows[0], ...vectors.rows[0] };
}
