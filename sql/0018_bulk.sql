-- Bulk: the notes of a site's own table, read in batches into a table of results. The batches wait in the schema bulk_queue, which pg-boss keeps.

CREATE TABLE bulk_runs (
  run_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target text NOT NULL UNIQUE,
  source text NOT NULL,
  paused boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE bulk_runs IS 'A table of results and the query that gives its notes; one run a table';
COMMENT ON COLUMN bulk_runs.run_id IS 'Number of the run';
COMMENT ON COLUMN bulk_runs.target IS 'Schema and name of the table of results, quoted as SQL needs it';
COMMENT ON COLUMN bulk_runs.source IS 'The operator''s query of two columns, the number and the text of a note; which database it is asked of is not stored';
COMMENT ON COLUMN bulk_runs.paused IS 'Whether workers take no batch';
COMMENT ON COLUMN bulk_runs.created_at IS 'When it was started first';

CREATE TABLE bulk_versions (
  version_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program text NOT NULL,
  model text NOT NULL,
  terminology text NOT NULL,
  lexicon text NOT NULL,
  UNIQUE (program, model, terminology, lexicon)
);
COMMENT ON TABLE bulk_versions IS 'What results were made with';
COMMENT ON COLUMN bulk_versions.version_id IS 'Number of the combination';
COMMENT ON COLUMN bulk_versions.program IS 'Version of the program';
COMMENT ON COLUMN bulk_versions.model IS 'Version of the embedding model';
COMMENT ON COLUMN bulk_versions.terminology IS 'Release, and the version of the site''s own terms';
COMMENT ON COLUMN bulk_versions.lexicon IS 'Version of the lexicon';

CREATE TABLE bulk_notes (
  run_id int NOT NULL REFERENCES bulk_runs ON DELETE CASCADE,
  note_id bigint NOT NULL,
  waits boolean NOT NULL DEFAULT true,
  version_id int REFERENCES bulk_versions,
  spans int,
  reason text CHECK (reason ~ '^[A-Z_]{1,40}$'),
  done_at timestamptz,
  PRIMARY KEY (run_id, note_id),
  CHECK (waits OR num_nonnulls(version_id, reason) = 1)
) WITH (fillfactor = 80);
CREATE INDEX bulk_notes_set_apart ON bulk_notes (run_id, note_id) WHERE reason IS NOT NULL;
COMMENT ON TABLE bulk_notes IS 'What became of each note: written in the transaction that writes its results';
COMMENT ON COLUMN bulk_notes.run_id IS 'The run';
COMMENT ON COLUMN bulk_notes.note_id IS 'Number of the note in the site''s table';
COMMENT ON COLUMN bulk_notes.waits IS 'Whether the note is in a batch that is still to be done';
COMMENT ON COLUMN bulk_notes.version_id IS 'What its results were made with; null before, and where it is set apart';
COMMENT ON COLUMN bulk_notes.spans IS 'Spans that were found';
COMMENT ON COLUMN bulk_notes.reason IS 'Why it is set apart, a code of docs/bulk.md; null where it is not';
COMMENT ON COLUMN bulk_notes.done_at IS 'When';

CREATE TABLE bulk_progress (
  run_id int NOT NULL REFERENCES bulk_runs ON DELETE CASCADE,
  worker text NOT NULL,
  minute timestamptz NOT NULL,
  notes int NOT NULL,
  set_apart int NOT NULL,
  rows int NOT NULL,
  reading_ms int NOT NULL,
  extracting_ms int NOT NULL,
  writing_ms int NOT NULL,
  PRIMARY KEY (run_id, worker, minute)
);
COMMENT ON TABLE bulk_progress IS 'What each worker did in each minute; only counts and times';
COMMENT ON COLUMN bulk_progress.run_id IS 'The run';
COMMENT ON COLUMN bulk_progress.worker IS 'Name of the machine and number of the process';
COMMENT ON COLUMN bulk_progress.minute IS 'The minute, of the database''s clock';
COMMENT ON COLUMN bulk_progress.notes IS 'Notes done, those set apart too';
COMMENT ON COLUMN bulk_progress.set_apart IS 'Notes set apart';
COMMENT ON COLUMN bulk_progress.rows IS 'Rows written';
COMMENT ON COLUMN bulk_progress.reading_ms IS 'Milliseconds in which batches were read from the source';
COMMENT ON COLUMN bulk_progress.extracting_ms IS 'Milliseconds in which they were read for concepts';
COMMENT ON COLUMN bulk_progress.writing_ms IS 'Milliseconds in which results were written, before the commit';

-- Numbers of rows where the table of results gives none itself.
CREATE SEQUENCE bulk_note_nlp_id;
