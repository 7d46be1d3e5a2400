-- Ordinary words that a concept has too ("we will address this"), and tests that are named after what they look for: "sérologies VIH, syphilis" tell no syphilis.

CREATE OR REPLACE FUNCTION word_classes() RETURNS text[]
LANGUAGE sql IMMUTABLE
RETURN '{KIN,OTHER,PATIENT,SAY,UNIT,NUMBER,MONTH,ABBREV,DETERMINER,RESTART,QUALIFIER,COORD_AND,COORD_OR,FUNCTION,LINK,NONCLINICAL,CLINICAL,AMBIGUOUS,CARE_PLACE,LETTERHEAD,LANGUAGE,SHORTHAND,REFINEMENT,ASSAY}'::text[];

COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse. SHORTHAND: the long form. CLINICAL: whole, or nothing. AMBIGUOUS: ordinary, rare, or nothing. ASSAY: behind, list, or nothing';

CREATE OR REPLACE FUNCTION check_only_value() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT coalesce(NEW.value = ANY (TG_ARGV), true) THEN
    PERFORM refuse(format('A word of the class %s has the value %s or none', NEW.class,
      (SELECT string_agg(format('"%s"', each), ' or ') FROM unnest(TG_ARGV) each)));
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_only_value() IS 'Refuses values but those that the class may have';

DROP TRIGGER b_check_ambiguous ON token_classes;
CREATE TRIGGER b_check_ambiguous BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'AMBIGUOUS') EXECUTE FUNCTION check_only_value('ordinary', 'rare');
CREATE TRIGGER b_check_assay BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'ASSAY') EXECUTE FUNCTION check_only_value('behind', 'list');
