-- What only a refused row needs is looked for only then: a query inside an expression takes most of the time of a check, and a first start checks
-- some 40,000 rows.
CREATE OR REPLACE FUNCTION refuse_double(what text, twin int) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF twin IS NULL THEN
    RETURN;
  END IF;
  -- A row that a draft adds is live only while the draft is checked: its number means nothing to a person.
  IF lexicon_is_checking() AND EXISTS (SELECT FROM lexicon_history h JOIN lexicon_versions v ON v.version = h.version_from
    WHERE h.row_id = twin AND h.version_to IS NULL AND v.transaction_id = pg_current_xact_id()) THEN
    RAISE EXCEPTION '% stands already, in the draft', what USING ERRCODE = 'unique_violation',
      HINT = 'Change that row instead; case and accents make no other row.';
  END IF;
  RAISE EXCEPTION '% stands already, in row %', what, twin USING ERRCODE = 'unique_violation',
    DETAIL = format('%s is row %s; case and accents make no other row.', what, twin),
    HINT = format('Change that row: UPDATE ... WHERE id = %s.', twin);
END $$;

CREATE OR REPLACE FUNCTION check_lexicon_row(lexicon_row jsonb, needed text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT jsonb_strip_nulls(lexicon_row - 'shipped') ?& (needed || '{language,enabled}') THEN
    PERFORM refuse(format('The column %s is empty', min(name)), 'Give it a value; where it has a default, leave it out.')
      FROM unnest(needed || '{language,enabled}') name WHERE lexicon_row ->> name IS NULL;
  END IF;
  IF NOT lexicon_row ->> 'language' = ANY ('{en,fr}') THEN
    PERFORM refuse(format('The language %s is unknown', lexicon_row ->> 'language'), 'Languages are en and fr.');
  END IF;
  IF lexicon_row ->> 'notes' ~ '[[:cntrl:]]' THEN
    PERFORM refuse('The notes have a tab or a line break: write them on one line');
  END IF;
  IF NOT (lexicon_row ->> 'strength')::real BETWEEN 0.5::real AND 0.99::real THEN
    PERFORM refuse(format('The strength %s is not between 0.5 and 0.99', lexicon_row ->> 'strength'),
      'It is how often the value is right when the row decides.');
  END IF;
END $$;

CREATE OR REPLACE FUNCTION keep_lexicon_history() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  edit_version int;
  known lexicon_history;
BEGIN
  IF lexicon_is_checking() THEN
    RAISE EXCEPTION 'Nothing was changed: lexicon.draft_check is on'
      USING ERRCODE = 'LXCHK', DETAIL = coalesce((to_jsonb(NEW) - 'shipped')::text, ''), HINT = 'RESET lexicon.draft_check.';
  END IF;
  -- stamp_lexicon_row has asked for it already where there is a new row.
  edit_version := CASE TG_OP WHEN 'DELETE' THEN lexicon_edit_version() ELSE NEW.version END;
  IF TG_OP <> 'INSERT' THEN
    -- A name compares in another collation than the index of live rows has.
    SELECT * INTO known FROM lexicon_history WHERE table_name = TG_TABLE_NAME::text COLLATE "default" AND row_id = OLD.id AND version_to IS NULL;
    -- A row that this very transaction made was never served.
    DELETE FROM lexicon_history WHERE history_id = known.history_id AND known.version_from = edit_version;
    UPDATE lexicon_history SET version_to = edit_version WHERE history_id = known.history_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO lexicon_history (table_name, row_id, row_data, version_from)
    VALUES (TG_TABLE_NAME, NEW.id, to_jsonb(NEW) - 'shipped', edit_version);
    PERFORM keep_lexicon_removal(TG_OP, TG_TABLE_NAME, NEW.id, NEW.shipped);
  ELSE
    PERFORM keep_lexicon_removal(TG_OP, TG_TABLE_NAME, OLD.id, OLD.shipped);
  END IF;
  RETURN NULL;
END $$;
