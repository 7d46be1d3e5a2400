-- The limit of a key slides: a row is one minute of a key, and counts in the next one too.
COMMENT ON TABLE rate_limits IS 'Requests per key and minute, kept by rate-limiter-flexible';
COMMENT ON COLUMN rate_limits.key IS 'Which key is counted, and in which minute since 1970';
COMMENT ON COLUMN rate_limits.points IS 'Requests of this minute';
COMMENT ON COLUMN rate_limits.expire IS 'When the row counts no longer, milliseconds since 1970';
