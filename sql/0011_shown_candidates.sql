-- Which candidates of an unresolved span are worth a look.

ALTER TABLE thresholds ADD COLUMN shown real CHECK (shown BETWEEN -1 AND floor);
COMMENT ON COLUMN thresholds.shown IS 'A candidate of an unresolved span is not shown below it; null: 0.15 below floor';
