-- Letters that are sure where only what somebody has can stand ("no HIV", "?SLE", "mother RA"), and signs whose site stands behind them ("rash trunk").

COMMENT ON COLUMN token_classes.value IS 'UNIT: days. NUMBER: the number. MONTH: 1 to 12. KIN: blood or spouse. SHORTHAND: the long form. CLINICAL: whole, or nothing. AMBIGUOUS: condition, ordinary, rare, site, or nothing. ASSAY: behind, list, of, or nothing. CARE_PLACE: people, or nothing. APART: shows, sign, or nothing';

DROP TRIGGER b_check_ambiguous ON token_classes;
CREATE TRIGGER b_check_ambiguous BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'AMBIGUOUS') EXECUTE FUNCTION check_only_value('condition', 'ordinary', 'rare', 'site');

DROP TRIGGER b_check_apart ON token_classes;
CREATE TRIGGER b_check_apart BEFORE INSERT OR UPDATE ON token_classes FOR EACH ROW
  WHEN (NEW.class = 'APART') EXECUTE FUNCTION check_only_value('shows', 'sign');
