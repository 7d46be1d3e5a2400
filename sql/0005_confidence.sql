-- What a confidence means: fitted points that turn the score of a decision into the share of such decisions that are right.

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
  IF NEW.value <> '*' AND NOT axis_value_is_known(NEW.axis, NEW.value) OR NOT NEW.axis = ANY ('{assertion,subject,temporality,certainty,role}') THEN
    PERFORM refuse(format('%s is no value of the axis %s', NEW.value, NEW.axis), 'Write * for every value.');
  END IF;
  IF NOT NEW.source = ANY ('{cue,section,derived,default}') THEN
    PERFORM refuse(format('The source %s is unknown', NEW.source), 'Sources are cue, section, derived, default.');
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_confidence_row() IS 'Refuses a point that cannot work';

ALTER TABLE lexicon_history DROP CONSTRAINT lexicon_history_table_name_check;
ALTER TABLE lexicon_history ADD CONSTRAINT lexicon_history_table_name_check
  CHECK (table_name IN ('triggers', 'section_rules', 'token_classes', 'confidence_points'));

CREATE OR REPLACE FUNCTION lexicon_row_key(table_name text, lexicon_row jsonb) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN CASE table_name
  WHEN 'triggers' THEN concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'kind', lexicon_row->>'axis', fold(lexicon_row->>'phrase'), lexicon_row->>'direction')
  WHEN 'section_rules' THEN concat_ws(chr(9), lexicon_row->>'language', fold(lexicon_row->>'heading'))
  WHEN 'confidence_points' THEN concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'axis', lexicon_row->>'value', lexicon_row->>'source', lexicon_row->>'score')
  ELSE concat_ws(chr(9), lexicon_row->>'language', lexicon_row->>'class', fold(lexicon_row->>'word')) END;

CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON confidence_points FOR EACH ROW EXECUTE FUNCTION check_confidence_row();
CREATE TRIGGER b_stamp BEFORE INSERT OR UPDATE ON confidence_points FOR EACH ROW EXECUTE FUNCTION stamp_lexicon_row();
CREATE TRIGGER history AFTER INSERT OR UPDATE OR DELETE ON confidence_points FOR EACH ROW EXECUTE FUNCTION keep_lexicon_history();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON confidence_points EXECUTE FUNCTION refuse_truncate();

-- An answer may stand without a colon: "fièvre non, toux oui".
CREATE OR REPLACE FUNCTION check_trigger_row() RETURNS trigger
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

-- Arrows are words of a note: "CRP 120 -> antibiotics".
CREATE OR REPLACE FUNCTION phrase_error(phrase text) RETURNS text
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
