-- A class for clinical words that the terminology lacks: drugs, tests, signs. Their mentions are spans without a concept.

CREATE OR REPLACE FUNCTION check_word_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  classes CONSTANT text[] := '{KIN,OTHER,PATIENT,SAY,UNIT,NUMBER,MONTH,ABBREV,DETERMINER,RESTART,QUALIFIER,COORD_AND,COORD_OR,FUNCTION,LINK,NONCLINICAL,CLINICAL,LANGUAGE}';
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

-- What ended after a version, so that a process reads only what an edit changed.
CREATE INDEX lexicon_history_ends ON lexicon_history (version_to) WHERE version_to IS NOT NULL;
