-- A key may have the scope "review"; no key that there is has it.

ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_scopes_check CHECK (scopes <@ '{concepts,contexts,review}' AND cardinality(scopes) > 0);
COMMENT ON COLUMN api_keys.scopes IS 'What it may call: concepts, contexts, review';
COMMENT ON COLUMN span_reviews.reviewer IS 'Who: over HTTP as the request says, else the name of the key; in SQL lexicon.author if set (SET LOCAL), else the database role';
