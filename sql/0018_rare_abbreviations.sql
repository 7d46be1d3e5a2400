-- An abbreviation may be so seldom what the terminology has for it that a word of the long form must stand in the note too: "ED" in "seen in ED" is no eating disorder.

COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse. SHORTHAND: the long form. CLINICAL: whole, or nothing. AMBIGUOUS: rare, or nothing';

CREATE FUNCTION check_only_value() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.value, TG_ARGV[0]) <> TG_ARGV[0] THEN
    PERFORM refuse(format('A word of the class %s has the value "%s" or none', NEW.class, TG_ARGV[0]));
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_only_value() IS 'Refuses values but the one that the class may have';

DROP TRIGGER b_check_clinical ON token_classes;
DROP FUNCTION check_clinical_row();
CREATE TRIGGER b_check_clinical BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'CLINICAL') EXECUTE FUNCTION check_only_value('whole');
CREATE TRIGGER b_check_ambiguous BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'AMBIGUOUS') EXECUTE FUNCTION check_only_value('rare');
