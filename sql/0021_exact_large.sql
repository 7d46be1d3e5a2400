-- In large releases neighbours are found by an exact comparison now too; those that the index had found are found again.
WITH large AS (
  SELECT s.model_id, s.release_id FROM embedding_sets s JOIN models m USING (model_id)
  WHERE s.release_id > 0
    AND (SELECT count(*) FROM descriptions d WHERE d.release_id = s.release_id AND d.active) * m.dimensions > 100000000)
DELETE FROM release_neighbours n USING large l WHERE n.model_id = l.model_id AND n.release_id = l.release_id;
