-- Terminologies: releases with their concepts and descriptions, the vectors of each model, thresholds, and what is served.

CREATE TABLE terminology_releases (
  release_id int PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[A-Za-z0-9._-]{1,80}$'),
  kind text NOT NULL CHECK (kind IN ('local', 'seed', 'rf2', 'gps', 'tsv')),
  checksum text NOT NULL,
  state text NOT NULL DEFAULT 'loading' CHECK (state IN ('loading', 'ready')),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE terminology_releases IS 'Each loaded terminology, whole; release 0 holds what this site adds';
COMMENT ON COLUMN terminology_releases.release_id IS 'Number of the release; the partitions of concepts and descriptions bear it';
COMMENT ON COLUMN terminology_releases.name IS 'Shown in X-Terminology-Version';
COMMENT ON COLUMN terminology_releases.kind IS 'Where it came from: local, seed, rf2, gps, tsv';
COMMENT ON COLUMN terminology_releases.checksum IS 'SHA-256 over the loaded files: the same files are not loaded twice';
COMMENT ON COLUMN terminology_releases.state IS 'loading until every row and vector is there, then ready';
COMMENT ON COLUMN terminology_releases.created_at IS 'When loading began';

CREATE TABLE concepts (
  release_id int NOT NULL REFERENCES terminology_releases,
  sctid bigint NOT NULL CHECK (sctid_is_valid(sctid)),
  fsn text NOT NULL CHECK (fsn <> ''),
  semantic_tag text NOT NULL,
  chronic boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (release_id, sctid)
) PARTITION BY LIST (release_id);
COMMENT ON TABLE concepts IS 'The concepts of each release, one partition a release';
COMMENT ON COLUMN concepts.release_id IS 'The release that the concept belongs to';
COMMENT ON COLUMN concepts.sctid IS 'SNOMED CT identifier';
COMMENT ON COLUMN concepts.fsn IS 'Fully specified name, without its semantic tag';
COMMENT ON COLUMN concepts.semantic_tag IS 'Kind of the concept: disorder, finding, procedure ...';
COMMENT ON COLUMN concepts.chronic IS 'Chronic by nature: a history of it is chronic, not past';
COMMENT ON COLUMN concepts.active IS 'Inactive concepts are never candidates';

CREATE SEQUENCE description_ids;

CREATE TABLE descriptions (
  release_id int NOT NULL DEFAULT 0 REFERENCES terminology_releases,
  description_id bigint NOT NULL DEFAULT nextval('description_ids'),
  sctid bigint NOT NULL CHECK (sctid_is_valid(sctid)),
  language text NOT NULL CHECK (language IN ('en', 'fr')),
  kind text NOT NULL DEFAULT 'local' CHECK (kind IN ('fsn', 'preferred', 'synonym', 'abbreviation', 'local')),
  term text NOT NULL CHECK (length(term) BETWEEN 1 AND 500),
  term_norm text NOT NULL GENERATED ALWAYS AS (fold(term)) STORED,
  term_key text NOT NULL GENERATED ALWAYS AS (term_key(fold(term))) STORED,
  active boolean NOT NULL DEFAULT true,
  case_significance text NOT NULL DEFAULT 'insensitive' CHECK (case_significance IN ('insensitive', 'initial', 'sensitive')),
  PRIMARY KEY (release_id, description_id)
) PARTITION BY LIST (release_id);
COMMENT ON TABLE descriptions IS 'The terms of each release; a plain INSERT without release_id adds a term of this site';
COMMENT ON COLUMN descriptions.release_id IS 'The release that the term belongs to; 0 for terms of this site';
COMMENT ON COLUMN descriptions.description_id IS 'Our own number of the term';
COMMENT ON COLUMN descriptions.sctid IS 'The concept that the term names';
COMMENT ON COLUMN descriptions.language IS 'en or fr';
COMMENT ON COLUMN descriptions.kind IS 'fsn, preferred (one a language), synonym, abbreviation, local (added by this site)';
COMMENT ON COLUMN descriptions.term IS 'The words, as shown';
COMMENT ON COLUMN descriptions.term_norm IS 'fold(term): what an exact hit compares';
COMMENT ON COLUMN descriptions.term_key IS 'term_key(term_norm): what an inflected hit compares';
COMMENT ON COLUMN descriptions.active IS 'Inactive terms are never matched';
COMMENT ON COLUMN descriptions.case_significance IS 'insensitive, initial (all but the first letter counts), sensitive: of SNOMED CT';
CREATE INDEX descriptions_term_key ON descriptions (term_key) WHERE active;
CREATE INDEX descriptions_concept ON descriptions (sctid, language);
CREATE UNIQUE INDEX descriptions_preferred ON descriptions (release_id, sctid, language) WHERE kind = 'preferred' AND active;

CREATE TABLE models (
  model_id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  version text NOT NULL UNIQUE,
  dimensions int NOT NULL CHECK (dimensions BETWEEN 8 AND 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  directory text
);
COMMENT ON TABLE models IS 'Each embedding model that has embedded something here';
COMMENT ON COLUMN models.model_id IS 'Number of the model; the embedding tables bear it';
COMMENT ON COLUMN models.name IS 'Name in the model directory';
COMMENT ON COLUMN models.version IS 'Hash over the files of the model directory, shown in X-Model-Version';
COMMENT ON COLUMN models.dimensions IS 'Length of a vector';
COMMENT ON COLUMN models.created_at IS 'When it was first used here';
COMMENT ON COLUMN models.directory IS 'Where the model lay when it was put to use; a process that finds it there follows a switch without a restart';

CREATE TABLE embedding_sets (
  model_id int NOT NULL REFERENCES models,
  release_id int NOT NULL REFERENCES terminology_releases,
  table_name text NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'loading' CHECK (state IN ('loading', 'ready')),
  PRIMARY KEY (model_id, release_id)
);
COMMENT ON TABLE embedding_sets IS 'Which table holds the vectors of one release by one model';
COMMENT ON COLUMN embedding_sets.model_id IS 'The model that made the vectors';
COMMENT ON COLUMN embedding_sets.release_id IS 'The release whose descriptions are embedded';
COMMENT ON COLUMN embedding_sets.table_name IS 'The table: description_id, sctid, language, embedding';
COMMENT ON COLUMN embedding_sets.state IS 'loading until every description has its vector and the index is built';

CREATE TABLE thresholds (
  model_id int NOT NULL REFERENCES models,
  release_id int NOT NULL REFERENCES terminology_releases,
  language text NOT NULL CHECK (language IN ('en', 'fr')),
  mention real NOT NULL CHECK (mention BETWEEN -1 AND floor),
  floor real NOT NULL CHECK (floor BETWEEN -1 AND 1),
  resolved_cosine real NOT NULL CHECK (resolved_cosine BETWEEN floor AND 1),
  resolved_margin real NOT NULL CHECK (resolved_margin BETWEEN 0 AND 2),
  fitted_on text NOT NULL,
  fitted_at timestamptz NOT NULL DEFAULT now(),
  term_margin real CHECK (term_margin BETWEEN 0 AND 2),
  PRIMARY KEY (model_id, release_id, language)
);
COMMENT ON TABLE thresholds IS 'What makes a span resolved, flag or unresolved; with no row nothing is resolved';
COMMENT ON COLUMN thresholds.model_id IS 'The model whose cosines are judged';
COMMENT ON COLUMN thresholds.release_id IS 'The release whose concepts are ranked';
COMMENT ON COLUMN thresholds.language IS 'Language of the span';
COMMENT ON COLUMN thresholds.mention IS 'A phrase whose top cosine is below it is not taken for a clinical one';
COMMENT ON COLUMN thresholds.floor IS 'A top cosine below it leaves the span unresolved';
COMMENT ON COLUMN thresholds.resolved_cosine IS 'Least top cosine of a resolved span';
COMMENT ON COLUMN thresholds.resolved_margin IS 'Least margin to the second concept of a resolved span';
COMMENT ON COLUMN thresholds.fitted_on IS 'What the numbers were fitted on';
COMMENT ON COLUMN thresholds.fitted_at IS 'When';
COMMENT ON COLUMN thresholds.term_margin IS
  'Least margin of a resolved span whose words are a term of its first concept; null or greater: resolved_margin';

CREATE TABLE serving (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  release_id int NOT NULL,
  model_id int NOT NULL,
  local_version int NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (model_id, release_id) REFERENCES embedding_sets
);
COMMENT ON TABLE serving IS 'The one release and model that answer requests; switched by one UPDATE';
COMMENT ON COLUMN serving.only_row IS 'Keeps the table to one row';
COMMENT ON COLUMN serving.release_id IS 'The release that is served, beside release 0';
COMMENT ON COLUMN serving.model_id IS 'The model that embeds spans and made the vectors';
COMMENT ON COLUMN serving.local_version IS 'Grows with every change of the terms of this site';
COMMENT ON COLUMN serving.changed_at IS 'When release or model was last switched';

CREATE FUNCTION add_release(release_name text, release_kind text, release_checksum text) RETURNS int
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

CREATE FUNCTION drop_release(old_id int) RETURNS void
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
COMMENT ON FUNCTION drop_release(int) IS 'Removes a release that is not served, with its vectors';

CREATE FUNCTION add_embedding_set(for_model int, for_release int) RETURNS text
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
COMMENT ON FUNCTION add_embedding_set(int, int) IS 'Makes the empty table of vectors of one release by one model; returns its name';

CREATE FUNCTION index_embedding_set(for_model int, for_release int) RETURNS void
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
COMMENT ON FUNCTION index_embedding_set(int, int) IS 'Builds the HNSW index (cosine) of a filled table of vectors and marks it ready';

-- The terms of this site are release 0.
INSERT INTO terminology_releases (release_id, name, kind, checksum, state) VALUES (0, 'local', 'local', '', 'ready');
CREATE TABLE concepts_r0 (LIKE concepts INCLUDING ALL);
ALTER TABLE concepts ATTACH PARTITION concepts_r0 FOR VALUES IN (0);
CREATE TABLE descriptions_r0 (LIKE descriptions INCLUDING ALL);
ALTER TABLE descriptions ATTACH PARTITION descriptions_r0 FOR VALUES IN (0);

CREATE FUNCTION check_local_description() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.term := btrim(NEW.term);
  IF NOT sctid_is_valid(NEW.sctid) THEN
    RAISE EXCEPTION 'The number % is not an SCTID: its check digit is wrong', NEW.sctid USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.active AND NOT EXISTS (SELECT FROM concepts c JOIN serving s ON c.release_id = s.release_id WHERE c.sctid = NEW.sctid AND c.active) THEN
    RAISE EXCEPTION 'The concept % is not in the terminology that is served', NEW.sctid
      USING HINT = 'Look it up: SELECT sctid, fsn FROM concepts WHERE fsn ILIKE ''%...%'';', ERRCODE = 'foreign_key_violation';
  END IF;
  IF fold(NEW.term) = '' OR NEW.term ~ '[[:cntrl:]]' THEN
    RAISE EXCEPTION 'A term needs at least one letter or digit, and no control characters' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.active AND EXISTS (
    SELECT FROM descriptions d
    WHERE d.release_id IN (0, (SELECT release_id FROM serving)) AND d.active AND d.sctid = NEW.sctid
      AND d.language = NEW.language AND d.term_norm = fold(NEW.term) AND d.description_id <> NEW.description_id) THEN
    RAISE EXCEPTION 'The concept % already has this term in this language', NEW.sctid USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_local_description() IS 'Refuses a term of this site that cannot be right, with the reason';

CREATE FUNCTION note_local_description() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  local_set record;
BEGIN
  -- A changed or removed term loses its vector; the service embeds what has none.
  IF TG_OP <> 'INSERT' THEN
    FOR local_set IN SELECT table_name FROM embedding_sets WHERE release_id = 0 LOOP
      EXECUTE format('DELETE FROM %I WHERE description_id = $1', local_set.table_name) USING OLD.description_id;
    END LOOP;
  END IF;
  UPDATE serving SET local_version = local_version + 1;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION note_local_description() IS 'Drops the vector of a changed term of this site and counts the change';

CREATE TRIGGER check_row BEFORE INSERT OR UPDATE ON descriptions_r0 FOR EACH ROW EXECUTE FUNCTION check_local_description();
CREATE TRIGGER note_row AFTER INSERT OR UPDATE OR DELETE ON descriptions_r0 FOR EACH ROW EXECUTE FUNCTION note_local_description();

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

-- The letters of abbreviations are compared as they stand.
CREATE INDEX descriptions_loose_key ON descriptions (loose_key(language, term)) WHERE active AND kind <> 'abbreviation';

-- Of thousands of keys the planner thinks that workers, and compiled code, are needed to compare them: they are looked up in an index.
CREATE FUNCTION descriptions_by_key(served int, keys text[], loose_keys text[]) RETURNS TABLE (
  key text, is_loose boolean, description_id bigint, sctid bigint, language text, kind text, term text, term_norm text, semantic_tag text)
LANGUAGE sql STABLE SET jit = off SET max_parallel_workers_per_gather = 0 BEGIN ATOMIC
SELECT f.key, f.is_loose, f.description_id, f.sctid, f.language, f.kind, f.term, f.term_norm, c.semantic_tag
FROM (
  SELECT d.term_key AS key, false AS is_loose, d.description_id, d.sctid, d.language, d.kind, d.term, d.term_norm
  FROM descriptions d
  WHERE d.release_id IN (0, served) AND d.active AND d.term_key = ANY (keys)
  UNION ALL
  SELECT loose_key(d.language, d.term), true, d.description_id, d.sctid, d.language, d.kind, d.term, d.term_norm
  FROM descriptions d
  WHERE d.release_id IN (0, served) AND d.active AND d.kind <> 'abbreviation' AND loose_key(d.language, d.term) = ANY (loose_keys)) f
JOIN concepts c ON c.release_id = served AND c.sctid = f.sctid AND c.active
ORDER BY f.description_id;
END;
COMMENT ON FUNCTION descriptions_by_key(int, text[], text[]) IS
  'The active terms of a release and of this site with one of these keys (term_key), and those with one of these loose keys (loose_key)';
