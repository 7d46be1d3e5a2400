-- Spans that the service could not resolve, counted (SPAN_QUEUE), and what people say of them.

CREATE TABLE span_queue_secret (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  secret bytea NOT NULL DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  made_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE span_queue_secret IS 'The key of the hashes in span_sightings; leave it out of dumps: a new one is made, and the queue begins anew';
COMMENT ON COLUMN span_queue_secret.only_row IS 'Keeps the table to one row';
COMMENT ON COLUMN span_queue_secret.secret IS '32 random bytes, made when the queue is first switched on';
COMMENT ON COLUMN span_queue_secret.made_at IS 'When';

-- 5 is LEAST_REQUESTS in server/db/span-queue.ts.
CREATE TABLE span_sightings (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  language text NOT NULL CHECK (language IN ('en', 'fr')),
  requests int NOT NULL CHECK (requests > 0),
  marks text[] NOT NULL CHECK (cardinality(marks) = CASE WHEN requests < 5 THEN requests ELSE 0 END),
  flagged int NOT NULL,
  unresolved int NOT NULL,
  first_seen date NOT NULL DEFAULT current_date,
  last_seen date NOT NULL DEFAULT current_date,
  span text CHECK (span IS NULL OR requests >= 5),
  nearest_code bigint,
  nearest_display text,
  nearest_cosine real,
  -- Whoever has the model could find out a rare span by its neighbour and cosine.
  CHECK (span IS NOT NULL OR num_nonnulls(nearest_code, nearest_display, nearest_cosine) = 0)
);
COMMENT ON TABLE span_sightings IS 'How often each span was flagged or unresolved; its words only from 5 requests on';
COMMENT ON COLUMN span_sightings.hash IS 'HMAC-SHA-256 of language and folded span with the key in span_queue_secret';
COMMENT ON COLUMN span_sightings.language IS 'Language of the span';
COMMENT ON COLUMN span_sightings.requests IS 'Requests with the span; below 5 the same text sent again counts once';
COMMENT ON COLUMN span_sightings.marks IS 'Below 5 requests: keyed marks of their texts, other ones for each span; empty from then on';
COMMENT ON COLUMN span_sightings.flagged IS 'How often its status was flag';
COMMENT ON COLUMN span_sightings.unresolved IS 'How often its status was unresolved';
COMMENT ON COLUMN span_sightings.first_seen IS 'Day of the first request';
COMMENT ON COLUMN span_sightings.last_seen IS 'Day of the last request; retention counts from it';
COMMENT ON COLUMN span_sightings.span IS 'The words as written in one of the requests; null below 5 requests';
COMMENT ON COLUMN span_sightings.nearest_code IS 'First candidate of the last request; null below 5 requests, or without candidates';
COMMENT ON COLUMN span_sightings.nearest_display IS 'Its name';
COMMENT ON COLUMN span_sightings.nearest_cosine IS 'Its cosine';
CREATE INDEX span_sightings_last_seen ON span_sightings (last_seen);

CREATE FUNCTION all_marks(known text[], more text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT unnest(known || more));
COMMENT ON FUNCTION all_marks(text[], text[]) IS 'The marks of two lists, each once';

CREATE VIEW span_queue WITH (security_barrier) AS
SELECT s.span, s.language, s.flagged, s.unresolved, s.requests, s.first_seen, s.last_seen,
  s.nearest_code, s.nearest_display, s.nearest_cosine
FROM span_sightings s
WHERE s.span IS NOT NULL AND NOT EXISTS (
  SELECT FROM descriptions d
  WHERE d.active AND d.release_id IN (0, (SELECT release_id FROM serving)) AND d.language = s.language
    AND d.term_key = term_key(fold(s.span)))
ORDER BY s.requests DESC, s.last_seen DESC, s.span;
COMMENT ON VIEW span_queue IS 'Spans of at least 5 requests that are flagged or unresolved and no term of the terminology or of this site yet, most frequent first';
COMMENT ON COLUMN span_queue.span IS 'The words as written in one of the requests';
COMMENT ON COLUMN span_queue.language IS 'Language of the span';
COMMENT ON COLUMN span_queue.flagged IS 'How often its status was flag';
COMMENT ON COLUMN span_queue.unresolved IS 'How often its status was unresolved';
COMMENT ON COLUMN span_queue.requests IS 'Requests with the span';
COMMENT ON COLUMN span_queue.first_seen IS 'Day of the first request';
COMMENT ON COLUMN span_queue.last_seen IS 'Day of the last request';
COMMENT ON COLUMN span_queue.nearest_code IS 'First candidate of the last request';
COMMENT ON COLUMN span_queue.nearest_display IS 'Its name';
COMMENT ON COLUMN span_queue.nearest_cosine IS 'Its cosine';

CREATE TABLE span_reviews (
  id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  language text NOT NULL,
  span text NOT NULL,
  span_norm text NOT NULL GENERATED ALWAYS AS (fold(span)) STORED,
  offered_code bigint,
  verdict text NOT NULL,
  correct_code bigint,
  reviewer text NOT NULL DEFAULT lexicon_editor(),
  reviewed_at timestamptz NOT NULL DEFAULT now(),
  notes text
);
COMMENT ON TABLE span_reviews IS 'What people say of the code of a span; npm run calibrate -- --reviews reads the newest review of each span';
COMMENT ON COLUMN span_reviews.id IS 'Number of the review';
COMMENT ON COLUMN span_reviews.language IS 'en or fr';
COMMENT ON COLUMN span_reviews.span IS 'The words of the span, never more of a note';
COMMENT ON COLUMN span_reviews.span_norm IS 'fold(span): reviews of the same words belong together';
COMMENT ON COLUMN span_reviews.offered_code IS 'The first candidate, on which the verdict is';
COMMENT ON COLUMN span_reviews.verdict IS 'accepted: offered_code is right. corrected: correct_code is right, offered_code is not. rejected: offered_code is wrong, and no right one is known';
COMMENT ON COLUMN span_reviews.correct_code IS 'The right SCTID, with corrected only';
COMMENT ON COLUMN span_reviews.reviewer IS 'Who: lexicon.author if set (SET LOCAL), else the database role';
COMMENT ON COLUMN span_reviews.reviewed_at IS 'When';
COMMENT ON COLUMN span_reviews.notes IS 'Why, in words; nothing of a note';
CREATE INDEX span_reviews_newest ON span_reviews (language, span_norm, reviewed_at DESC, id DESC);

CREATE FUNCTION check_reviewed_code(what text, code bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT sctid_is_valid(code) THEN
    PERFORM refuse(format('The %s %s is not an SCTID: its check digit is wrong', what, code), 'Copy the whole number again.');
  END IF;
  IF code / 10 % 100 NOT IN (0, 10) THEN
    PERFORM refuse(format('The %s %s is not the number of a concept', what, code),
      'It names a description or a relationship; take the number of the concept.');
  END IF;
END $$;
COMMENT ON FUNCTION check_reviewed_code(text, bigint) IS 'Refuses a number that is no SCTID of a concept';

CREATE FUNCTION check_span_review() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.span := btrim(regexp_replace(NEW.span, '\s+', ' ', 'g'));
  IF NEW.language IS NULL OR NEW.language NOT IN ('en', 'fr') THEN
    PERFORM refuse('The language of a review is en or fr');
  END IF;
  IF NEW.span IS NULL OR fold(NEW.span) = '' OR length(NEW.span) > 200 OR NEW.span ~ '[[:cntrl:]]' THEN
    PERFORM refuse('The span of a review is 1 to 200 characters: the words of the span, not the note');
  END IF;
  IF NEW.verdict IS NULL OR NEW.verdict NOT IN ('accepted', 'rejected', 'corrected') THEN
    PERFORM refuse('A verdict is accepted, rejected or corrected');
  END IF;
  IF NEW.verdict = 'corrected' AND NEW.correct_code IS NULL THEN
    PERFORM refuse('A corrected review needs the correct_code', 'Where no right concept is known, the verdict is rejected.');
  END IF;
  IF NEW.verdict <> 'corrected' AND NEW.correct_code IS NOT NULL THEN
    PERFORM refuse(format('A review that is %s has no correct_code', NEW.verdict), 'With another right code the verdict is corrected.');
  END IF;
  IF NEW.verdict <> 'corrected' AND NEW.offered_code IS NULL THEN
    PERFORM refuse(format('A review that is %s needs the offered_code that it is about', NEW.verdict));
  END IF;
  IF NEW.correct_code = NEW.offered_code THEN
    PERFORM refuse('The correct_code is the offered_code', 'Then the verdict is accepted.');
  END IF;
  IF coalesce(NEW.reviewer, '') !~ '[[:alnum:]]' THEN
    PERFORM refuse('A review needs its reviewer');
  END IF;
  PERFORM check_reviewed_code('offered_code', NEW.offered_code);
  PERFORM check_reviewed_code('correct_code', NEW.correct_code);
  RETURN NEW;
END $$;
COMMENT ON FUNCTION check_span_review() IS 'Refuses a review that says nothing clear, with a message that a clinician understands';

CREATE TRIGGER check_row BEFORE INSERT OR UPDATE ON span_reviews FOR EACH ROW EXECUTE FUNCTION check_span_review();
