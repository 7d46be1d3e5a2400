-- Cases that are shipped, and what a check of them found, for a person to read.

ALTER TABLE lexicon_cases ADD COLUMN origin text NOT NULL DEFAULT 'local', ADD COLUMN shipped jsonb,
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
COMMENT ON COLUMN lexicon_cases.origin IS 'builtin while as shipped, local once this site added or changed it';
COMMENT ON COLUMN lexicon_cases.shipped IS 'The case as last shipped with the service; null for cases of this site';
COMMENT ON COLUMN lexicon_cases.changed_at IS 'When it was last edited';
CREATE UNIQUE INDEX lexicon_cases_once ON lexicon_cases (language, md5(text), md5(span), occurrence, coalesce(note_date, '-infinity'));

CREATE OR REPLACE FUNCTION lexicon_row_key(table_name text, lexicon_row jsonb) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN CASE table_name
  WHEN 'triggers' THEN concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'kind', lexicon_row->>'axis', fold(lexicon_row->>'phrase'), lexicon_row->>'direction')
  WHEN 'section_rules' THEN concat_ws(chr(9), lexicon_row->>'language', fold(lexicon_row->>'heading'))
  WHEN 'confidence_points' THEN concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'axis', lexicon_row->>'value', lexicon_row->>'source', lexicon_row->>'score')
  WHEN 'lexicon_cases' THEN concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'text', lexicon_row->>'span', lexicon_row->>'occurrence', lexicon_row->>'note_date')
  ELSE concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'class', fold(lexicon_row->>'word')) END;

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

-- Checks: examples of rows count with the cases.

ALTER TABLE lexicon_checks ADD COLUMN fixed int NOT NULL DEFAULT 0;
COMMENT ON COLUMN lexicon_checks.fixed IS 'How many are right that are wrong with the active lexicon';

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
