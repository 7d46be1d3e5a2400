-- Curation: drafts that go live by one call, rollback, what changed, and cases that guard it.

CREATE FUNCTION lexicon_content(lexicon_row jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
RETURN lexicon_row - '{id,phrase_norm,heading_norm,word_norm,origin,shipped,version,updated_by,updated_at,draft_change}'::text[];
COMMENT ON FUNCTION lexicon_content(jsonb) IS 'The columns of a row that a person edits';

CREATE FUNCTION lexicon_difference(lexicon_row jsonb, other jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
RETURN (SELECT coalesce(jsonb_object_agg(name, value), '{}') FROM jsonb_each(lexicon_content(lexicon_row)) AS columns (name, value)
  WHERE value IS DISTINCT FROM other -> name);
COMMENT ON FUNCTION lexicon_difference(jsonb, jsonb) IS 'The edited columns of a row that the other row has differently, with the values of the first';

CREATE FUNCTION lexicon_row_name(lexicon_row jsonb) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN coalesce(lexicon_row ->> 'phrase', lexicon_row ->> 'heading', lexicon_row ->> 'word',
  concat_ws(' ', lexicon_row ->> 'axis', lexicon_row ->> 'value', lexicon_row ->> 'source', lexicon_row ->> 'score'));
COMMENT ON FUNCTION lexicon_row_name(jsonb) IS 'By which a person knows a row: its phrase, heading or word; of a confidence point its place';

CREATE FUNCTION lexicon_rows_at(table_name text, version int) RETURNS TABLE (row_id int, row_data jsonb)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT h.row_id, h.row_data FROM lexicon_history h
  WHERE h.table_name = lexicon_rows_at.table_name AND h.version_from <= lexicon_rows_at.version
    AND (h.version_to IS NULL OR h.version_to > lexicon_rows_at.version)
  ORDER BY h.row_id;
END;
COMMENT ON FUNCTION lexicon_rows_at(text, int) IS 'The rows of a table as they were in a version';

CREATE VIEW lexicon_changes AS
SELECT v.version, v.created_at, v.author, v.reason, c.table_name, c.row_id, c.action, c.phrase, c.old_row, c.new_row
FROM lexicon_versions v JOIN (
  SELECT n.version_from AS version, n.table_name, n.row_id, CASE WHEN o.row_id IS NULL THEN 'added' ELSE 'changed' END AS action,
    lexicon_row_name(n.row_data) AS phrase, lexicon_difference(o.row_data, n.row_data) AS old_row,
    CASE WHEN o.row_id IS NULL THEN jsonb_strip_nulls(lexicon_content(n.row_data)) ELSE lexicon_difference(n.row_data, o.row_data) END AS new_row
  FROM lexicon_history n LEFT JOIN lexicon_history o
    ON o.table_name = n.table_name AND o.row_id = n.row_id AND o.version_to = n.version_from
  UNION ALL
  SELECT o.version_to, o.table_name, o.row_id, 'deleted', lexicon_row_name(o.row_data), jsonb_strip_nulls(lexicon_content(o.row_data)), NULL
  FROM lexicon_history o WHERE o.version_to IS NOT NULL AND NOT EXISTS (SELECT FROM lexicon_history n
    WHERE n.table_name = o.table_name AND n.row_id = o.row_id AND n.version_from = o.version_to)
) c ON c.version = v.version;
COMMENT ON VIEW lexicon_changes IS 'Every change of a lexicon row: who, when, why, and what it was before';
COMMENT ON COLUMN lexicon_changes.version IS 'The version that the change is part of';
COMMENT ON COLUMN lexicon_changes.created_at IS 'When';
COMMENT ON COLUMN lexicon_changes.author IS 'Who';
COMMENT ON COLUMN lexicon_changes.reason IS 'Why';
COMMENT ON COLUMN lexicon_changes.table_name IS 'The table of the row';
COMMENT ON COLUMN lexicon_changes.row_id IS 'The id of the row there';
COMMENT ON COLUMN lexicon_changes.action IS 'added, changed or deleted';
COMMENT ON COLUMN lexicon_changes.phrase IS 'The phrase, heading or word of the row';
COMMENT ON COLUMN lexicon_changes.old_row IS 'changed: the columns that differ, as they were; deleted: the row; added: empty';
COMMENT ON COLUMN lexicon_changes.new_row IS 'changed: the columns that differ, as they are now; added: the row; deleted: null';

-- Drafts.
CREATE FUNCTION lexicon_draft() RETURNS text
LANGUAGE sql STABLE
RETURN coalesce(nullif(current_setting('lexicon.draft', true), ''), 'draft');
COMMENT ON FUNCTION lexicon_draft() IS 'The draft that is being edited: lexicon.draft if set (SET LOCAL), else draft';

CREATE TABLE lexicon_drafts (
  name text PRIMARY KEY,
  author text NOT NULL,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE lexicon_drafts IS 'Named sets of changes that are not live; made by the first edit of a draft view, gone when activated or discarded';
COMMENT ON COLUMN lexicon_drafts.name IS 'lexicon.draft if set (SET LOCAL), else draft';
COMMENT ON COLUMN lexicon_drafts.author IS 'Who began it';
COMMENT ON COLUMN lexicon_drafts.reason IS 'Why: lexicon.reason if set (SET LOCAL); the reason of the version unless lexicon_activate is given one';
COMMENT ON COLUMN lexicon_drafts.created_at IS 'When it was begun';
COMMENT ON COLUMN lexicon_drafts.changed_at IS 'When it was last edited';

CREATE TABLE lexicon_draft_changes (
  draft text NOT NULL REFERENCES lexicon_drafts ON DELETE CASCADE,
  table_name text NOT NULL CHECK (table_name IN ('triggers', 'section_rules', 'token_classes', 'confidence_points')),
  row_id int NOT NULL CHECK (row_id <> 0),
  row_data jsonb,
  row_key text,
  base_key text,
  base_version int,
  author text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (draft, table_name, row_id),
  CHECK ((row_data IS NULL) = (row_key IS NULL)),
  CHECK ((row_id < 0) = (base_version IS NULL))
);
COMMENT ON TABLE lexicon_draft_changes IS 'The rows of each draft; edited through draft_triggers, draft_section_rules, draft_token_classes, draft_confidence_points';
COMMENT ON COLUMN lexicon_draft_changes.draft IS 'The draft';
COMMENT ON COLUMN lexicon_draft_changes.table_name IS 'The live table of the row';
COMMENT ON COLUMN lexicon_draft_changes.row_id IS 'The id of the live row; negative for a new row';
COMMENT ON COLUMN lexicon_draft_changes.row_data IS 'The whole row as it will be; null: it will be deleted';
COMMENT ON COLUMN lexicon_draft_changes.row_key IS 'What tells the row from others, as it will be';
COMMENT ON COLUMN lexicon_draft_changes.base_key IS 'What tells the live row from others; null for a new row';
COMMENT ON COLUMN lexicon_draft_changes.base_version IS 'The version of the live row that was drafted from; null for a new row';
COMMENT ON COLUMN lexicon_draft_changes.author IS 'Who drafted it last';
COMMENT ON COLUMN lexicon_draft_changes.changed_at IS 'When';
CREATE UNIQUE INDEX lexicon_draft_changes_keys ON lexicon_draft_changes (draft, table_name, row_key);
CREATE INDEX lexicon_draft_changes_bases ON lexicon_draft_changes (draft, table_name, base_key);

CREATE FUNCTION lexicon_columns(table_name text) RETURNS text
LANGUAGE sql STABLE
RETURN (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
  WHERE attrelid = table_name::regclass AND attnum > 0 AND NOT attisdropped AND lexicon_content(jsonb_build_object(attname, 1)) <> '{}');
COMMENT ON FUNCTION lexicon_columns(text) IS 'The columns of a lexicon table that a person edits, as a list for SQL';

CREATE FUNCTION lexicon_apply(changes jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  lexicon_table text;
  source CONSTANT text := '(SELECT row_id, row_data FROM jsonb_to_recordset($1) AS c (table_name text, row_id int, row_data jsonb) WHERE table_name = %1$L)';
BEGIN
  FOREACH lexicon_table IN ARRAY '{triggers,section_rules,token_classes,confidence_points}'::text[] LOOP
    -- A row whose key changes is taken out and put back, so that rows may swap their keys.
    EXECUTE format('DELETE FROM %1$I t USING ' || source || ' c WHERE t.id = c.row_id
      AND lexicon_row_key(%1$L, to_jsonb(t)) IS DISTINCT FROM lexicon_row_key(%1$L, c.row_data)', lexicon_table) USING changes;
    EXECUTE format('UPDATE %1$I t SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(t, c.row_data))
      FROM ' || source || ' c WHERE t.id = c.row_id', lexicon_table, lexicon_columns(lexicon_table)) USING changes;
    EXECUTE format('INSERT INTO %1$I (id, %2$s) OVERRIDING SYSTEM VALUE SELECT c.row_id, %3$s
      FROM ' || source || ' c, jsonb_populate_record(NULL::%1$I, c.row_data) r
      WHERE c.row_id > 0 AND c.row_data IS NOT NULL AND NOT EXISTS (SELECT FROM %1$I t WHERE t.id = c.row_id) ORDER BY c.row_id',
      lexicon_table, lexicon_columns(lexicon_table), 'r.' || replace(lexicon_columns(lexicon_table), ', ', ', r.')) USING changes;
    EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %3$s
      FROM ' || source || ' c, jsonb_populate_record(NULL::%1$I, c.row_data) r WHERE c.row_id < 0 ORDER BY c.row_id DESC',
      lexicon_table, lexicon_columns(lexicon_table), 'r.' || replace(lexicon_columns(lexicon_table), ', ', ', r.')) USING changes;
  END LOOP;
END $$;
COMMENT ON FUNCTION lexicon_apply(jsonb) IS 'Makes the live rows of these ids read so: a list of table_name, row_id (negative: a new row), row_data (null: deleted)';

CREATE FUNCTION lexicon_check_row(draft text, lexicon_table text, row_id int, row_data jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  new_key CONSTANT text := lexicon_row_key(lexicon_table, row_data);
  columns CONSTANT text := lexicon_columns(lexicon_table);
  near lexicon_draft_changes;
  checked text;
BEGIN
  -- All of this block is undone: by the error that carries the checked row, or by the refusal.
  FOR near IN SELECT * FROM lexicon_draft_changes c
    WHERE c.draft = lexicon_check_row.draft AND c.table_name = lexicon_table AND c.row_id <> lexicon_check_row.row_id
      AND new_key IN (c.base_key, c.row_key) ORDER BY c.row_key = new_key NULLS FIRST LOOP
    PERFORM lexicon_apply(jsonb_build_array(jsonb_build_object(
      'table_name', lexicon_table, 'row_id', near.row_id, 'row_data', CASE WHEN near.row_key = new_key THEN near.row_data END)));
  END LOOP;
  PERFORM set_config('lexicon.draft_check', 'on', true);
  EXECUTE format('UPDATE %1$I t SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(t, $2)) WHERE t.id = $1', lexicon_table, columns)
    USING row_id, row_data;
  EXECUTE format('INSERT INTO %1$I (id, %2$s) OVERRIDING SYSTEM VALUE SELECT $1, %2$s FROM jsonb_populate_record(NULL::%1$I, $2 - ''id'')',
    lexicon_table, columns) USING row_id, row_data;
EXCEPTION WHEN SQLSTATE 'LXCHK' THEN
  GET STACKED DIAGNOSTICS checked = PG_EXCEPTION_DETAIL;
  RETURN checked::jsonb;
END $$;
COMMENT ON FUNCTION lexicon_check_row(text, text, int, jsonb) IS 'The row as the live table would keep it beside the rest of the draft, or the refusal of the live table; changes nothing';

CREATE FUNCTION edit_lexicon_draft() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  live_table CONSTANT text := TG_ARGV[0];
  name CONSTANT text := lexicon_draft();
  live lexicon_history;
  id int;
  checked jsonb;
  new_key text;
BEGIN
  IF length(name) > 60 OR name <> btrim(name) OR name ~ '[[:cntrl:]]' THEN
    PERFORM refuse('The name of a draft is 1 to 60 characters, without spaces at its ends');
  END IF;
  IF TG_OP = 'INSERT' AND NEW.id IS NOT NULL OR TG_OP = 'UPDATE' AND NEW.id IS DISTINCT FROM OLD.id THEN
    PERFORM refuse('The database gives the numbers of rows', 'Leave out the column id.');
  END IF;
  -- One transaction at a time edits a draft; an activation in between makes it begin anew.
  INSERT INTO lexicon_drafts (name, author, reason)
  VALUES (name, lexicon_editor(), coalesce(current_setting('lexicon.reason', true), ''))
  ON CONFLICT ON CONSTRAINT lexicon_drafts_pkey DO UPDATE SET changed_at = now();
  IF TG_OP = 'INSERT' THEN
    SELECT least(min(c.row_id), 0) - 1 INTO id FROM lexicon_draft_changes c WHERE c.draft = name AND c.table_name = live_table;
  ELSE
    id := OLD.id;
    SELECT h.* INTO live FROM lexicon_history h WHERE h.table_name = live_table AND h.row_id = OLD.id AND h.version_to IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    checked := lexicon_check_row(name, live_table, id, to_jsonb(NEW));
    new_key := lexicon_row_key(live_table, checked);
  END IF;
  IF TG_OP = 'DELETE' AND id < 0 OR lexicon_content(checked) = lexicon_content(live.row_data) THEN
    DELETE FROM lexicon_draft_changes c WHERE c.draft = name AND c.table_name = live_table AND c.row_id = id;
  ELSE
    UPDATE lexicon_draft_changes c SET row_data = checked, row_key = new_key, author = lexicon_editor(), changed_at = now()
    WHERE c.draft = name AND c.table_name = live_table AND c.row_id = id;
    IF NOT FOUND THEN
      INSERT INTO lexicon_draft_changes (draft, table_name, row_id, row_data, row_key, base_key, base_version, author)
      VALUES (name, live_table, id, checked, new_key, CASE WHEN id > 0 THEN lexicon_row_key(live_table, live.row_data) END,
        live.version_from, lexicon_editor());
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN jsonb_populate_record(NEW, checked || jsonb_build_object('draft_change', CASE WHEN id < 0 THEN 'added' ELSE 'changed' END));
END $$;
COMMENT ON FUNCTION edit_lexicon_draft() IS 'Keeps an edit of a draft view as a change of the draft, after the checks of the live table';

-- A later migration that gives a live table a column makes its draft view anew.
DO $$
DECLARE
  live_table text;
  shown record;
BEGIN
  FOREACH live_table IN ARRAY '{triggers,section_rules,token_classes,confidence_points}'::text[] LOOP
    EXECUTE (SELECT format('CREATE VIEW %3$I AS
      SELECT %1$s, NULL::text AS draft_change FROM %2$I t WHERE NOT EXISTS (SELECT FROM lexicon_draft_changes c
        WHERE c.draft = lexicon_draft() AND c.table_name = %2$L AND c.row_id = t.id)
      UNION ALL
      SELECT %1$s, CASE WHEN c.row_id < 0 THEN ''added'' ELSE ''changed'' END
      FROM lexicon_draft_changes c, jsonb_populate_record(NULL::%2$I, c.row_data) t
      WHERE c.draft = lexicon_draft() AND c.table_name = %2$L AND c.row_data IS NOT NULL',
      string_agg(format('t.%I', attname), ', ' ORDER BY attnum), live_table, 'draft_' || live_table)
      FROM pg_attribute WHERE attrelid = live_table::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'shipped');
    EXECUTE format('CREATE TRIGGER edit INSTEAD OF INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION edit_lexicon_draft(%L)',
      'draft_' || live_table, live_table);
    EXECUTE format('COMMENT ON VIEW %I IS %L', 'draft_' || live_table,
      format('The rows of %s with a draft (lexicon.draft, else draft) laid over them; edited like %1$s, without being served', live_table));
    EXECUTE format('COMMENT ON COLUMN %I.draft_change IS %L', 'draft_' || live_table, 'added or changed by the draft; null: as it is live');
    FOR shown IN SELECT attname, pg_get_expr(adbin, adrelid) AS expression, col_description(attrelid, attnum) AS comment
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = live_table::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'shipped' LOOP
      EXECUTE format('COMMENT ON COLUMN %I.%I IS %L', 'draft_' || live_table, shown.attname, shown.comment);
      IF shown.expression IS NOT NULL THEN
        EXECUTE format('ALTER VIEW %I ALTER COLUMN %I SET DEFAULT %s', 'draft_' || live_table, shown.attname, shown.expression);
      END IF;
    END LOOP;
  END LOOP;
END $$;

CREATE VIEW lexicon_draft_diff AS
SELECT c.draft, c.table_name, c.row_id, CASE WHEN c.row_data IS NULL THEN 'deleted' WHEN c.row_id < 0 THEN 'added' ELSE 'changed' END AS action,
  lexicon_row_name(coalesce(c.row_data, h.row_data)) AS phrase,
  CASE WHEN c.row_data IS NULL THEN jsonb_strip_nulls(lexicon_content(h.row_data)) ELSE lexicon_difference(h.row_data, c.row_data) END AS old_row,
  CASE WHEN c.row_id < 0 THEN jsonb_strip_nulls(lexicon_content(c.row_data))
    WHEN c.row_data IS NOT NULL THEN lexicon_difference(c.row_data, h.row_data) END AS new_row,
  CASE WHEN h.row_id IS NULL AND c.row_id > 0 AND c.row_data IS NOT NULL THEN 'deleted since'
    WHEN h.version_from <> c.base_version THEN 'changed since, in version ' || h.version_from END AS conflict,
  c.author, c.changed_at
FROM lexicon_draft_changes c LEFT JOIN lexicon_history h
  ON h.table_name = c.table_name AND h.row_id = c.row_id AND h.version_to IS NULL;
COMMENT ON VIEW lexicon_draft_diff IS 'What each draft would change of the live rows as they are now';
COMMENT ON COLUMN lexicon_draft_diff.draft IS 'The draft';
COMMENT ON COLUMN lexicon_draft_diff.table_name IS 'The table of the row';
COMMENT ON COLUMN lexicon_draft_diff.row_id IS 'The id of the row there; negative for a new row';
COMMENT ON COLUMN lexicon_draft_diff.action IS 'added, changed or deleted';
COMMENT ON COLUMN lexicon_draft_diff.phrase IS 'The phrase, heading or word of the row';
COMMENT ON COLUMN lexicon_draft_diff.old_row IS 'changed: the columns that differ, as they are live; deleted: the row';
COMMENT ON COLUMN lexicon_draft_diff.new_row IS 'changed: the columns that differ, as drafted; added: the row; deleted: null';
COMMENT ON COLUMN lexicon_draft_diff.conflict IS 'What happened to the live row since it was drafted: such a draft is not activated';
COMMENT ON COLUMN lexicon_draft_diff.author IS 'Who drafted it';
COMMENT ON COLUMN lexicon_draft_diff.changed_at IS 'When';

CREATE FUNCTION lexicon_draft_fingerprint(draft text DEFAULT lexicon_draft()) RETURNS text
LANGUAGE sql STABLE
RETURN (SELECT md5(coalesce(string_agg(concat_ws(chr(9), c.table_name, c.row_id, lexicon_content(c.row_data)::text), chr(10)
  ORDER BY c.table_name COLLATE "C", c.row_id), '')) FROM lexicon_draft_changes c WHERE c.draft = lexicon_draft_fingerprint.draft);
COMMENT ON FUNCTION lexicon_draft_fingerprint(text) IS 'Changes when the draft changes';

-- Cases: what a note must be read as, judged by the service, guarding activations.
CREATE TABLE lexicon_cases (
  id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  language text NOT NULL,
  text text NOT NULL,
  span text NOT NULL,
  occurrence smallint NOT NULL DEFAULT 1,
  note_date date,
  assertion text,
  subject text,
  temporality text,
  certainty text,
  role text,
  author text NOT NULL DEFAULT lexicon_editor(),
  notes text,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  origin text NOT NULL DEFAULT 'local',
  shipped jsonb,
  changed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE lexicon_cases IS 'Tests as rows: a text, a span in it, and what its context must be';
COMMENT ON COLUMN lexicon_cases.id IS 'Number of the case';
COMMENT ON COLUMN lexicon_cases.language IS 'en or fr';
COMMENT ON COLUMN lexicon_cases.text IS 'A sentence or a short note of your own; never a patient''s';
COMMENT ON COLUMN lexicon_cases.span IS 'The words in the text that are judged, as they stand there';
COMMENT ON COLUMN lexicon_cases.occurrence IS 'Which of several same spans, from 1';
COMMENT ON COLUMN lexicon_cases.note_date IS 'Date of the note, as in a request';
COMMENT ON COLUMN lexicon_cases.assertion IS 'The value that is right; null: not judged';
COMMENT ON COLUMN lexicon_cases.subject IS 'The value that is right; null: not judged';
COMMENT ON COLUMN lexicon_cases.temporality IS 'The value that is right; null: not judged';
COMMENT ON COLUMN lexicon_cases.certainty IS 'The value that is right, none: the axis must not apply; null: not judged';
COMMENT ON COLUMN lexicon_cases.role IS 'The value that is right; null: not judged';
COMMENT ON COLUMN lexicon_cases.author IS 'Who wrote it: lexicon.author if set, else the database role';
COMMENT ON COLUMN lexicon_cases.notes IS 'Why it matters';
COMMENT ON COLUMN lexicon_cases.enabled IS 'Switched off cases guard nothing';
COMMENT ON COLUMN lexicon_cases.created_at IS 'When';
COMMENT ON COLUMN lexicon_cases.origin IS 'builtin while as shipped, local once this site added or changed it';
COMMENT ON COLUMN lexicon_cases.shipped IS 'The case as last shipped with the service; null for cases of this site';
COMMENT ON COLUMN lexicon_cases.changed_at IS 'When it was last edited';

CREATE FUNCTION check_case_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  axis_name text;
  axis_value text;
  found int;
BEGIN
  IF NEW.language IS NULL OR NEW.language NOT IN ('en', 'fr') THEN
    PERFORM refuse(format('The language %s is unknown', coalesce(NEW.language, 'null')), 'Languages are en and fr.');
  END IF;
  IF NEW.text IS NULL OR length(btrim(NEW.text)) < 2 OR length(NEW.text) > 5000 OR NEW.text ~ '[\x01-\x08\x0e-\x1f\x7f]' THEN
    PERFORM refuse('The text of a case is 2 to 5000 characters of a note');
  END IF;
  IF NEW.span IS NULL OR btrim(NEW.span) = '' OR strpos(NEW.text, NEW.span) = 0 THEN
    PERFORM refuse('The span does not stand in the text', 'Copy it from the text, letter by letter.');
  END IF;
  found := (length(NEW.text) - length(replace(NEW.text, NEW.span, ''))) / length(NEW.span);
  IF NEW.occurrence IS NULL OR NEW.occurrence NOT BETWEEN 1 AND found THEN
    PERFORM refuse(format('The span stands %s times in the text, so there is no occurrence %s', found, coalesce(NEW.occurrence::text, 'null')));
  END IF;
  IF coalesce(NEW.assertion, NEW.subject, NEW.temporality, NEW.certainty, NEW.role) IS NULL THEN
    PERFORM refuse('The case judges nothing', 'Give at least one of assertion, subject, temporality, certainty, role.');
  END IF;
  FOR axis_name, axis_value IN
    VALUES ('assertion', NEW.assertion), ('subject', NEW.subject), ('temporality', NEW.temporality),
      ('certainty', NEW.certainty), ('role', NEW.role) LOOP
    IF axis_value = 'none' AND axis_name <> 'certainty' THEN
      PERFORM refuse(format('Every statement has a value of %s', axis_name), 'Only certainty can be none: it must not apply.');
    ELSIF axis_value IS NOT NULL AND NOT axis_value_is_known(axis_name, axis_value) THEN
      PERFORM refuse(format('%s is no value of the axis %s', axis_value, axis_name));
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_case_row() IS 'Refuses a case that cannot be judged, with a message that a clinician understands';

CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON lexicon_cases FOR EACH ROW EXECUTE FUNCTION check_case_row();

CREATE FUNCTION lexicon_cases_fingerprint() RETURNS text
LANGUAGE sql STABLE
RETURN (SELECT md5(coalesce(string_agg(jsonb_build_array(c.id, c.language, c.text, c.span, c.occurrence, c.note_date,
  c.assertion, c.subject, c.temporality, c.certainty, c.role)::text, chr(10) ORDER BY c.id), '')) FROM lexicon_cases c WHERE c.enabled);
COMMENT ON FUNCTION lexicon_cases_fingerprint() IS 'Changes when the enabled cases change';

CREATE TABLE lexicon_checks (
  target text PRIMARY KEY,
  version int NOT NULL,
  draft_fingerprint text NOT NULL,
  cases_fingerprint text NOT NULL,
  passed int NOT NULL,
  failed int NOT NULL,
  broken int NOT NULL,
  details jsonb NOT NULL DEFAULT '[]',
  checked_at timestamptz NOT NULL DEFAULT now(),
  fixed int NOT NULL DEFAULT 0
);
COMMENT ON TABLE lexicon_checks IS 'The last run of cases and examples against the active lexicon and against each draft; written by the service and by npm run lexicon -- check';
COMMENT ON COLUMN lexicon_checks.target IS 'Empty for the active lexicon, else the draft';
COMMENT ON COLUMN lexicon_checks.version IS 'The newest version at the run';
COMMENT ON COLUMN lexicon_checks.draft_fingerprint IS 'lexicon_draft_fingerprint(draft) at the run';
COMMENT ON COLUMN lexicon_checks.cases_fingerprint IS 'lexicon_cases_fingerprint() at the run';
COMMENT ON COLUMN lexicon_checks.passed IS 'How many are right';
COMMENT ON COLUMN lexicon_checks.failed IS 'How many are wrong';
COMMENT ON COLUMN lexicon_checks.broken IS 'How many are wrong that are right with the active lexicon, or are examples of rows that the draft adds or changes';
COMMENT ON COLUMN lexicon_checks.details IS 'What was expected and what came, where it is wrong, or right at last: lexicon_check_details';
COMMENT ON COLUMN lexicon_checks.checked_at IS 'When';
COMMENT ON COLUMN lexicon_checks.fixed IS 'How many are right that are wrong with the active lexicon';

-- Going live, giving up, going back.
CREATE FUNCTION lexicon_require_draft(draft text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever edits this draft now comes first, or begins it anew.
  PERFORM FROM lexicon_drafts d WHERE d.name = lexicon_require_draft.draft FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM refuse(format('There is no draft named "%s"', coalesce(draft, 'null')), coalesce(
      (SELECT 'Drafts: ' || string_agg(d.name, ', ' ORDER BY d.name) || '.' FROM lexicon_drafts d), 'There are no drafts now.'));
  END IF;
END $$;
COMMENT ON FUNCTION lexicon_require_draft(text) IS 'Refuses a draft that is unknown; locks it until commit';

CREATE FUNCTION lexicon_activate(draft text DEFAULT lexicon_draft(), reason text DEFAULT NULL, override text DEFAULT NULL) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  problem text;
  why text;
  who text;
  made int;
BEGIN
  PERFORM lexicon_require_draft(draft);
  PERFORM pg_advisory_xact_lock(hashtext('lexicon_versions'));
  SELECT string_agg(format('%s %s (%s) was %s', d.table_name, d.row_id, d.phrase, d.conflict), '; ' ORDER BY d.table_name, d.row_id)
  INTO problem FROM lexicon_draft_diff d WHERE d.draft = lexicon_activate.draft AND d.conflict IS NOT NULL;
  IF problem IS NOT NULL THEN
    PERFORM refuse(format('Rows of the draft "%s" were edited live: %s', draft, problem),
      format('Take each out of the draft, SELECT lexicon_discard(%L, table, id), look at it, and draft it again.', draft));
  END IF;
  SELECT string_agg(DISTINCT c.author, ', ') INTO who FROM lexicon_draft_changes c WHERE c.draft = lexicon_activate.draft;
  IF who IS NULL THEN
    PERFORM refuse(format('The draft "%s" is empty', draft));
  END IF;
  IF nullif(btrim(override), '') IS NULL THEN
    PERFORM lexicon_require_cases(draft);
  END IF;
  BEGIN
    PERFORM lexicon_apply((SELECT jsonb_agg(jsonb_build_object('table_name', c.table_name, 'row_id', c.row_id, 'row_data', c.row_data))
      FROM lexicon_draft_changes c WHERE c.draft = lexicon_activate.draft));
  EXCEPTION WHEN unique_violation THEN
    GET STACKED DIAGNOSTICS problem = PG_EXCEPTION_DETAIL;
    PERFORM refuse(format('The draft "%s" has a row that someone has added live since: %s', draft, problem),
      'Delete the row from the draft, or the live one.');
  END;
  made := lexicon_edit_version();
  SELECT coalesce(lexicon_activate.reason, nullif(d.reason, '')) INTO why FROM lexicon_drafts d WHERE d.name = draft;
  UPDATE lexicon_versions v SET reason = concat_ws('; ', nullif(v.reason, ''), nullif(why, v.reason), format('draft "%s" by %s', draft, who),
    'in spite of the cases: ' || nullif(btrim(override), '')) WHERE v.version = made;
  DELETE FROM lexicon_checks c WHERE c.target = draft;
  DELETE FROM lexicon_drafts d WHERE d.name = draft;
  RETURN made;
END $$;
COMMENT ON FUNCTION lexicon_activate(text, text, text) IS 'Makes a draft live as one version, whose number it returns; override: why in spite of broken cases';

CREATE FUNCTION lexicon_discard(draft text DEFAULT lexicon_draft(), table_name text DEFAULT NULL, row_id int DEFAULT NULL) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  dropped int;
BEGIN
  PERFORM lexicon_require_draft(draft);
  DELETE FROM lexicon_draft_changes c WHERE c.draft = lexicon_discard.draft
    AND c.table_name = coalesce(lexicon_discard.table_name, c.table_name) AND c.row_id = coalesce(lexicon_discard.row_id, c.row_id);
  GET DIAGNOSTICS dropped = ROW_COUNT;
  IF coalesce(table_name, row_id::text) IS NULL THEN
    DELETE FROM lexicon_checks c WHERE c.target = draft;
    DELETE FROM lexicon_drafts d WHERE d.name = draft;
  ELSIF dropped = 0 THEN
    PERFORM refuse(format('The draft "%s" has no such row', draft), 'See SELECT * FROM lexicon_draft_diff.');
  END IF;
  RETURN dropped;
END $$;
COMMENT ON FUNCTION lexicon_discard(text, text, int) IS 'Drops a draft, or what it holds of one table or row; returns how many changes';

CREATE FUNCTION lexicon_rollback(to_version int, reason text) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  changes jsonb;
  made int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('lexicon_versions'));
  IF to_version IS NULL OR NOT EXISTS (SELECT FROM lexicon_versions v WHERE v.version = to_version) THEN
    PERFORM refuse(format('There is no version %s', coalesce(to_version::text, 'null')),
      format('Versions go from 1 to %s: SELECT * FROM lexicon_versions.', (SELECT max(v.version) FROM lexicon_versions v)));
  END IF;
  IF coalesce(btrim(reason), '') = '' THEN
    PERFORM refuse('Going back needs a reason', format('SELECT lexicon_rollback(%s, ''why'').', to_version));
  END IF;
  SELECT jsonb_agg(jsonb_build_object('table_name', table_name, 'row_id', row_id, 'row_data', past.row_data)) INTO changes
  FROM (SELECT h.table_name, h.row_id, h.row_data FROM lexicon_history h
      WHERE h.version_from <= to_version AND h.version_to > to_version) past
    FULL JOIN (SELECT h.table_name, h.row_id, h.row_data FROM lexicon_history h
      WHERE h.version_from > to_version AND h.version_to IS NULL) live USING (table_name, row_id)
  WHERE lexicon_content(past.row_data) IS DISTINCT FROM lexicon_content(live.row_data);
  IF changes IS NULL THEN
    PERFORM refuse(format('The rows are those of version %s already', to_version));
  END IF;
  PERFORM lexicon_apply(changes);
  made := lexicon_edit_version();
  UPDATE lexicon_versions v SET reason = concat_ws('; ', nullif(v.reason, ''), format('back to version %s', to_version), lexicon_rollback.reason)
  WHERE v.version = made;
  RETURN made;
END $$;
COMMENT ON FUNCTION lexicon_rollback(int, text) IS 'Makes the rows of an earlier version live again, as a new version whose number it returns';

CREATE UNIQUE INDEX lexicon_cases_once ON lexicon_cases (language, md5(text), md5(span), occurrence, coalesce(note_date, '-infinity'));

CREATE FUNCTION stamp_case_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  key CONSTANT text := lexicon_row_key('lexicon_cases', to_jsonb(NEW));
  twin int;
BEGIN
  IF btrim(NEW.author) = '' OR NEW.author IS NULL OR NEW.enabled IS NULL THEN
    PERFORM refuse('A case has an author and is enabled or not', 'Leave the columns out: they have a default.');
  END IF;
  SELECT c.id INTO twin FROM lexicon_cases c
  WHERE c.language = NEW.language AND md5(c.text) = md5(NEW.text) AND md5(c.span) = md5(NEW.span) AND c.occurrence = NEW.occurrence
    AND coalesce(c.note_date, '-infinity') = coalesce(NEW.note_date, '-infinity') AND c.id <> NEW.id;
  IF twin IS NOT NULL THEN
    RAISE EXCEPTION 'Case % judges this span of this text already', twin
      USING ERRCODE = 'unique_violation', HINT = format('Change that one: UPDATE lexicon_cases SET ... WHERE id = %s.', twin);
  END IF;
  NEW.notes := nullif(NEW.notes, '');
  NEW.changed_at := clock_timestamp();
  IF lexicon_is_loading() THEN
    NEW.origin := 'builtin';
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    NEW.shipped := OLD.shipped;
  ELSE
    SELECT r.shipped INTO NEW.shipped FROM lexicon_removals r WHERE r.table_name = 'lexicon_cases' AND r.row_key = key;
  END IF;
  NEW.origin := CASE WHEN lexicon_is_as_shipped(to_jsonb(NEW), NEW.shipped) THEN 'builtin' ELSE 'local' END;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION stamp_case_row() IS 'Refuses a case that stands already; keeps whether a case is as shipped';

CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON lexicon_cases FOR EACH ROW EXECUTE FUNCTION stamp_case_row();

CREATE FUNCTION keep_case_removal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM keep_lexicon_removal(TG_OP, TG_TABLE_NAME, OLD.id, OLD.shipped);
  ELSE
    PERFORM keep_lexicon_removal(TG_OP, TG_TABLE_NAME, NEW.id, NEW.shipped);
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION keep_case_removal() IS 'Remembers shipped cases that this site deletes, so that an upgrade does not bring them back';

CREATE TRIGGER removal AFTER INSERT OR DELETE ON lexicon_cases FOR EACH ROW EXECUTE FUNCTION keep_case_removal();

CREATE TABLE lexicon_check_leases (
  target text PRIMARY KEY,
  held_until timestamptz NOT NULL
);
COMMENT ON TABLE lexicon_check_leases IS 'Which check a process is running now, so that others leave it; written by the service';
COMMENT ON COLUMN lexicon_check_leases.target IS 'As in lexicon_checks';
COMMENT ON COLUMN lexicon_check_leases.held_until IS 'From then on the process counts as gone, and another one may run the check';

CREATE VIEW lexicon_check_targets AS
SELECT t.target, v.version, t.draft_fingerprint, c.cases_fingerprint, EXISTS (SELECT FROM lexicon_checks k
    WHERE (k.target, k.version, k.draft_fingerprint, k.cases_fingerprint) = (t.target, v.version, t.draft_fingerprint, c.cases_fingerprint)) AS checked
FROM (SELECT '' AS target, lexicon_draft_fingerprint('') AS draft_fingerprint
    UNION ALL SELECT d.name, lexicon_draft_fingerprint(d.name) FROM lexicon_drafts d) t,
  (SELECT coalesce(max(version), 0) AS version FROM lexicon_versions) v,
  (SELECT lexicon_cases_fingerprint() AS cases_fingerprint) c;
COMMENT ON VIEW lexicon_check_targets IS 'What a check would be of now: the active lexicon and each draft';
COMMENT ON COLUMN lexicon_check_targets.target IS 'Empty for the active lexicon, else the draft';
COMMENT ON COLUMN lexicon_check_targets.version IS 'The newest version';
COMMENT ON COLUMN lexicon_check_targets.draft_fingerprint IS 'lexicon_draft_fingerprint(target)';
COMMENT ON COLUMN lexicon_check_targets.cases_fingerprint IS 'lexicon_cases_fingerprint()';
COMMENT ON COLUMN lexicon_check_targets.checked IS 'Whether lexicon_checks has a check of exactly this';

CREATE VIEW lexicon_draft_status AS
SELECT d.name AS draft, d.author, (SELECT count(*)::int FROM lexicon_draft_changes n WHERE n.draft = d.name) AS changes,
  CASE WHEN t.checked THEN 'checked' ELSE 'waiting' END AS state, c.passed, c.failed, c.broken, c.fixed, d.changed_at, c.checked_at
FROM lexicon_drafts d JOIN lexicon_check_targets t ON t.target = d.name LEFT JOIN lexicon_checks c ON c.target = d.name AND t.checked;
COMMENT ON VIEW lexicon_draft_status IS 'Each draft, and what the cases say of it as it is now';
COMMENT ON COLUMN lexicon_draft_status.draft IS 'The draft';
COMMENT ON COLUMN lexicon_draft_status.author IS 'Who began it';
COMMENT ON COLUMN lexicon_draft_status.changes IS 'How many rows it adds, changes or deletes';
COMMENT ON COLUMN lexicon_draft_status.state IS 'checked, or waiting: a running service checks within two seconds of an edit';
COMMENT ON COLUMN lexicon_draft_status.passed IS 'Cases and examples that are right with the draft';
COMMENT ON COLUMN lexicon_draft_status.failed IS 'Those that are wrong with it';
COMMENT ON COLUMN lexicon_draft_status.broken IS 'Those of the failed that the draft breaks: see lexicon_broken_cases';
COMMENT ON COLUMN lexicon_draft_status.fixed IS 'Those that are wrong now and right with the draft';
COMMENT ON COLUMN lexicon_draft_status.changed_at IS 'When the draft was last edited';
COMMENT ON COLUMN lexicon_draft_status.checked_at IS 'When it was checked';

CREATE VIEW lexicon_check_details AS
SELECT c.target, c.version, r.change, r.what, r.text AS sentence, r.span, r.axis, r.expected, r.before, r.before_trigger, r.after, r.trigger
FROM lexicon_checks c, jsonb_to_recordset(c.details) AS r (change text, what text, text text, span text, axis text,
  expected text, before text, before_trigger text, after text, trigger text);
COMMENT ON VIEW lexicon_check_details IS 'The cases and examples that a check found wrong, or right at last: one row an axis';
COMMENT ON COLUMN lexicon_check_details.target IS 'Empty for the active lexicon, else the draft';
COMMENT ON COLUMN lexicon_check_details.version IS 'The newest version at the check';
COMMENT ON COLUMN lexicon_check_details.change IS 'broken by the draft, fixed by it, or failed with and without it';
COMMENT ON COLUMN lexicon_check_details.what IS 'The case by its number, or the row whose example it is';
COMMENT ON COLUMN lexicon_check_details.sentence IS 'The text';
COMMENT ON COLUMN lexicon_check_details.span IS 'The span that is judged';
COMMENT ON COLUMN lexicon_check_details.axis IS 'The axis';
COMMENT ON COLUMN lexicon_check_details.expected IS 'What is right';
COMMENT ON COLUMN lexicon_check_details.before IS 'What the active lexicon says; null where it has no such row';
COMMENT ON COLUMN lexicon_check_details.before_trigger IS 'Its trigger; null when none fired';
COMMENT ON COLUMN lexicon_check_details.after IS 'What the draft says; for the active lexicon what it says';
COMMENT ON COLUMN lexicon_check_details.trigger IS 'The trigger of that; null when none fired';

CREATE VIEW lexicon_broken_cases AS
SELECT d.target AS draft, d.what, d.sentence, d.span, d.axis, d.expected, d.before, d.after, d.trigger
FROM lexicon_check_details d WHERE d.target <> '' AND d.change = 'broken';
COMMENT ON VIEW lexicon_broken_cases IS 'What each draft would break, by its last check: one row an axis';
COMMENT ON COLUMN lexicon_broken_cases.draft IS 'The draft';
COMMENT ON COLUMN lexicon_broken_cases.what IS 'The case by its number, or the row whose example it is';
COMMENT ON COLUMN lexicon_broken_cases.sentence IS 'The text';
COMMENT ON COLUMN lexicon_broken_cases.span IS 'The span that is judged';
COMMENT ON COLUMN lexicon_broken_cases.axis IS 'The axis';
COMMENT ON COLUMN lexicon_broken_cases.expected IS 'What is right';
COMMENT ON COLUMN lexicon_broken_cases.before IS 'What the active lexicon says; null where it has no such row';
COMMENT ON COLUMN lexicon_broken_cases.after IS 'What the draft says';
COMMENT ON COLUMN lexicon_broken_cases.trigger IS 'The trigger of that; null when none fired';

CREATE VIEW lexicon_case_failures AS
SELECT d.version, d.what, d.sentence, d.span, d.axis, d.expected, d.after AS answered, d.trigger
FROM lexicon_check_details d WHERE d.target = '';
COMMENT ON VIEW lexicon_case_failures IS 'The cases and examples that the active lexicon gets wrong, by its last check: one row an axis';
COMMENT ON COLUMN lexicon_case_failures.version IS 'The version that was checked';
COMMENT ON COLUMN lexicon_case_failures.what IS 'The case by its number, or the row whose example it is';
COMMENT ON COLUMN lexicon_case_failures.sentence IS 'The text';
COMMENT ON COLUMN lexicon_case_failures.span IS 'The span that is judged';
COMMENT ON COLUMN lexicon_case_failures.axis IS 'The axis';
COMMENT ON COLUMN lexicon_case_failures.expected IS 'What is right';
COMMENT ON COLUMN lexicon_case_failures.answered IS 'What the lexicon says';
COMMENT ON COLUMN lexicon_case_failures.trigger IS 'The trigger of that; null when none fired';

CREATE FUNCTION lexicon_require_cases(draft text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  broken_cases int;
  otherwise CONSTANT text := format(' Or say why it must be so: SELECT lexicon_activate(%L, override => ''...'').', draft);
BEGIN
  IF NOT EXISTS (SELECT FROM lexicon_cases c WHERE c.enabled) THEN
    RETURN;
  END IF;
  SELECT c.broken INTO broken_cases FROM lexicon_check_targets t JOIN lexicon_checks c ON c.target = t.target
  WHERE t.target = draft AND t.checked;
  IF broken_cases IS NULL THEN
    PERFORM refuse(format('The cases have not been run on the draft "%s" as it is now', draft),
      format('A running service does it within two seconds: SELECT * FROM lexicon_draft_status. Without one: npm run lexicon -- check --draft ''%s''.', draft) || otherwise);
  ELSIF broken_cases > 0 THEN
    PERFORM refuse(format('The draft "%s" breaks %s of the cases and examples', draft, broken_cases),
      format('See which: SELECT * FROM lexicon_broken_cases WHERE draft = %L.', draft) || otherwise);
  END IF;
END $$;
COMMENT ON FUNCTION lexicon_require_cases(text) IS 'Refuses a draft that breaks a case or an example, or that was not checked as it is now; lets all pass where no case is enabled';
