-- The lexicon: rows that clinicians edit, and every row that ever was.

CREATE TABLE lexicon_versions (
  version int PRIMARY KEY,
  transaction_id xid8 NOT NULL,
  author text NOT NULL,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  UNIQUE (transaction_id, created_at)
);
COMMENT ON TABLE lexicon_versions IS 'One row for each transaction that edited the lexicon';
COMMENT ON COLUMN lexicon_versions.version IS 'Shown in X-Lexicon-Version';
COMMENT ON COLUMN lexicon_versions.transaction_id IS 'The transaction: all its edits are one version';
COMMENT ON COLUMN lexicon_versions.author IS 'Who: lexicon.author if set (SET LOCAL), else the database role';
COMMENT ON COLUMN lexicon_versions.reason IS 'Why: lexicon.reason if set (SET LOCAL)';
COMMENT ON COLUMN lexicon_versions.created_at IS 'Begin of the transaction';

CREATE TABLE triggers (
  id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  language text NOT NULL CHECK (language IN ('en', 'fr')),
  kind text NOT NULL DEFAULT 'trigger',
  axis text NOT NULL,
  value text,
  phrase text NOT NULL,
  phrase_norm text NOT NULL DEFAULT '',
  direction text NOT NULL DEFAULT 'none',
  max_tokens smallint CHECK (max_tokens BETWEEN 1 AND 60),
  stop_at_comma boolean NOT NULL DEFAULT false,
  clause_initial boolean NOT NULL DEFAULT false,
  stops text[],
  ignores text[] NOT NULL DEFAULT '{}',
  in_span text NOT NULL DEFAULT 'never' CHECK (in_span IN ('never', 'prefix', 'suffix', 'any')),
  may_cover_target boolean NOT NULL DEFAULT false,
  priority smallint NOT NULL DEFAULT 50 CHECK (priority BETWEEN 1 AND 99),
  strength real NOT NULL DEFAULT 0.95 CHECK (strength BETWEEN 0.5 AND 0.99),
  reason text,
  case_sensitive boolean NOT NULL DEFAULT false,
  accent_sensitive boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  example_ok text NOT NULL,
  example_not text,
  notes text,
  origin text NOT NULL DEFAULT 'local',
  shipped jsonb,
  version int NOT NULL DEFAULT 0,
  updated_by text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (language, kind, axis, phrase_norm, direction)
);
COMMENT ON TABLE triggers IS 'Phrases that decide an axis, and those that switch them off or end their scope; lexicons/README.md explains each column';
COMMENT ON COLUMN triggers.id IS 'Number of the row, shown in explain';
COMMENT ON COLUMN triggers.language IS 'en or fr';
COMMENT ON COLUMN triggers.kind IS 'trigger, pseudo, terminator, terminator_pseudo';
COMMENT ON COLUMN triggers.axis IS 'assertion, subject, temporality, certainty, role; * for all (not for a trigger)';
COMMENT ON COLUMN triggers.value IS 'Trigger: value of the axis (certainty also none). Terminator: its class. Else null';
COMMENT ON COLUMN triggers.phrase IS 'The words, with <NUM>, <KIN>, <GAP:n> ... as lexicons/README.md says; no regular expression';
COMMENT ON COLUMN triggers.phrase_norm IS 'fold(phrase), set by the database: one row a phrase, axis and direction';
COMMENT ON COLUMN triggers.direction IS 'forward, backward, both, bracket, keyvalue; none for all but triggers';
COMMENT ON COLUMN triggers.max_tokens IS 'How many word tokens the scope reaches; null for the whole sentence';
COMMENT ON COLUMN triggers.stop_at_comma IS 'The scope ends at a comma';
COMMENT ON COLUMN triggers.clause_initial IS 'Reaches forward only where it opens a clause';
COMMENT ON COLUMN triggers.stops IS 'Terminator classes that end the scope; null for those of the axis';
COMMENT ON COLUMN triggers.ignores IS 'Terminator classes that the scope crosses';
COMMENT ON COLUMN triggers.in_span IS 'Whether it acts from inside the span: never, prefix, suffix, any';
COMMENT ON COLUMN triggers.may_cover_target IS 'Pseudo that acts even where it covers the span';
COMMENT ON COLUMN triggers.priority IS 'The higher wins; among equals the closest';
COMMENT ON COLUMN triggers.strength IS 'How often the value is right when the row decides, 0.5 to 0.99';
COMMENT ON COLUMN triggers.reason IS 'Kind of uncertainty: hedge, rule_out, differential, hypothetical, conditional, screening, prevention, risk, hearsay, date, duration';
COMMENT ON COLUMN triggers.case_sensitive IS 'Upper and lower case count';
COMMENT ON COLUMN triggers.accent_sensitive IS 'Accents count';
COMMENT ON COLUMN triggers.enabled IS 'Switched off rows stay but do nothing';
COMMENT ON COLUMN triggers.example_ok IS 'A sentence with one [span] in which the row does its work';
COMMENT ON COLUMN triggers.example_not IS 'A sentence with one [span] in which it must not';
COMMENT ON COLUMN triggers.notes IS 'Why the row is as it is';
COMMENT ON COLUMN triggers.origin IS 'builtin while as shipped, local once this site added or changed it';
COMMENT ON COLUMN triggers.shipped IS 'The row as last shipped with the service; null for rows of this site';
COMMENT ON COLUMN triggers.version IS 'The lexicon version since which the row reads so';
COMMENT ON COLUMN triggers.updated_by IS 'Who changed it last';
COMMENT ON COLUMN triggers.updated_at IS 'When';

CREATE TABLE section_rules (
  id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  language text NOT NULL CHECK (language IN ('en', 'fr')),
  heading text NOT NULL,
  heading_norm text NOT NULL DEFAULT '',
  section text NOT NULL,
  needs_colon boolean NOT NULL DEFAULT false,
  assertion text,
  subject text,
  temporality text,
  certainty text,
  role text,
  strength real NOT NULL DEFAULT 0.85 CHECK (strength BETWEEN 0.5 AND 0.99),
  enabled boolean NOT NULL DEFAULT true,
  example_ok text NOT NULL,
  notes text,
  origin text NOT NULL DEFAULT 'local',
  shipped jsonb,
  version int NOT NULL DEFAULT 0,
  updated_by text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (language, heading_norm)
);
COMMENT ON TABLE section_rules IS 'Headings and what holds in the sections below them unless the text says otherwise';
COMMENT ON COLUMN section_rules.id IS 'Number of the row, shown in explain';
COMMENT ON COLUMN section_rules.language IS 'en or fr';
COMMENT ON COLUMN section_rules.heading IS 'The heading without its colon';
COMMENT ON COLUMN section_rules.heading_norm IS 'fold(heading), set by the database';
COMMENT ON COLUMN section_rules.section IS 'Canonical name of the section';
COMMENT ON COLUMN section_rules.needs_colon IS 'A heading only when a colon follows';
COMMENT ON COLUMN section_rules.assertion IS 'Default of the axis here; null for none';
COMMENT ON COLUMN section_rules.subject IS 'Default of the axis here; null for none';
COMMENT ON COLUMN section_rules.temporality IS 'Default of the axis here; null for none';
COMMENT ON COLUMN section_rules.certainty IS 'Default of the axis here, or none (not graded); null for none of these';
COMMENT ON COLUMN section_rules.role IS 'Default of the axis here; null for none';
COMMENT ON COLUMN section_rules.strength IS 'How often that default is right, 0.5 to 0.99';
COMMENT ON COLUMN section_rules.enabled IS 'Switched off rows stay but do nothing';
COMMENT ON COLUMN section_rules.example_ok IS 'Lines joined by " ¶ " with one [span] in the section';
COMMENT ON COLUMN section_rules.notes IS 'Why the row is as it is';
COMMENT ON COLUMN section_rules.origin IS 'builtin while as shipped, local once this site added or changed it';
COMMENT ON COLUMN section_rules.shipped IS 'The row as last shipped with the service; null for rows of this site';
COMMENT ON COLUMN section_rules.version IS 'The lexicon version since which the row reads so';
COMMENT ON COLUMN section_rules.updated_by IS 'Who changed it last';
COMMENT ON COLUMN section_rules.updated_at IS 'When';

CREATE TABLE token_classes (
  id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  language text NOT NULL CHECK (language IN ('en', 'fr')),
  class text NOT NULL,
  word text NOT NULL,
  word_norm text NOT NULL DEFAULT '',
  value text,
  enabled boolean NOT NULL DEFAULT true,
  notes text,
  origin text NOT NULL DEFAULT 'local',
  shipped jsonb,
  version int NOT NULL DEFAULT 0,
  updated_by text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (language, class, word_norm)
);
COMMENT ON TABLE token_classes IS 'Words by class: relatives, units, number words, determiners, words that cut candidate spans';
COMMENT ON COLUMN token_classes.id IS 'Number of the row';
COMMENT ON COLUMN token_classes.language IS 'en or fr';
COMMENT ON COLUMN token_classes.class IS 'Class, as lexicons/README.md lists them';
COMMENT ON COLUMN token_classes.word IS 'A word or phrase';
COMMENT ON COLUMN token_classes.word_norm IS 'fold(word), set by the database';
COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse';
COMMENT ON COLUMN token_classes.enabled IS 'Switched off rows stay but do nothing';
COMMENT ON COLUMN token_classes.notes IS 'Why the row is as it is';
COMMENT ON COLUMN token_classes.origin IS 'builtin while as shipped, local once this site added or changed it';
COMMENT ON COLUMN token_classes.shipped IS 'The row as last shipped with the service; null for rows of this site';
COMMENT ON COLUMN token_classes.version IS 'The lexicon version since which the row reads so';
COMMENT ON COLUMN token_classes.updated_by IS 'Who changed it last';
COMMENT ON COLUMN token_classes.updated_at IS 'When';

CREATE TABLE lexicon_history (
  history_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  table_name text NOT NULL CHECK (table_name IN ('triggers', 'section_rules', 'token_classes')),
  row_id int NOT NULL,
  row_data jsonb NOT NULL,
  version_from int NOT NULL REFERENCES lexicon_versions,
  version_to int REFERENCES lexicon_versions
);
COMMENT ON TABLE lexicon_history IS 'Every lexicon row that ever was, with the versions it was valid in';
COMMENT ON COLUMN lexicon_history.history_id IS 'Number of the entry';
COMMENT ON COLUMN lexicon_history.table_name IS 'The table of the row';
COMMENT ON COLUMN lexicon_history.row_id IS 'The id of the row there';
COMMENT ON COLUMN lexicon_history.row_data IS 'The whole row';
COMMENT ON COLUMN lexicon_history.version_from IS 'First version with the row in this form';
COMMENT ON COLUMN lexicon_history.version_to IS 'First version without it; null while it is live';
CREATE UNIQUE INDEX lexicon_history_live ON lexicon_history (table_name, row_id) WHERE version_to IS NULL;
CREATE INDEX lexicon_history_versions ON lexicon_history (version_from, version_to);

CREATE TABLE lexicon_removals (
  table_name text NOT NULL,
  row_key text NOT NULL,
  shipped jsonb NOT NULL,
  removed_by text NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (table_name, row_key)
);
COMMENT ON TABLE lexicon_removals IS 'Shipped rows that this site deleted: an upgrade does not bring them back';
COMMENT ON COLUMN lexicon_removals.table_name IS 'The table of the row';
COMMENT ON COLUMN lexicon_removals.row_key IS 'What tells the row from others: language, kind, axis, phrase, direction ...';
COMMENT ON COLUMN lexicon_removals.shipped IS 'The row as it was shipped';
COMMENT ON COLUMN lexicon_removals.removed_by IS 'Who deleted it';
COMMENT ON COLUMN lexicon_removals.removed_at IS 'When';

CREATE TABLE builtin_files (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE builtin_files IS 'Which shipped data this database holds, so that a start does no work twice';
COMMENT ON COLUMN builtin_files.name IS 'lexicons';
COMMENT ON COLUMN builtin_files.checksum IS 'SHA-256 over the files as last loaded';
COMMENT ON COLUMN builtin_files.loaded_at IS 'When';

CREATE FUNCTION phrase_error(phrase text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  elements text[] := string_to_array(phrase, ' ');
  element text;
  literals text;
  parts text[];
  gaps int := 0;
BEGIN
  IF phrase = '' THEN
    RETURN 'The phrase is empty';
  END IF;
  IF length(phrase) > 120 THEN
    RETURN 'The phrase is longer than 120 characters';
  END IF;
  IF phrase <> btrim(phrase) OR phrase LIKE '%  %' OR phrase ~ '[[:cntrl:]]' THEN
    RETURN 'Separate the words of the phrase by single spaces, with none at the ends';
  END IF;
  IF cardinality(elements) > 10 THEN
    RETURN 'The phrase has more than 10 elements';
  END IF;
  FOREACH element IN ARRAY elements LOOP
    literals := element;
    IF element ~ '[<>]' AND length(element) > 1 THEN
      -- Brackets and the like may stand right at a class: (<KIN>).
      parts := regexp_match(element, '^([^<]*)<(.+)>([^<>]*)$');
      IF parts IS NULL THEN
        RETURN format('%s has a < or > that is not paired', element);
      END IF;
      IF parts[2] ~ '^GAP' THEN
        gaps := gaps + 1;
        IF element !~ '^<GAP:[1-6]>$' THEN
          RETURN format('%s is no gap: write <GAP:1> to <GAP:6>', element);
        END IF;
      ELSIF parts[2] !~ '^(NUM|YEAR|DATE|DUR((<=|>=|<|>)[0-9]{1,5})?|KIN|OTHER|PATIENT|SAY|MONTH|UNIT|NUMBER|DETERMINER)$' THEN
        RETURN format('<%s> is unknown: use <NUM>, <YEAR>, <DATE>, <DUR>, <DUR<=14>, <DUR>14>, <DUR<90>, <DUR>=90>, <KIN>, <OTHER>, <PATIENT>, <SAY>, <MONTH>, <DETERMINER> or <GAP:n>', parts[2]);
      END IF;
      literals := parts[1] || parts[3];
    END IF;
    IF fold(literals) !~ '^[a-z0-9''()+/?.,:;%=&#°<>-]*$' THEN
      RETURN format('%s holds a character that no phrase may have; phrases are words, not regular expressions', element);
    END IF;
  END LOOP;
  IF gaps > 2 THEN
    RETURN 'The phrase has more than two gaps';
  END IF;
  IF elements[1] ~ '^<GAP:' OR elements[cardinality(elements)] ~ '^<GAP:' THEN
    RETURN 'A gap stands at an end of the phrase: it would match anything';
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION phrase_error(text) IS 'Why a phrase cannot work, in words; null when it can';

CREATE FUNCTION lexicon_editor() RETURNS text
LANGUAGE sql STABLE
RETURN coalesce(nullif(current_setting('lexicon.author', true), ''), current_user::text);
COMMENT ON FUNCTION lexicon_editor() IS 'Who is editing: lexicon.author of the transaction, else the role';

CREATE FUNCTION lexicon_is_loading() RETURNS boolean
LANGUAGE sql STABLE
RETURN coalesce(current_setting('lexicon.loading', true), '') = 'on';
COMMENT ON FUNCTION lexicon_is_loading() IS 'Whether the service is publishing its shipped rows in this transaction';

CREATE FUNCTION lexicon_edit_version() RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  edit_version int;
BEGIN
  SELECT version INTO edit_version FROM lexicon_versions
  WHERE transaction_id = pg_current_xact_id() AND created_at = now();
  IF edit_version IS NULL THEN
    -- Held until commit, so that versions appear in the order of their numbers.
    PERFORM pg_advisory_xact_lock(hashtext('lexicon_versions'));
    INSERT INTO lexicon_versions (version, transaction_id, author, reason, created_at)
    VALUES ((SELECT coalesce(max(version), 0) + 1 FROM lexicon_versions), pg_current_xact_id(),
      lexicon_editor(), coalesce(current_setting('lexicon.reason', true), ''), now())
    RETURNING version INTO edit_version;
  END IF;
  RETURN edit_version;
END $$;
COMMENT ON FUNCTION lexicon_edit_version() IS 'The lexicon version that this transaction makes';

CREATE FUNCTION refuse(problem text, hint text DEFAULT '') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', problem USING HINT = hint, ERRCODE = 'check_violation';
END $$;
COMMENT ON FUNCTION refuse(text, text) IS 'Refuses a row with a message';

CREATE FUNCTION axis_value_is_known(axis text, value text) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN value = ANY (CASE axis
  WHEN 'assertion' THEN '{affirmed,negated,uncertain}'
  WHEN 'subject' THEN '{patient,family,other}'
  WHEN 'temporality' THEN '{current,past,chronic}'
  WHEN 'certainty' THEN '{confirmed,differential,suspected,none}'
  WHEN 'role' THEN '{finding,reason_for_encounter,history}'
  ELSE '{}' END::text[]);
COMMENT ON FUNCTION axis_value_is_known(text, text) IS 'Whether the axis has this value (certainty also none)';

CREATE FUNCTION check_example(example text, what text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF example !~ '^[^]\[]*\[[^]\[]+\][^]\[]*$' OR length(example) > 500 THEN
    PERFORM refuse(format('The %s must be a sentence of at most 500 characters with one span in [square brackets]', what));
  END IF;
END $$;
COMMENT ON FUNCTION check_example(text, text) IS 'Refuses an example without exactly one [span]';

CREATE FUNCTION check_trigger_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  classes CONSTANT text[] := '{contrast,except,cause,restart,positive,encounter,now,subject_switch}';
BEGIN
  IF phrase_error(NEW.phrase) IS NOT NULL THEN
    PERFORM refuse(phrase_error(NEW.phrase));
  END IF;
  IF NEW.kind NOT IN ('trigger', 'pseudo', 'terminator', 'terminator_pseudo') THEN
    PERFORM refuse(format('The kind %s is unknown', NEW.kind), 'Kinds are trigger, pseudo, terminator, terminator_pseudo.');
  END IF;
  IF NEW.axis <> '*' AND NOT (NEW.axis = ANY ('{assertion,subject,temporality,certainty,role}')) THEN
    PERFORM refuse(format('The axis %s is unknown', NEW.axis), 'Axes are assertion, subject, temporality, certainty, role, and * for all.');
  END IF;
  IF NEW.kind = 'trigger' THEN
    IF NEW.value IS NULL OR NOT axis_value_is_known(NEW.axis, NEW.value) THEN
      PERFORM refuse(format('%s is no value of the axis %s', coalesce(NEW.value, 'null'), NEW.axis));
    END IF;
    IF NEW.direction NOT IN ('forward', 'backward', 'both', 'bracket', 'keyvalue') THEN
      PERFORM refuse('A trigger needs a direction: forward, backward, both, bracket or keyvalue');
    END IF;
    IF NEW.direction = 'bracket' AND NEW.phrase !~ '<GAP:' THEN
      PERFORM refuse('A bracket phrase needs a gap for the span: ne <GAP:4> pas');
    END IF;
    IF NEW.direction = 'keyvalue' AND NEW.phrase NOT LIKE ':%' THEN
      PERFORM refuse('A keyvalue phrase begins with a colon: ": non"');
    END IF;
  ELSE
    IF NEW.direction <> 'none' THEN
      PERFORM refuse(format('A %s has no direction: write none', NEW.kind));
    END IF;
    IF NEW.kind IN ('terminator', 'terminator_pseudo') AND NOT coalesce(NEW.value = ANY (classes), NEW.kind = 'terminator_pseudo') THEN
      PERFORM refuse(format('%s is no class of terminators', coalesce(NEW.value, 'null')), 'Classes: ' || array_to_string(classes, ', ') || '.');
    END IF;
    IF NEW.kind = 'pseudo' AND NEW.value IS NOT NULL THEN
      PERFORM refuse('A pseudo sets no value: leave value empty');
    END IF;
  END IF;
  IF NOT coalesce(NEW.stops, '{}') <@ classes OR NOT NEW.ignores <@ classes THEN
    PERFORM refuse('stops and ignores may only name classes of terminators', 'Classes: ' || array_to_string(classes, ', ') || '.');
  END IF;
  IF NEW.reason IS NOT NULL AND NOT (NEW.reason = ANY (
    '{hedge,rule_out,differential,hypothetical,conditional,screening,prevention,risk,hearsay,date,duration}')) THEN
    PERFORM refuse(format('The reason %s is unknown', NEW.reason));
  END IF;
  PERFORM check_example(NEW.example_ok, 'example_ok');
  IF NEW.example_not IS NOT NULL THEN
    PERFORM check_example(NEW.example_not, 'example_not');
  END IF;
  NEW.phrase_norm := fold(NEW.phrase);
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_trigger_row() IS 'Refuses a trigger row that cannot work, with a message that a clinician understands';

CREATE FUNCTION check_section_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  axis_name text;
  axis_value text;
BEGIN
  NEW.heading_norm := fold(NEW.heading);
  IF NEW.heading_norm = '' OR NEW.heading ~ ':\s*$' OR length(NEW.heading) > 80 OR NEW.heading ~ '[[:cntrl:]]' THEN
    PERFORM refuse('A heading is 1 to 80 characters, written without its colon');
  END IF;
  IF NEW.section !~ '^[a-z_]+$' THEN
    PERFORM refuse(format('The section %s is no canonical name', NEW.section), 'Use names such as past_history; lexicons/README.md lists them.');
  END IF;
  FOR axis_name, axis_value IN
    VALUES ('assertion', NEW.assertion), ('subject', NEW.subject), ('temporality', NEW.temporality),
      ('certainty', NEW.certainty), ('role', NEW.role) LOOP
    IF axis_value IS NOT NULL AND NOT axis_value_is_known(axis_name, axis_value) THEN
      PERFORM refuse(format('%s is no value of the axis %s', axis_value, axis_name));
    END IF;
  END LOOP;
  PERFORM check_example(NEW.example_ok, 'example_ok');
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_section_row() IS 'Refuses a heading that cannot work';

CREATE FUNCTION check_word_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  classes CONSTANT text[] := '{KIN,OTHER,PATIENT,SAY,UNIT,NUMBER,MONTH,ABBREV,DETERMINER,RESTART,QUALIFIER,COORD_AND,COORD_OR,FUNCTION,LINK,NONCLINICAL,LANGUAGE}';
BEGIN
  NEW.word_norm := fold(NEW.word);
  IF NEW.word_norm = '' OR length(NEW.word) > 60 OR NEW.word ~ '[[:cntrl:]]' THEN
    PERFORM refuse('A word is 1 to 60 characters');
  END IF;
  IF NOT NEW.class = ANY (classes) THEN
    PERFORM refuse(format('The class %s is unknown', NEW.class), 'Classes: ' || array_to_string(classes, ', ') || '.');
  END IF;
  IF NEW.class IN ('UNIT', 'NUMBER', 'MONTH') AND coalesce(NEW.value, '') !~ '^[0-9]+(\.[0-9]+)?$' THEN
    PERFORM refuse(format('A word of the class %s needs a number as its value', NEW.class));
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_word_row() IS 'Refuses a word that cannot work';

CREATE FUNCTION stamp_lexicon_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := lexicon_edit_version();
  NEW.updated_by := lexicon_editor();
  NEW.updated_at := now();
  IF lexicon_is_loading() THEN
    NEW.origin := 'builtin';
  ELSE
    NEW.origin := 'local';
    NEW.shipped := CASE WHEN TG_OP = 'UPDATE' THEN OLD.shipped END;
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION stamp_lexicon_row() IS 'Sets version, origin and who and when on an edited lexicon row';

CREATE FUNCTION lexicon_row_key(table_name text, lexicon_row jsonb) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN CASE table_name
  WHEN 'triggers' THEN concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'kind', lexicon_row->>'axis', fold(lexicon_row->>'phrase'), lexicon_row->>'direction')
  WHEN 'section_rules' THEN concat_ws(chr(9), lexicon_row->>'language', fold(lexicon_row->>'heading'))
  ELSE concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'class', fold(lexicon_row->>'word')) END;
COMMENT ON FUNCTION lexicon_row_key(text, jsonb) IS 'What tells a lexicon row from the others of its table';

CREATE FUNCTION keep_lexicon_history() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  edit_version int := lexicon_edit_version();
BEGIN
  IF TG_OP <> 'INSERT' THEN
    -- A row that this very transaction made was never served.
    DELETE FROM lexicon_history
    WHERE table_name = TG_TABLE_NAME AND row_id = OLD.id AND version_to IS NULL AND version_from = edit_version;
    UPDATE lexicon_history SET version_to = edit_version
    WHERE table_name = TG_TABLE_NAME AND row_id = OLD.id AND version_to IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO lexicon_history (table_name, row_id, row_data, version_from)
    VALUES (TG_TABLE_NAME, NEW.id, to_jsonb(NEW) - 'shipped', edit_version);
  ELSIF OLD.shipped IS NOT NULL AND NOT lexicon_is_loading() THEN
    INSERT INTO lexicon_removals (table_name, row_key, shipped, removed_by)
    VALUES (TG_TABLE_NAME, lexicon_row_key(TG_TABLE_NAME, OLD.shipped), OLD.shipped, lexicon_editor())
    ON CONFLICT (table_name, row_key) DO UPDATE SET shipped = excluded.shipped, removed_by = excluded.removed_by, removed_at = now();
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION keep_lexicon_history() IS 'Keeps every form of a lexicon row with the versions it was valid in';

CREATE FUNCTION refuse_truncate() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'TRUNCATE would lose the history of %', TG_TABLE_NAME USING HINT = 'Use DELETE.';
END $$;
COMMENT ON FUNCTION refuse_truncate() IS 'Refuses TRUNCATE of a lexicon table';

DO $$
DECLARE
  lexicon_table text;
BEGIN
  FOREACH lexicon_table IN ARRAY '{triggers,section_rules,token_classes}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row()', lexicon_table);
    EXECUTE format('CREATE TRIGGER history AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history()', lexicon_table);
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse_truncate()', lexicon_table);
  END LOOP;
END $$;
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON triggers FOR EACH ROW EXECUTE FUNCTION check_trigger_row();
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON section_rules FOR EACH ROW EXECUTE FUNCTION check_section_row();
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW EXECUTE FUNCTION check_word_row();
