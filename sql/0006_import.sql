-- Releases of any size: loaded into tables of their own, then attached; hierarchy and case of terms; where a model lies.

ALTER TABLE descriptions ADD COLUMN case_significance text NOT NULL DEFAULT 'insensitive'
  CHECK (case_significance IN ('insensitive', 'initial', 'sensitive'));
COMMENT ON COLUMN descriptions.case_significance IS 'insensitive, initial (all but the first letter counts), sensitive: of SNOMED CT';

CREATE TABLE concept_parents (
  release_id int NOT NULL REFERENCES terminology_releases,
  sctid bigint NOT NULL,
  parent_sctid bigint NOT NULL,
  PRIMARY KEY (release_id, sctid, parent_sctid)
) PARTITION BY LIST (release_id);
COMMENT ON TABLE concept_parents IS 'Is-a relationships of each release that has them, inferred, active ones';
COMMENT ON COLUMN concept_parents.release_id IS 'The release that the relationship belongs to';
COMMENT ON COLUMN concept_parents.sctid IS 'The narrower concept';
COMMENT ON COLUMN concept_parents.parent_sctid IS 'The broader concept';

CREATE OR REPLACE FUNCTION add_release(release_name text, release_kind text, release_checksum text) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  new_id int;
  parent text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('terminology_releases'));
  INSERT INTO terminology_releases (release_id, name, kind, checksum)
  VALUES ((SELECT coalesce(max(release_id), -1) + 1 FROM terminology_releases), release_name, release_kind, release_checksum)
  RETURNING release_id INTO new_id;
  FOREACH parent IN ARRAY '{concepts,descriptions,concept_parents}'::text[] LOOP
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS)', parent || '_r' || new_id, parent);
    EXECUTE format('ALTER TABLE %I ALTER release_id SET DEFAULT %s', parent || '_r' || new_id, new_id);
  END LOOP;
  RETURN new_id;
END $$;
COMMENT ON FUNCTION add_release(text, text, text) IS 'Makes the row and the empty tables of a new release, not yet attached; returns its number';

CREATE FUNCTION attach_release(new_id int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  parent text;
BEGIN
  -- Attached when filled: indexes and keys are built at once, and those who read other releases are never locked out.
  FOREACH parent IN ARRAY '{concepts,descriptions,concept_parents}'::text[] LOOP
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%s)', parent, parent || '_r' || new_id, new_id);
    EXECUTE format('ANALYZE %I', parent || '_r' || new_id);
  END LOOP;
END $$;
COMMENT ON FUNCTION attach_release(int) IS 'Indexes the filled tables of a release and makes them partitions';

CREATE OR REPLACE FUNCTION drop_release(old_id int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  old_set record;
BEGIN
  IF old_id = 0 OR EXISTS (SELECT FROM serving WHERE release_id = old_id) THEN
    RAISE EXCEPTION 'Release % is in use and cannot be dropped', old_id
      USING HINT = 'Switch to another release first.', ERRCODE = 'object_in_use';
  END IF;
  FOR old_set IN SELECT table_name FROM embedding_sets WHERE release_id = old_id LOOP
    EXECUTE format('DROP TABLE %I', old_set.table_name);
  END LOOP;
  DELETE FROM thresholds WHERE release_id = old_id;
  DELETE FROM embedding_sets WHERE release_id = old_id;
  EXECUTE format('DROP TABLE IF EXISTS concepts_r%s', old_id);
  EXECUTE format('DROP TABLE IF EXISTS descriptions_r%s', old_id);
  EXECUTE format('DROP TABLE IF EXISTS concept_parents_r%s', old_id);
  DELETE FROM terminology_releases WHERE release_id = old_id;
END $$;

ALTER TABLE models ADD COLUMN directory text;
COMMENT ON COLUMN models.directory IS 'Where the model lay when it was put to use; a process that finds it there follows a switch without a restart';

CREATE OR REPLACE FUNCTION add_embedding_set(for_model int, for_release int) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  name text := format('embeddings_m%s_r%s', for_model, for_release);
BEGIN
  EXECUTE format('CREATE TABLE %I (
    description_id bigint NOT NULL, sctid bigint NOT NULL, language text NOT NULL, embedding ${VECTOR}(%s) NOT NULL)',
    name, (SELECT dimensions FROM models WHERE model_id = for_model));
  -- Terms of a site come one by one and are replaced; those of a release come once, in their order, and are indexed at the end.
  IF for_release = 0 THEN
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (description_id)', name);
  END IF;
  INSERT INTO embedding_sets (model_id, release_id, table_name) VALUES (for_model, for_release, name);
  RETURN name;
END $$;

CREATE OR REPLACE FUNCTION index_embedding_set(for_model int, for_release int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  name text := (SELECT table_name FROM embedding_sets WHERE model_id = for_model AND release_id = for_release);
  dimensions int := (SELECT m.dimensions FROM models m WHERE model_id = for_model);
  kilobytes bigint;
  allowed bigint := pg_size_bytes(current_setting('effective_cache_size')) / 4 / 1024;
BEGIN
  -- Older versions have a memory fault in parallel builds.
  IF (SELECT string_to_array(extversion, '.')::int[] < '{0,8,4}' FROM pg_extension WHERE extname = 'vector') THEN
    PERFORM set_config('max_parallel_maintenance_workers', '0', true);
  END IF;
  -- A graph that does not fit into memory is built many times slower: vector, 2 * m neighbours and bookkeeping for each row.
  EXECUTE format('SELECT count(*) * (%s * 4 + 800) / 1024 FROM %I', dimensions, name) INTO kilobytes;
  IF kilobytes > pg_size_bytes(current_setting('maintenance_work_mem')) / 1024 THEN
    PERFORM set_config('maintenance_work_mem', greatest(least(kilobytes, allowed), pg_size_bytes(current_setting('maintenance_work_mem')) / 1024) || 'kB', true);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_index WHERE indrelid = name::regclass AND indisprimary) THEN
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (description_id)', name);
  END IF;
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING hnsw (embedding ${VECTOR_OPS}) WITH (m = 24, ef_construction = 128)', name || '_hnsw', name);
  EXECUTE format('ANALYZE %I', name);
  UPDATE embedding_sets SET state = 'ready' WHERE model_id = for_model AND release_id = for_release;
END $$;
