-- A class of words for what clinicians write short ("dlr", "#"): the value is the long form, by which terms are looked up.

CREATE OR REPLACE FUNCTION word_classes() RETURNS text[]
LANGUAGE sql IMMUTABLE
RETURN '{KIN,OTHER,PATIENT,SAY,UNIT,NUMBER,MONTH,ABBREV,DETERMINER,RESTART,QUALIFIER,COORD_AND,COORD_OR,FUNCTION,LINK,NONCLINICAL,CLINICAL,AMBIGUOUS,CARE_PLACE,LETTERHEAD,LANGUAGE,SHORTHAND}'::text[];

COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse. SHORTHAND: the long form';

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
