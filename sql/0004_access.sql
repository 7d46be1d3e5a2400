-- Who may call, and how often.

CREATE TABLE api_keys (
  key_id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  scopes text[] NOT NULL DEFAULT '{concepts,contexts}' CHECK (scopes <@ '{concepts,contexts}' AND cardinality(scopes) > 0),
  requests_per_minute int CHECK (requests_per_minute BETWEEN 1 AND 1000000),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
COMMENT ON TABLE api_keys IS 'The keys that may call the service; the secret itself is never stored';
COMMENT ON COLUMN api_keys.key_id IS 'Number of the key, used in logs';
COMMENT ON COLUMN api_keys.name IS 'Whose key it is, in words';
COMMENT ON COLUMN api_keys.prefix IS 'First characters of the secret, to recognise it by';
COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the secret (160 random bits, so no slow hash is needed)';
COMMENT ON COLUMN api_keys.scopes IS 'What it may call: concepts, contexts';
COMMENT ON COLUMN api_keys.requests_per_minute IS 'Limit of this key; null for the default of the service';
COMMENT ON COLUMN api_keys.created_at IS 'When it was made';
COMMENT ON COLUMN api_keys.expires_at IS 'When it ends; null for never';
COMMENT ON COLUMN api_keys.revoked_at IS 'When it was revoked; null while it holds';
COMMENT ON COLUMN api_keys.last_used_at IS 'When it was last used, to the minute';

-- Column order and types are what rate-limiter-flexible expects.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points int NOT NULL DEFAULT 0,
  expire bigint
) WITH (fillfactor = 50);
COMMENT ON TABLE rate_limits IS 'Requests counted per key and minute, kept by rate-limiter-flexible';
COMMENT ON COLUMN rate_limits.key IS 'Which key is counted';
COMMENT ON COLUMN rate_limits.points IS 'Requests in the running window';
COMMENT ON COLUMN rate_limits.expire IS 'End of the window, milliseconds since 1970';
CREATE INDEX rate_limits_expire ON rate_limits (expire);
