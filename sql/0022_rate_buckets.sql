-- The limit of a key is a bucket that leaks, so that no second burst follows at the edge of a minute.
DROP TABLE rate_limits;
CREATE TABLE rate_limits (
  key_id int PRIMARY KEY,
  level float8 NOT NULL,
  fits boolean NOT NULL,
  at timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE rate_limits IS 'How full the bucket of each key is: a request fills it by one, a minute empties it of as many as the key may send';
COMMENT ON COLUMN rate_limits.key_id IS 'Which key is counted; 0 only tries whether the table can be written';
COMMENT ON COLUMN rate_limits.level IS 'Requests in the bucket';
COMMENT ON COLUMN rate_limits.fits IS 'Whether the last request had room';
COMMENT ON COLUMN rate_limits.at IS 'When the level was that';
