-- A clinical phrase may be another thing than the terms in it: "subcutaneous emphysema" is no emphysema of the lung.

COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse. SHORTHAND: the long form. CLINICAL: whole, or nothing';

CREATE FUNCTION check_clinical_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.value, 'whole') <> 'whole' THEN
    PERFORM refuse('A word of the class CLINICAL has the value "whole" or none');
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_clinical_row() IS 'Refuses values that mean nothing';

CREATE TRIGGER b_check_clinical BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'CLINICAL') EXECUTE FUNCTION check_clinical_row();
