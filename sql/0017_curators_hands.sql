-- A draft needs no open transaction: each statement names it in a column. Behind a pooler in transaction mode, and on the embedded database,
-- no setting of a session lasts from one statement to the next.

CREATE FUNCTION lexicon_begin(draft text, reason text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(draft, '') = '' OR length(draft) > 60 OR draft <> btrim(draft) OR draft ~ '[[:cntrl:]]' THEN
    PERFORM refuse('The name of a draft is 1 to 60 characters, without spaces at its ends');
  END IF;
  -- One transaction at a time edits a draft; an activation in between makes it begin anew.
  INSERT INTO lexicon_drafts (name, author, reason)
  VALUES (draft, lexicon_editor(), coalesce(lexicon_begin.reason, current_setting('lexicon.reason', true), ''))
  ON CONFLICT ON CONSTRAINT lexicon_drafts_pkey DO UPDATE
  SET changed_at = now(), reason = coalesce(lexicon_begin.reason, lexicon_drafts.reason);
  RETURN draft;
END $$;
COMMENT ON FUNCTION lexicon_begin(text, text) IS 'Begins a draft and returns its name; goes on with one that is there. The reason becomes that of the version';

COMMENT ON FUNCTION lexicon_draft() IS 'The draft of an INSERT that names none: lexicon.draft if set (SET LOCAL), else draft';
COMMENT ON TABLE lexicon_drafts IS 'Named sets of changes that are not live; begun by lexicon_begin or by the first row, gone when activated or discarded';
COMMENT ON COLUMN lexicon_drafts.name IS 'As the column draft of the draft views has it';
COMMENT ON COLUMN lexicon_drafts.reason IS 'Why: as lexicon_begin was told, else lexicon.reason if set (SET LOCAL); the reason of the version unless lexicon_activate is given one';

CREATE FUNCTION lexicon_draft_names() RETURNS SETOF text
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT lexicon_draft() UNION SELECT d.name FROM lexicon_drafts d WHERE coalesce(current_setting('lexicon.draft', true), '') = '';
END;
COMMENT ON FUNCTION lexicon_draft_names() IS 'The drafts that the draft views show: lexicon.draft alone if set (SET LOCAL), else all, with the one called draft';

CREATE OR REPLACE FUNCTION edit_lexicon_draft() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  live_table CONSTANT text := TG_ARGV[0];
  name CONSTANT text := CASE TG_OP WHEN 'INSERT' THEN coalesce(NEW.draft, lexicon_draft()) ELSE OLD.draft END;
  other CONSTANT text := current_setting('lexicon.draft_edited', true);
  live lexicon_history;
  id int;
  checked jsonb;
  new_key text;
BEGIN
  IF TG_OP = 'INSERT' AND NEW.id IS NOT NULL OR TG_OP = 'UPDATE' AND NEW.id IS DISTINCT FROM OLD.id THEN
    PERFORM refuse('The database gives the numbers of rows', 'Leave out the column id.');
  ELSIF TG_OP = 'UPDATE' AND NEW.draft IS DISTINCT FROM OLD.draft THEN
    PERFORM refuse('A row stays in its draft', 'Name the draft that you edit in the condition: WHERE draft = ''...''.');
  ELSIF TG_OP <> 'INSERT' AND other <> '' AND other <> name THEN
    PERFORM refuse(format('The statement would edit the drafts "%s" and "%s"', least(name, other), greatest(name, other)),
      format('Say which one: WHERE draft = %L AND ...', CASE name WHEN 'draft' THEN other ELSE name END));
  END IF;
  PERFORM set_config('lexicon.draft_edited', name, true), lexicon_begin(name);
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
  RETURN jsonb_populate_record(NEW,
    checked || jsonb_build_object('draft', name, 'draft_change', CASE WHEN id < 0 THEN 'added' ELSE 'changed' END));
END $$;

CREATE FUNCTION watch_draft_statement() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_WHEN = 'BEFORE' THEN
    PERFORM set_config('lexicon.draft_edited', '', true);
  ELSIF current_setting('lexicon.draft_edited', true) = '' AND coalesce(current_setting('lexicon.draft', true), '') = '' THEN
    -- The name of a draft that there is not is no error of SQL.
    RAISE NOTICE 'No row of a draft was changed' USING HINT = coalesce((SELECT 'Drafts: ' || string_agg(d.name, ', ' ORDER BY d.name) || '.'
      FROM lexicon_drafts d), 'There are no drafts now.') || ' Begin one: SELECT lexicon_begin(''name'').';
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION watch_draft_statement() IS 'Lets a statement edit one draft only, and says so when it edits none';

DO $$
DECLARE
  live_table text;
BEGIN
  FOREACH live_table IN ARRAY '{triggers,section_rules,token_classes,confidence_points}'::text[] LOOP
    EXECUTE (SELECT format('CREATE OR REPLACE VIEW %3$I AS
      SELECT %1$s, NULL::text AS draft_change, n.name AS draft FROM lexicon_draft_names() n (name), %2$I t
      WHERE NOT EXISTS (SELECT FROM lexicon_draft_changes c WHERE c.draft = n.name AND c.table_name = %2$L AND c.row_id = t.id)
      UNION ALL
      SELECT %1$s, CASE WHEN c.row_id < 0 THEN ''added'' ELSE ''changed'' END, n.name
      FROM lexicon_draft_names() n (name) JOIN lexicon_draft_changes c ON c.draft = n.name, jsonb_populate_record(NULL::%2$I, c.row_data) t
      WHERE c.table_name = %2$L AND c.row_data IS NOT NULL',
      string_agg(format('t.%I', attname), ', ' ORDER BY attnum), live_table, 'draft_' || live_table)
      FROM pg_attribute WHERE attrelid = live_table::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'shipped');
    EXECUTE format('ALTER VIEW %I ALTER COLUMN draft SET DEFAULT lexicon_draft()', 'draft_' || live_table);
    EXECUTE format('COMMENT ON VIEW %I IS %L', 'draft_' || live_table,
      format('The rows of %s with each draft laid over them; edited like %1$s, without being served', live_table));
    EXECUTE format('COMMENT ON COLUMN %I.draft IS %L', 'draft_' || live_table,
      'The draft: name it in each INSERT, and in the condition of each UPDATE and DELETE');
    EXECUTE format('CREATE TRIGGER before_edit BEFORE UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()',
      'draft_' || live_table);
    EXECUTE format('CREATE TRIGGER after_edit AFTER UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION watch_draft_statement()',
      'draft_' || live_table);
  END LOOP;
END $$;

-- A row that its own example disproves is useless, and is told at once: the words are compared without the engine, so that only what cannot be is refused.
CREATE FUNCTION lexicon_example_holds(phrase text, example text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text := regexp_replace(fold(phrase), '([][{}().*+?^$|\\])', '\\\1', 'g');
BEGIN
  IF words ~ '^[a-z0-9]' AND words !~ '^(n''t|openbox|tickedbox)' THEN
    words := '\m' || words;
  END IF;
  IF words ~ '[a-z0-9]$' THEN
    words := words || '\M';
  END IF;
  -- Between two words stands at most what is no word.
  words := replace(words, ' ', '[^a-z0-9]*');
  IF words ~ '<|box' THEN
    words := regexp_replace(words, '<[a-z]+(:[1-6]|(<=|>=|<|>)?[0-9]*)>|openbox|tickedbox', '.*', 'g');
  END IF;
  RETURN fold(translate(example, '[]', '')) ~ words;
END $$;
COMMENT ON FUNCTION lexicon_example_holds(text, text) IS 'Whether the words of a phrase or heading stand in an example, in order; what a class or a gap matches is left open';

CREATE FUNCTION check_own_example() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  what CONSTANT text := TG_ARGV[0];
  old_row CONSTANT jsonb := CASE TG_OP WHEN 'UPDATE' THEN to_jsonb(OLD) END;
  new_row CONSTANT jsonb := to_jsonb(NEW);
  words CONSTANT text := new_row ->> what;
BEGIN
  IF (old_row -> what, old_row -> 'example_ok', old_row -> 'enabled') = (new_row -> what, new_row -> 'example_ok', new_row -> 'enabled')
    OR lexicon_example_holds(words, NEW.example_ok)
    -- What was live once may come back, by a rollback or an old export.
    OR EXISTS (SELECT FROM lexicon_history h WHERE h.table_name = TG_TABLE_NAME::text COLLATE "default" AND h.row_id = NEW.id
      AND (h.row_data -> what, h.row_data -> 'example_ok', h.row_data -> 'enabled') = (new_row -> what, new_row -> 'example_ok', new_row -> 'enabled')) THEN
    RETURN NEW;
  END IF;
  PERFORM refuse(format('The %s "%s" does not stand in its own example_ok', what, words),
    format('Write a sentence in which the row acts: with the words of the %s, and one span in [square brackets].', what));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION check_own_example() IS 'Refuses a row whose phrase or heading does not stand in its own example';

CREATE TRIGGER b_check_example BEFORE INSERT OR UPDATE ON triggers FOR EACH ROW
  WHEN (NEW.enabled AND NOT lexicon_is_loading()) EXECUTE FUNCTION check_own_example('phrase');
CREATE TRIGGER b_check_example BEFORE INSERT OR UPDATE ON section_rules FOR EACH ROW
  WHEN (NEW.enabled AND NOT lexicon_is_loading()) EXECUTE FUNCTION check_own_example('heading');

-- The history is written with the rights of its owner, so that who edits rows needs none on it.
CREATE OR REPLACE FUNCTION lexicon_editor() RETURNS text
LANGUAGE sql STABLE
RETURN coalesce(nullif(current_setting('lexicon.author', true), ''), nullif(current_setting('role', true), 'none'), session_user::text);
COMMENT ON FUNCTION lexicon_editor() IS 'Who is editing: lexicon.author of the transaction, else the role, also inside a function with the rights of its owner';

CREATE FUNCTION lexicon_explain_version(made int, VARIADIC reasons text[]) RETURNS void
LANGUAGE sql
BEGIN ATOMIC
  UPDATE lexicon_versions v SET reason = concat_ws('; ', nullif(v.reason, ''), (SELECT string_agg(why, '; ' ORDER BY place)
    FROM unnest(reasons) WITH ORDINALITY AS r (why, place) WHERE why IS DISTINCT FROM v.reason))
  WHERE v.version = made AND v.transaction_id = pg_current_xact_id() AND v.created_at = now();
END;
COMMENT ON FUNCTION lexicon_explain_version(int, text[]) IS 'Adds to the reason of the version that this transaction makes, and of no other';

CREATE OR REPLACE FUNCTION lexicon_activate(draft text DEFAULT lexicon_draft(), reason text DEFAULT NULL, override text DEFAULT NULL) RETURNS int
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
  PERFORM lexicon_explain_version(made, why, format('draft "%s" by %s', draft, who), 'in spite of the cases: ' || nullif(btrim(override), ''));
  DELETE FROM lexicon_checks c WHERE c.target = draft;
  DELETE FROM lexicon_drafts d WHERE d.name = draft;
  RETURN made;
END $$;

CREATE OR REPLACE FUNCTION lexicon_rollback(to_version int, reason text) RETURNS int
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
  PERFORM lexicon_explain_version(made, format('back to version %s', to_version), reason);
  RETURN made;
END $$;

DO $$
DECLARE
  -- A table of the session must not stand in for one of ours.
  path CONSTANT text := (SELECT string_agg(quote_ident(name), ', ') FROM unnest(current_schemas(false)) name) || ', pg_temp';
  written text;
  written_table text;
  editor text;
BEGIN
  FOREACH written IN ARRAY '{keep_lexicon_history(),keep_case_removal(),"lexicon_explain_version(int, text[])"}'::text[] LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %s', written, path);
  END LOOP;
  -- Who was given more before needs it no longer.
  FOREACH written_table IN ARRAY '{lexicon_history,lexicon_removals,lexicon_versions}'::text[] LOOP
    FOR editor IN SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END
      FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = written_table::regclass AND a.grantee <> c.relowner LOOP
      EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE%s ON %I FROM %s',
        CASE written_table WHEN 'lexicon_versions' THEN '' ELSE ', INSERT' END, written_table, editor);
    END LOOP;
  END LOOP;
END $$;
