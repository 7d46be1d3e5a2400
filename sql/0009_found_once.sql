-- What is found out once about the terms of a release, and shared by all processes: their nearest concepts, and hashes of their keys.

CREATE TABLE release_neighbours (
  model_id int NOT NULL,
  release_id int NOT NULL,
  term text NOT NULL,
  description_ids bigint[] NOT NULL,
  sctids bigint[] NOT NULL,
  cosines float8[] NOT NULL,
  PRIMARY KEY (model_id, release_id, term),
  FOREIGN KEY (model_id, release_id) REFERENCES embedding_sets ON DELETE CASCADE,
  CHECK (cardinality(sctids) = cardinality(description_ids) AND cardinality(cosines) = cardinality(description_ids))
);
COMMENT ON TABLE release_neighbours IS 'The nearest concepts of terms of a release, kept when a note first has the term; they may be deleted at any time';
COMMENT ON COLUMN release_neighbours.model_id IS 'The model whose vectors were compared';
COMMENT ON COLUMN release_neighbours.release_id IS 'The release that has the term and the concepts';
COMMENT ON COLUMN release_neighbours.term IS 'A term of the release, as the model reads it; never words that only a note has';
COMMENT ON COLUMN release_neighbours.description_ids IS 'The nearest description of each concept, best concept first';
COMMENT ON COLUMN release_neighbours.sctids IS 'The concepts, best first';
COMMENT ON COLUMN release_neighbours.cosines IS 'Their cosines to the term';

CREATE TABLE release_key_hashes (
  release_id int PRIMARY KEY REFERENCES terminology_releases ON DELETE CASCADE,
  keys bytea NOT NULL,
  loose_keys bytea NOT NULL
);
COMMENT ON TABLE release_key_hashes IS 'Hashes of the keys of a release: a process asks for no key that no term has. They may be deleted at any time';
COMMENT ON COLUMN release_key_hashes.release_id IS 'The release';
COMMENT ON COLUMN release_key_hashes.keys IS '32-bit hashes of each term_key, in ascending order, the lower byte first';
COMMENT ON COLUMN release_key_hashes.loose_keys IS 'The same of each loose_key; abbreviations have none';
