-- The lexicon: triggers, section rules, word classes and points of confidence, which clinicians edit with plain SQL; every version of every row is kept.

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
  strength real NOT NULL DEFAULT 0.95 CHECK (strength BETWEEN 0.5::real AND 0.99::real),
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
  strength real NOT NULL DEFAULT 0.85 CHECK (strength BETWEEN 0.5::real AND 0.99::real),
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
COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse. SHORTHAND: the long form. CLINICAL: whole, or nothing. AMBIGUOUS: condition, ordinary, rare, site, or nothing. ASSAY: behind, list, of, or nothing. CARE_PLACE: people, or nothing. APART: shows, sign, or nothing';
COMMENT ON COLUMN token_classes.enabled IS 'Switched off rows stay but do nothing';
COMMENT ON COLUMN token_classes.notes IS 'Why the row is as it is';
COMMENT ON COLUMN token_classes.origin IS 'builtin while as shipped, local once this site added or changed it';
COMMENT ON COLUMN token_classes.shipped IS 'The row as last shipped with the service; null for rows of this site';
COMMENT ON COLUMN token_classes.version IS 'The lexicon version since which the row reads so';
COMMENT ON COLUMN token_classes.updated_by IS 'Who changed it last';
COMMENT ON COLUMN token_classes.updated_at IS 'When';

CREATE TABLE lexicon_history (
  history_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  table_name text NOT NULL CHECK (table_name IN ('triggers', 'section_rules', 'token_classes', 'confidence_points')),
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
  row_id int,
  PRIMARY KEY (table_name, row_key)
);
COMMENT ON TABLE lexicon_removals IS 'Shipped rows that this site deleted: an upgrade does not bring them back';
COMMENT ON COLUMN lexicon_removals.table_name IS 'The table of the row';
COMMENT ON COLUMN lexicon_removals.row_key IS 'What tells the row from others: language, kind, axis, phrase, direction ...';
COMMENT ON COLUMN lexicon_removals.shipped IS 'The row as it was shipped';
COMMENT ON COLUMN lexicon_removals.removed_by IS 'Who deleted it';
COMMENT ON COLUMN lexicon_removals.removed_at IS 'When';
COMMENT ON COLUMN lexicon_removals.row_id IS 'The id that the row had, so that it comes back with its shipped form; null where it was deleted before this was kept';

CREATE TABLE builtin_files (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE builtin_files IS 'Which shipped data this database holds, so that a start does no work twice';
COMMENT ON COLUMN builtin_files.name IS 'lexicons';
COMMENT ON COLUMN builtin_files.checksum IS 'SHA-256 over the files as last loaded';
COMMENT ON COLUMN builtin_files.loaded_at IS 'When';

-- Arrows are words of a note: "CRP 120 -> antibiotics".
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
    IF element ~ '[<>]' AND element !~ '^[=-]*>$' AND length(element) > 1 THEN
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
  IF hint = '' THEN
    RAISE EXCEPTION '%', problem USING ERRCODE = 'check_violation';
  END IF;
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
  IF example ~ '[[:cntrl:]]' THEN
    PERFORM refuse(format('The %s has a tab or a line break: write it on one line', what), 'Lines of a note are joined by " ¶ ".');
  END IF;
END $$;
COMMENT ON FUNCTION check_example(text, text) IS 'Refuses an example without exactly one [span]';

-- An answer may stand without a colon: "fièvre non, toux oui".
CREATE FUNCTION check_trigger_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.phrase_norm := fold(NEW.phrase);
  IF coalesce(NEW.phrase_norm, '') = '' THEN
    PERFORM refuse('The phrase is empty', 'Write the words as they stand in notes.');
  END IF;
  IF phrase_error(NEW.phrase) IS NOT NULL THEN
    PERFORM refuse(phrase_error(NEW.phrase));
  END IF;
  IF NEW.phrase ~ '[^ ];|;[^ ]' THEN
    PERFORM refuse('A semicolon stands alone in a phrase, with a space on either side', 'A phrase is words of a note; no SQL is run from it.');
  END IF;
  PERFORM check_lexicon_row(to_jsonb(NEW), '{kind,axis,direction,stop_at_comma,clause_initial,ignores,in_span,may_cover_target,priority,strength,case_sensitive,accent_sensitive,example_ok}');
  IF NOT NEW.kind = ANY ('{trigger,pseudo,terminator,terminator_pseudo}') THEN
    PERFORM refuse(format('The kind %s is unknown', NEW.kind), 'Kinds are trigger, pseudo, terminator, terminator_pseudo.');
  END IF;
  IF NEW.axis <> '*' AND NOT NEW.axis = ANY ('{assertion,subject,temporality,certainty,role}') THEN
    PERFORM refuse(format('The axis %s is unknown', NEW.axis), 'Axes are assertion, subject, temporality, certainty, role, and * for all.');
  END IF;
  PERFORM check_trigger_kind(NEW);
  IF NOT NEW.max_tokens BETWEEN 1 AND 60 THEN
    PERFORM refuse(format('max_tokens is %s: a scope reaches 1 to 60 words', NEW.max_tokens), 'Leave it empty for the whole sentence.');
  END IF;
  IF NOT NEW.priority BETWEEN 1 AND 99 THEN
    PERFORM refuse(format('The priority %s is not between 1 and 99', NEW.priority), 'The default is 50.');
  END IF;
  IF NOT NEW.in_span = ANY ('{never,prefix,suffix,any}') THEN
    PERFORM refuse(format('in_span cannot be %s', NEW.in_span), 'It is never, prefix, suffix or any.');
  END IF;
  IF NOT NEW.reason = ANY ('{hedge,rule_out,differential,hypothetical,conditional,screening,prevention,risk,hearsay,date,duration}') THEN
    PERFORM refuse(format('The reason %s is unknown', NEW.reason),
      'Reasons are hedge, rule_out, differential, hypothetical, conditional, screening, prevention, risk, hearsay, date, duration.');
  END IF;
  PERFORM check_example(NEW.example_ok, 'example_ok'), check_example(NEW.example_not, 'example_not');
  PERFORM refuse_double(format('The phrase %s (%s, %s, %s, %s)', NEW.phrase, NEW.language, NEW.kind, NEW.axis, NEW.direction),
    (SELECT id FROM triggers t WHERE (t.language, t.kind, t.axis, t.phrase_norm, t.direction)
      = (NEW.language, NEW.kind, NEW.axis, NEW.phrase_norm, NEW.direction) AND t.id <> NEW.id));
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_trigger_row() IS 'Refuses a trigger row that cannot work, with a message that a clinician understands';

CREATE FUNCTION check_section_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  sections CONSTANT text[] := '{chief_complaint,history_present_illness,past_history,surgical_history,family_history,social_history,allergies,medications,review_of_systems,examination,vital_signs,investigations,imaging,laboratory,assessment,diagnosis,differential,plan,discharge_instructions,procedure,course,immunizations,obstetric_history,conclusion,indication,other}';
  axis_name text;
  axis_value text;
BEGIN
  NEW.heading_norm := fold(NEW.heading);
  IF coalesce(NEW.heading_norm, '') = '' OR NEW.heading ~ ':\s*$' OR length(NEW.heading) > 80 OR NEW.heading ~ '[[:cntrl:]]' THEN
    PERFORM refuse('A heading is 1 to 80 characters, written without its colon');
  END IF;
  IF NEW.heading ~ '^\s|\s$|\s\s' THEN
    PERFORM refuse('Separate the words of a heading by single spaces, with none at the ends');
  END IF;
  PERFORM check_lexicon_row(to_jsonb(NEW), '{section,needs_colon,strength,example_ok}');
  IF NOT NEW.section = ANY (sections) THEN
    PERFORM refuse(format('The section %s is no canonical name', NEW.section), 'Sections: ' || array_to_string(sections, ', ') || '.');
  END IF;
  FOR axis_name, axis_value IN
    VALUES ('assertion', NEW.assertion), ('subject', NEW.subject), ('temporality', NEW.temporality),
      ('certainty', NEW.certainty), ('role', NEW.role) LOOP
    IF axis_value IS NOT NULL AND NOT axis_value_is_known(axis_name, axis_value) THEN
      PERFORM refuse(format('%s is no value of the axis %s', axis_value, axis_name));
    END IF;
  END LOOP;
  PERFORM check_example(NEW.example_ok, 'example_ok');
  PERFORM refuse_double(format('The heading %s (%s)', NEW.heading, NEW.language),
    (SELECT id FROM section_rules s WHERE (s.language, s.heading_norm) = (NEW.language, NEW.heading_norm) AND s.id <> NEW.id));
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_section_row() IS 'Refuses a heading that cannot work';

CREATE FUNCTION check_word_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.word_norm := fold(NEW.word);
  IF coalesce(NEW.word_norm, '') = '' OR length(NEW.word) > 60 OR NEW.word ~ '[[:cntrl:]]' THEN
    PERFORM refuse('A word is 1 to 60 characters');
  END IF;
  IF NEW.word ~ '^\s|\s$|\s\s' THEN
    PERFORM refuse('Separate words by single spaces, with none at the ends');
  END IF;
  PERFORM check_lexicon_row(to_jsonb(NEW), '{class}');
  IF NOT NEW.class = ANY (word_classes()) THEN
    PERFORM refuse(format('The class %s is unknown', NEW.class), 'Classes: ' || array_to_string(word_classes(), ', ') || '.');
  END IF;
  IF NEW.class IN ('UNIT', 'NUMBER', 'MONTH') AND coalesce(NEW.value, '') !~ '^[0-9]+(\.[0-9]+)?$' THEN
    PERFORM refuse(format('A word of the class %s needs a number as its value', NEW.class));
  END IF;
  IF NEW.value ~ '[[:cntrl:]]' OR NEW.value = '' THEN
    PERFORM refuse('The value of a word is empty (NULL) or a number or a word');
  END IF;
  PERFORM refuse_double(format('The word %s (%s, %s)', NEW.word, NEW.language, NEW.class),
    (SELECT id FROM token_classes w WHERE (w.language, w.class, w.word_norm) = (NEW.language, NEW.class, NEW.word_norm) AND w.id <> NEW.id));
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_word_row() IS 'Refuses a word that cannot work';

CREATE FUNCTION stamp_lexicon_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  key text;
BEGIN
  -- A row that is only tried makes no version, so a draft waits for nobody.
  NEW.version := CASE WHEN lexicon_is_checking() THEN 0 ELSE lexicon_edit_version() END;
  NEW.notes := nullif(NEW.notes, '');
  NEW.updated_by := lexicon_editor();
  NEW.updated_at := now();
  IF lexicon_is_loading() THEN
    NEW.origin := 'builtin';
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    NEW.shipped := OLD.shipped;
  ELSE
    key := lexicon_row_key(TG_TABLE_NAME, to_jsonb(NEW));
    SELECT r.shipped INTO NEW.shipped FROM lexicon_removals r
    WHERE r.table_name = TG_TABLE_NAME AND (r.row_id = NEW.id OR r.row_key = key)
    ORDER BY r.row_id = NEW.id DESC NULLS LAST LIMIT 1;
  END IF;
  NEW.origin := CASE WHEN lexicon_is_as_shipped(to_jsonb(NEW), NEW.shipped) THEN 'builtin' ELSE 'local' END;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION stamp_lexicon_row() IS 'Sets version, origin and who and when on an edited lexicon row';

CREATE FUNCTION lexicon_row_key(table_name text, lexicon_row jsonb) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN CASE table_name
  WHEN 'triggers' THEN concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'kind', lexicon_row->>'axis', fold(lexicon_row->>'phrase'), lexicon_row->>'direction')
  WHEN 'section_rules' THEN concat_ws(chr(9), lexicon_row->>'language', fold(lexicon_row->>'heading'))
  WHEN 'confidence_points' THEN concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'axis', lexicon_row->>'value', lexicon_row->>'source', lexicon_row->>'score')
  WHEN 'lexicon_cases' THEN concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'text', lexicon_row->>'span', lexicon_row->>'occurrence', lexicon_row->>'note_date')
  ELSE concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'class', fold(lexicon_row->>'word')) END;
COMMENT ON FUNCTION lexicon_row_key(text, jsonb) IS 'What tells a lexicon row from the others of its table';

CREATE FUNCTION keep_lexicon_history() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  edit_version int;
  known lexicon_history;
BEGIN
  IF lexicon_is_checking() THEN
    RAISE EXCEPTION 'Nothing was changed: lexicon.draft_check is on'
      USING ERRCODE = 'LXCHK', DETAIL = coalesce((to_jsonb(NEW) - 'shipped')::text, ''), HINT = 'RESET lexicon.draft_check.';
  END IF;
  edit_version := lexicon_edit_version();
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

CREATE TABLE confidence_points (
  id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  language text NOT NULL CHECK (language IN ('en', 'fr')),
  axis text NOT NULL,
  value text NOT NULL DEFAULT '*',
  source text NOT NULL,
  score real NOT NULL CHECK (score BETWEEN 0 AND 1),
  confidence real NOT NULL CHECK (confidence BETWEEN 0.05::real AND 0.99::real),
  enabled boolean NOT NULL DEFAULT true,
  notes text,
  origin text NOT NULL DEFAULT 'local',
  shipped jsonb,
  version int NOT NULL DEFAULT 0,
  updated_by text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (language, axis, value, source, score)
);
COMMENT ON TABLE confidence_points IS 'Fitted confidence of context answers: between two points of a curve it is interpolated, beyond the last it stays; without points the score is the confidence';
COMMENT ON COLUMN confidence_points.id IS 'Number of the row';
COMMENT ON COLUMN confidence_points.language IS 'Language of the sentence, en or fr';
COMMENT ON COLUMN confidence_points.axis IS 'assertion, subject, temporality, certainty, role';
COMMENT ON COLUMN confidence_points.value IS 'Value of the axis; * for the values that have no points of their own';
COMMENT ON COLUMN confidence_points.source IS 'What decided: cue, section, derived, default';
COMMENT ON COLUMN confidence_points.score IS 'Score of the decision, 0 to 1, as explain shows it';
COMMENT ON COLUMN confidence_points.confidence IS 'How often decisions of this score are right, 0.05 to 0.99';
COMMENT ON COLUMN confidence_points.enabled IS 'Switched off rows stay but do nothing';
COMMENT ON COLUMN confidence_points.notes IS 'What the point was fitted on';
COMMENT ON COLUMN confidence_points.origin IS 'builtin while as shipped, local once this site added or changed it';
COMMENT ON COLUMN confidence_points.shipped IS 'The row as last shipped with the service; null for rows of this site';
COMMENT ON COLUMN confidence_points.version IS 'The lexicon version since which the row reads so';
COMMENT ON COLUMN confidence_points.updated_by IS 'Who changed it last';
COMMENT ON COLUMN confidence_points.updated_at IS 'When';

CREATE FUNCTION check_confidence_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_lexicon_row(to_jsonb(NEW), '{axis,value,source,score,confidence}');
  IF NEW.value <> '*' AND NOT axis_value_is_known(NEW.axis, NEW.value) OR NOT NEW.axis = ANY ('{assertion,subject,temporality,certainty,role}') THEN
    PERFORM refuse(format('%s is no value of the axis %s', NEW.value, NEW.axis), 'Write * for every value.');
  END IF;
  IF NOT NEW.source = ANY ('{cue,section,derived,default}') THEN
    PERFORM refuse(format('The source %s is unknown', NEW.source), 'Sources are cue, section, derived, default.');
  END IF;
  IF NOT (NEW.score BETWEEN 0 AND 1 AND NEW.confidence BETWEEN 0.05::real AND 0.99::real) THEN
    PERFORM refuse('A score is from 0 to 1, a confidence from 0.05 to 0.99');
  END IF;
  PERFORM refuse_double(format('The point %s %s %s %s at %s', NEW.language, NEW.axis, NEW.value, NEW.source, NEW.score),
    (SELECT id FROM confidence_points p WHERE (p.language, p.axis, p.value, p.source, p.score)
      = (NEW.language, NEW.axis, NEW.value, NEW.source, NEW.score) AND p.id <> NEW.id));
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_confidence_row() IS 'Refuses a point that cannot work';

CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON confidence_points FOR EACH ROW EXECUTE FUNCTION check_confidence_row();
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON confidence_points FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row();
CREATE TRIGGER history AFTER INSERT OR UPDATE OR DELETE ON confidence_points FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON confidence_points EXECUTE FUNCTION refuse_truncate();

-- What ended after a version, so that a process reads only what an edit changed.
CREATE INDEX lexicon_history_ends ON lexicon_history (version_to) WHERE version_to IS NOT NULL;
CREATE INDEX lexicon_removals_rows ON lexicon_removals (table_name, row_id);

-- Notes are shipped too: a row is the service's again when it has them as shipped.
CREATE FUNCTION lexicon_is_as_shipped(lexicon_row jsonb, shipped jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN coalesce('{"enabled": true, "notes": null}' || shipped
  = (SELECT jsonb_object_agg(name, lexicon_row -> name) FROM jsonb_object_keys('{"enabled": true, "notes": null}' || shipped) name), false);
COMMENT ON FUNCTION lexicon_is_as_shipped(jsonb, jsonb) IS 'Whether a row reads as the service ships it: same columns, same notes, enabled where it is shipped so';

CREATE FUNCTION lexicon_is_checking() RETURNS boolean
LANGUAGE sql STABLE
RETURN coalesce(current_setting('lexicon.draft_check', true), '') = 'on';
COMMENT ON FUNCTION lexicon_is_checking() IS 'Whether an edit of a live table is only tried, for a draft: it then ends in an error that carries the row';

CREATE FUNCTION keep_lexicon_removal(operation text, of_table text, id int, shipped_form jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF shipped_form IS NULL OR lexicon_is_loading() THEN
    RETURN;
  ELSIF operation = 'DELETE' THEN
    INSERT INTO lexicon_removals (table_name, row_key, row_id, shipped, removed_by)
    VALUES (of_table, lexicon_row_key(of_table, shipped_form), id, shipped_form, lexicon_editor())
    ON CONFLICT (table_name, row_key) DO UPDATE
    SET row_id = excluded.row_id, shipped = excluded.shipped, removed_by = excluded.removed_by, removed_at = now();
  ELSIF operation = 'INSERT' THEN
    DELETE FROM lexicon_removals WHERE table_name = of_table AND row_key = lexicon_row_key(of_table, shipped_form);
  END IF;
END $$;
COMMENT ON FUNCTION keep_lexicon_removal(text, text, int, jsonb) IS 'Remembers a shipped row that this site deletes, so that an upgrade does not bring it back; forgets it when the site brings it back';

-- Every process learns of a version at its commit; polling stays the truth.
CREATE FUNCTION announce_lexicon_version() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lexicon', NEW.version::text);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_lexicon_version() IS 'Tells listening processes the number of a new version when it is committed';

CREATE TRIGGER announce AFTER INSERT ON lexicon_versions FOR EACH ROW EXECUTE FUNCTION announce_lexicon_version();

-- What changed, and what a row said.
CREATE INDEX lexicon_history_rows ON lexicon_history (table_name, row_id, version_to);

CREATE FUNCTION check_lexicon_row(lexicon_row jsonb, needed text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  missing text := (SELECT min(name) FROM unnest(needed || '{language,enabled}') name WHERE lexicon_row ->> name IS NULL);
BEGIN
  IF missing IS NOT NULL THEN
    PERFORM refuse(format('The column %s is empty', missing), 'Give it a value; where it has a default, leave it out.');
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
COMMENT ON FUNCTION check_lexicon_row(jsonb, text[]) IS 'Refuses what no lexicon row may have: an empty column, an unknown language, a strength out of range';

CREATE FUNCTION refuse_double(what text, twin int) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- A row that a draft adds is live only while the draft is checked: its number means nothing to a person.
  IF lexicon_is_checking() AND EXISTS (SELECT FROM lexicon_history h JOIN lexicon_versions v ON v.version = h.version_from
    WHERE h.row_id = twin AND h.version_to IS NULL AND v.transaction_id = pg_current_xact_id()) THEN
    RAISE EXCEPTION '% stands already, in the draft', what USING ERRCODE = 'unique_violation',
      HINT = 'Change that row instead; case and accents make no other row.';
  ELSIF twin IS NOT NULL THEN
    RAISE EXCEPTION '% stands already, in row %', what, twin USING ERRCODE = 'unique_violation',
      DETAIL = format('%s is row %s; case and accents make no other row.', what, twin),
      HINT = format('Change that row: UPDATE ... WHERE id = %s.', twin);
  END IF;
END $$;
COMMENT ON FUNCTION refuse_double(text, int) IS 'Refuses a row where another one has its place';

CREATE FUNCTION check_trigger_kind(lexicon_row triggers) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  classes CONSTANT text[] := '{contrast,except,cause,restart,positive,encounter,now,subject_switch}';
  class_hint CONSTANT text := 'Classes: ' || array_to_string(classes, ', ') || '.';
BEGIN
  IF lexicon_row.kind = 'trigger' THEN
    IF NOT axis_value_is_known(lexicon_row.axis, coalesce(lexicon_row.value, '')) THEN
      PERFORM refuse(format('%s is no value of the axis %s', coalesce(lexicon_row.value, 'null'), lexicon_row.axis));
    END IF;
    IF NOT lexicon_row.direction = ANY ('{forward,backward,both,bracket,keyvalue}') THEN
      PERFORM refuse('A trigger needs a direction: forward, backward, both, bracket or keyvalue');
    END IF;
    IF lexicon_row.direction = 'bracket' AND cardinality(string_to_array(lexicon_row.phrase, '<GAP:')) <> 2 THEN
      PERFORM refuse('A bracket phrase needs a gap for the span, and one only: ne <GAP:4> pas');
    END IF;
  ELSE
    IF lexicon_row.direction <> 'none' THEN
      PERFORM refuse(format('A %s has no direction: write none', lexicon_row.kind));
    END IF;
    IF lexicon_row.kind <> 'pseudo' AND NOT coalesce(lexicon_row.value = ANY (classes), lexicon_row.kind = 'terminator_pseudo') THEN
      PERFORM refuse(format('%s is no class of terminators', coalesce(lexicon_row.value, 'null')), class_hint);
    END IF;
    IF lexicon_row.kind = 'pseudo' AND lexicon_row.value IS NOT NULL THEN
      PERFORM refuse('A pseudo sets no value: leave value empty');
    END IF;
  END IF;
  IF NOT coalesce(lexicon_row.stops, '{}') <@ classes OR NOT lexicon_row.ignores <@ classes THEN
    PERFORM refuse('stops and ignores may only name classes of terminators', class_hint);
  END IF;
END $$;
COMMENT ON FUNCTION check_trigger_kind(triggers) IS 'Refuses a row of triggers whose value, direction or stops do not go with its kind';

-- In a function of its own, so that the next class changes this and nothing else.
CREATE FUNCTION word_classes() RETURNS text[]
LANGUAGE sql IMMUTABLE
RETURN '{KIN,OTHER,PATIENT,SAY,UNIT,NUMBER,MONTH,ABBREV,DETERMINER,RESTART,QUALIFIER,COORD_AND,COORD_OR,FUNCTION,LINK,NONCLINICAL,CLINICAL,AMBIGUOUS,CARE_PLACE,LETTERHEAD,LANGUAGE,SHORTHAND,REFINEMENT,ASSAY,APART,AMOUNT_LEAD,CAUSING,DEGREE,DENIAL,DOSE_FORM,DOSING,FAMILY,REACTION,RESULT,RISK,SIDE,VACCINE,VACCINE_WHEN,AHEAD,ANSWER,ARTICLE,DATE_LEAD,MONTH_LEAD,PURPOSE,RANGE}'::text[];
COMMENT ON FUNCTION word_classes() IS 'The classes that a word of the lexicon may have';

CREATE FUNCTION check_shorthand_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Punctuation cuts a word, and a full stop behind shorthand is its own.
  IF NEW.word ~ '[[:space:].,;:()''-]' OR coalesce(fold(NEW.value), '') IN ('', NEW.word_norm) THEN
    PERFORM refuse('A word of the class SHORTHAND is one word without punctuation, and its value is the long form');
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_shorthand_row() IS 'Refuses shorthand that cannot work';

-- After a_check, which folds the word.
CREATE TRIGGER b_check_shorthand BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'SHORTHAND') EXECUTE FUNCTION check_shorthand_row();

CREATE FUNCTION check_only_value() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT coalesce(NEW.value = ANY (TG_ARGV), true) THEN
    PERFORM refuse(format('A word of the class %s has the value %s or none', NEW.class,
      (SELECT string_agg(format('"%s"', each), ' or ') FROM unnest(TG_ARGV) each)));
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_only_value() IS 'Refuses values but those that the class may have';

CREATE TRIGGER b_check_clinical BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'CLINICAL') EXECUTE FUNCTION check_only_value('whole');
CREATE TRIGGER b_check_assay BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'ASSAY') EXECUTE FUNCTION check_only_value('behind', 'list', 'of');
CREATE TRIGGER b_check_care_place BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'CARE_PLACE') EXECUTE FUNCTION check_only_value('people');
CREATE TRIGGER b_check_ambiguous BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'AMBIGUOUS') EXECUTE FUNCTION check_only_value('condition', 'ordinary', 'rare', 'site');
CREATE TRIGGER b_check_apart BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'APART') EXECUTE FUNCTION check_only_value('shows', 'sign');
