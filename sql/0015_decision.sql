-- How likely the first candidate of a span is the right one: the coefficients of a logistic regression over the evidence, as rows.

CREATE TABLE decision_weights (
  model_id int NOT NULL REFERENCES models,
  feature text NOT NULL CHECK (feature <> ''),
  weight real NOT NULL,
  fitted_on text NOT NULL,
  fitted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (model_id, feature)
);
COMMENT ON TABLE decision_weights IS
  'How much each piece of evidence about the first candidate of a span says that it is right: log odds; without rows cosine, margin and rules decide alone';
COMMENT ON COLUMN decision_weights.model_id IS 'The model whose cosines are judged';
COMMENT ON COLUMN decision_weights.feature IS 'The evidence: bias, distance, margin, tier:*, tag:*, section:*, rule:* and others (docs/pipeline.md)';
COMMENT ON COLUMN decision_weights.weight IS 'Log odds for one unit of the evidence; what speaks against a candidate is never above 0';
COMMENT ON COLUMN decision_weights.fitted_on IS 'What the weights were fitted on';
COMMENT ON COLUMN decision_weights.fitted_at IS 'When';
