-- The classes of words, and the values that a word of each may have, are rows: a new one needs no migration.

CREATE TABLE word_classes (
  class text NOT NULL,
  value text,
  meaning text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (class, value)
);
COMMENT ON TABLE word_classes IS 'The classes that a word of token_classes may have, with its values: a row each. Shipped rows come from lexicons/word-classes.tsv, again with each upgrade; rows of a site stay. No part of a version or a draft';
COMMENT ON COLUMN word_classes.class IS 'One word in capitals; a class without a row is unknown';
COMMENT ON COLUMN word_classes.value IS 'A value that a word of the class may have; <number> for any number, <words> for any words, NULL for none';
COMMENT ON COLUMN word_classes.meaning IS 'What the service does with words of this class and value, in one line';
COMMENT ON COLUMN token_classes.class IS 'A class of word_classes';
COMMENT ON COLUMN draft_token_classes.class IS 'A class of word_classes';
COMMENT ON COLUMN token_classes.value IS 'A value that word_classes has for the class; what it means stands there';
COMMENT ON COLUMN draft_token_classes.value IS 'A value that word_classes has for the class; what it means stands there';

-- What the words of this database have, in the past too, they may go on to have; an empty database has nothing here.
INSERT INTO word_classes (class, value, meaning)
SELECT DISTINCT class, CASE WHEN class IN ('UNIT', 'NUMBER', 'MONTH') THEN '<number>' WHEN class = 'SHORTHAND' THEN '<words>' ELSE value END,
  'Words of this database have it; nobody has said what it means'
FROM (SELECT row_data ->> 'class' AS class, row_data ->> 'value' AS value FROM lexicon_history WHERE table_name = 'token_classes'
  UNION SELECT row_data ->> 'class', row_data ->> 'value' FROM lexicon_draft_changes WHERE table_name = 'token_classes' AND row_data IS NOT NULL) words;

-- Whoever may edit words needs the classes; of a row only the meaning changes.
DO $$
DECLARE
  editor text;
BEGIN
  FOR editor IN SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END
    FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.oid = 'token_classes'::regclass AND a.privilege_type IN ('INSERT', 'UPDATE') AND a.grantee <> c.relowner LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE (meaning), DELETE ON word_classes TO %s', editor);
  END LOOP;
END $$;

CREATE FUNCTION word_value_fits(value text, allowed text) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN CASE allowed WHEN '<number>' THEN coalesce(value ~ '^[0-9]+(\.[0-9]+)?$', false) WHEN '<words>' THEN value IS NOT NULL
  ELSE value IS NOT DISTINCT FROM allowed END;
COMMENT ON FUNCTION word_value_fits(text, text) IS 'Whether the value of a word is one that a row of word_classes allows';

CREATE FUNCTION check_word_class_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.class !~ '^[A-Z][A-Z_]*$' THEN
    PERFORM refuse(format('A class is one word in capitals, not "%s"', NEW.class));
  END IF;
  IF NEW.value = '' OR NEW.value ~ '[[:cntrl:]]' OR NEW.value ~ '^<' AND NOT NEW.value IN ('<number>', '<words>') THEN
    PERFORM refuse('The value of a class is words, <number>, <words> or, for none, NULL');
  END IF;
  IF NEW.meaning !~ '\S' OR NEW.meaning ~ '[[:cntrl:]]' THEN
    PERFORM refuse('Say in one line what words of this class and value mean');
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_word_class_row() IS 'Refuses a class that cannot work';
CREATE TRIGGER a_check BEFORE INSERT OR UPDATE ON word_classes FOR EACH ROW EXECUTE FUNCTION check_word_class_row();

-- With check_word_class this is a foreign key, which could not tell a word without a value from one of a class that needs it, nor allow any number.
CREATE FUNCTION keep_used_word_class() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM refuse('TRUNCATE would leave words without their class', 'Use DELETE.');
  ELSIF EXISTS (SELECT FROM token_classes w WHERE w.class = OLD.class AND word_value_fits(w.value, OLD.value)
    AND NOT EXISTS (SELECT FROM word_classes c WHERE c.class = w.class AND word_value_fits(w.value, c.value))) THEN
    PERFORM refuse(format('There are words of the class %s with %s', OLD.class, coalesce('the value ' || OLD.value, 'no value')),
      format('Change these words first: SELECT * FROM token_classes WHERE class = %L.', OLD.class));
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION keep_used_word_class() IS 'Refuses to take away a class or value that words have';
CREATE TRIGGER keep_used AFTER DELETE OR UPDATE OF class, value ON word_classes FOR EACH ROW EXECUTE FUNCTION keep_used_word_class();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON word_classes EXECUTE FUNCTION keep_used_word_class();

CREATE FUNCTION check_word_class() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  allowed text;
BEGIN
  -- Locked as by a foreign key: nobody takes the row away before this transaction has ended.
  PERFORM FROM word_classes c WHERE c.class = NEW.class AND word_value_fits(NEW.value, c.value) FOR KEY SHARE;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  SELECT string_agg(CASE c.value WHEN '<number>' THEN 'a number' WHEN '<words>' THEN 'words' ELSE coalesce('"' || c.value || '"', 'none') END,
    ' or ' ORDER BY c.value COLLATE "C" NULLS LAST) INTO allowed FROM word_classes c WHERE c.class = NEW.class;
  IF allowed IS NULL THEN
    PERFORM refuse(format('The class %s is unknown', NEW.class), format('Classes: %s. A new class is a row of word_classes.',
      (SELECT string_agg(DISTINCT c.class, ', ') FROM word_classes c)));
  END IF;
  PERFORM refuse(format('A word of the class %s %s', NEW.class, CASE WHEN allowed = 'none' THEN 'has no value'
      WHEN allowed IN ('a number', 'words') THEN format('needs %s as its value', allowed) ELSE format('has the value %s', allowed) END),
    format('What they mean: SELECT value, meaning FROM word_classes WHERE class = %L. A new value is a row there.', NEW.class));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION check_word_class() IS 'Refuses a word whose class or value is not in word_classes';

-- Behind b_check_shorthand, which says more of its class.
CREATE TRIGGER b_check_value BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW EXECUTE FUNCTION check_word_class();

DROP TRIGGER b_check_clinical ON token_classes;
DROP TRIGGER b_check_assay ON token_classes;
DROP TRIGGER b_check_care_place ON token_classes;
DROP TRIGGER b_check_ambiguous ON token_classes;
DROP TRIGGER b_check_apart ON token_classes;
DROP FUNCTION check_only_value();

CREATE OR REPLACE FUNCTION check_word_row() RETURNS trigger
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
  IF NEW.value ~ '[[:cntrl:]]' OR NEW.value = '' THEN
    PERFORM refuse('The value of a word is empty (NULL) or a number or a word');
  END IF;
  PERFORM refuse_double(format('The word %s (%s, %s)', NEW.word, NEW.language, NEW.class),
    (SELECT id FROM token_classes w WHERE (w.language, w.class, w.word_norm) = (NEW.language, NEW.class, NEW.word_norm) AND w.id <> NEW.id));
  RETURN NEW;
END $$;
DROP FUNCTION word_classes();
