-- A span whose words are a term of its first concept needs a smaller margin than one that is only like a term.

ALTER TABLE thresholds ADD COLUMN term_margin real CHECK (term_margin BETWEEN 0 AND 2);
COMMENT ON COLUMN thresholds.term_margin IS
  'Least margin of a resolved span whose words are a term of its first concept; null or greater: resolved_margin';
