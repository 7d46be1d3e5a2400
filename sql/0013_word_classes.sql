-- Three classes of words for what is no concept, or not surely: names of places of care, the head of a note, abbreviations with other meanings.

-- In a function of its own, so that the next class changes this and nothing else.
CREATE FUNCTION word_classes() RETURNS text[]
LANGUAGE sql IMMUTABLE
RETURN '{KIN,OTHER,PATIENT,SAY,UNIT,NUMBER,MONTH,ABBREV,DETERMINER,RESTART,QUALIFIER,COORD_AND,COORD_OR,FUNCTION,LINK,NONCLINICAL,CLINICAL,AMBIGUOUS,CARE_PLACE,LETTERHEAD,LANGUAGE}'::text[];
COMMENT ON FUNCTION word_classes() IS 'The classes that a word of the lexicon may have';

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
