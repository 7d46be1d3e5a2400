-- Pictures and curves stand apart from what they show ("CXR cardiomegaly"). Who works somewhere is named by what stands before, whatever follows ("stroke team aware"); "clinic" may begin what follows ("HTN clinic BP high").

COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse. SHORTHAND: the long form. CLINICAL: whole, or nothing. AMBIGUOUS: ordinary, rare, site, or nothing. ASSAY: behind, list, of, or nothing. CARE_PLACE: people, or nothing. APART: shows, or nothing';

CREATE TRIGGER b_check_care_place BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'CARE_PLACE') EXECUTE FUNCTION check_only_value('people');

CREATE TRIGGER b_check_apart BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'APART') EXECUTE FUNCTION check_only_value('shows');
