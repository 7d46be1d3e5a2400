import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testDatabase } from '../support/database.js';
import { recorded } from '../support/recorded.js';

/** Every object of the schema as one definition, in a stable order; tables of releases (suffix _r0) come with it. */
const DEFINITIONS = sql<{ definition: string }>`
  WITH ours AS (SELECT oid, relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  SELECT definition FROM (
    SELECT 1 AS part, relname AS name, a.attnum::int AS place,
      format('%s.%s %s%s%s%s', relname, attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' not null' END,
        ' default ' || pg_get_expr(adbin, adrelid), ' -- ' || col_description(attrelid, attnum)) AS definition
    FROM ours JOIN pg_attribute a ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relkind IN ('r', 'p', 'v')
    UNION ALL
    SELECT 2, relname, 0, format('%s -- %s', relname, obj_description(oid, 'pg_class')) FROM ours WHERE relkind IN ('r', 'p', 'v')
    UNION ALL
    SELECT 3, relname || conname, 0, format('%s %s %s', relname, conname, pg_get_constraintdef(c.oid))
    FROM pg_constraint c JOIN ours ON conrelid = ours.oid WHERE contype <> 'n'
    UNION ALL
    SELECT 4, relname, 0, pg_get_indexdef(oid) FROM ours WHERE relkind IN ('i', 'I')
    UNION ALL
    SELECT 5, tgname || relname, 0, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN ours ON tgrelid = ours.oid WHERE NOT tgisinternal
    UNION ALL
    SELECT 6, proname, 0, pg_get_functiondef(p.oid) || coalesce(' -- ' || obj_description(p.oid, 'pg_proc'), '')
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
  ) d ORDER BY part, name COLLATE "C", place, definition COLLATE "C"`;

describe('the schema', () => {
  const database = testDatabase();

  it('is the one that test/schema.sql records', async () => {
    const { rows } = await DEFINITIONS.execute(database.handle.db);
    const now = rows
      .map((row) => row.definition)
      .join('\n')
      .replaceAll(/\b(halfvec|vector)(?=[_(])/g, 'vector')
      // Minor versions of PostgreSQL print the alias of an UPDATE with AS, or without.
      .replaceAll(/^( UPDATE \w+) AS (?=\w+ SET )/gm, '$1 ');
    assert.equal(`${now}\n`, recorded('test/schema.sql', `${now}\n`));
  });

  it('has a comment on every table, view, column and function of ours', async () => {
    const { rows } = await sql<{ missing: string }>`
      SELECT relname || '.' || attname AS missing FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition
        AND relname <> 'schema_migrations' AND col_description(attrelid, attnum) IS NULL
      UNION ALL
      SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition
        AND relname <> 'schema_migrations' AND obj_description(oid, 'pg_class') IS NULL
      UNION ALL
      SELECT proname FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND obj_description(oid, 'pg_proc') IS NULL
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`.execute(database.handle.db);
    assert.deepEqual(rows, []);
  });
});
