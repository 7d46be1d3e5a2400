-- An abbreviation may be so seldom what the terminology has for it that a word of the long form must stand in the note too: "ED" in "seen in ED" is no eating disorder.

COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse. SHORTHAND: the long form. CLINICAL: whole, or nothing. AMBIGUOUS: rare, or nothing';

CREATE FUNCTION check_ambiguous_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.value, 'rare') <> 'rare' THEN
    PERFORM refuse('A word of the class AMBIGUOUS has the value "rare" or none');
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_ambiguous_row() IS 'Refuses values that mean nothing';

CREATE TRIGGER b_check_ambiguous BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'AMBIGUOUS') EXECUTE FUNCTION check_ambiguous_row();
