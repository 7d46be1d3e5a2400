-- Words that are an idea of their own ("NYHA II", "RAS"), precautions ("prophylaxis of stroke" tells no stroke), and findings that are filed with their site ("cyst").

CREATE OR REPLACE FUNCTION word_classes() RETURNS text[]
LANGUAGE sql IMMUTABLE
RETURN '{KIN,OTHER,PATIENT,SAY,UNIT,NUMBER,MONTH,ABBREV,DETERMINER,RESTART,QUALIFIER,COORD_AND,COORD_OR,FUNCTION,LINK,NONCLINICAL,CLINICAL,AMBIGUOUS,CARE_PLACE,LETTERHEAD,LANGUAGE,SHORTHAND,REFINEMENT,ASSAY,APART}'::text[];

COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse. SHORTHAND: the long form. CLINICAL: whole, or nothing. AMBIGUOUS: ordinary, rare, site, or nothing. ASSAY: behind, list, of, or nothing';

DROP TRIGGER b_check_ambiguous ON token_classes;
CREATE TRIGGER b_check_ambiguous BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'AMBIGUOUS') EXECUTE FUNCTION check_only_value('ordinary', 'rare', 'site');
DROP TRIGGER b_check_assay ON token_classes;
CREATE TRIGGER b_check_assay BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'ASSAY') EXECUTE FUNCTION check_only_value('behind', 'list', 'of');
