-- Terms are found whatever ties their words, however a word is cut or spelt ("post-operative", "tumour", "type II"), and though the note says more of the
-- same: "fracture of the left fibula", "douleur intense au niveau du genou".

CREATE OR REPLACE FUNCTION word_classes() RETURNS text[]
LANGUAGE sql IMMUTABLE
RETURN '{KIN,OTHER,PATIENT,SAY,UNIT,NUMBER,MONTH,ABBREV,DETERMINER,RESTART,QUALIFIER,COORD_AND,COORD_OR,FUNCTION,LINK,NONCLINICAL,CLINICAL,AMBIGUOUS,CARE_PLACE,LETTERHEAD,LANGUAGE,SHORTHAND,REFINEMENT}'::text[];

CREATE FUNCTION one_spelling(key text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(key,
  '[ao]e(?=[a-z])', 'e', 'g'),
  '([a-z]{2})our', '\1or', 'g'),
  '([a-z]{3}[iy])z', '\1s', 'g'),
  'leuc', 'leuk', 'g'),
  'sulph', 'sulf', 'g'),
  '([a-z]{3})ll(?=[a-z])', '\1l', 'g'),
  '([a-z]{2}[bt])er\M', '\1r', 'g'),
  'disk', 'disc', 'g');
COMMENT ON FUNCTION one_spelling(text) IS 'A key (term_key) in which British and American spellings meet: haemorrhage, tumour, paralyse, fibre';

CREATE FUNCTION arabic_numerals(key text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(key,
  '\mix\M', '9', 'g'), '\mviii\M', '8', 'g'), '\mvii\M', '7', 'g'), '\mvi\M', '6', 'g'), '\mv\M', '5', 'g'),
  '\miv\M', '4', 'g'), '\miii\M', '3', 'g'), '\mii\M', '2', 'g'), '\mi\M', '1', 'g');
COMMENT ON FUNCTION arabic_numerals(text) IS 'A key (term_key) with Roman numerals up to nine in figures';

-- The same as looseKey in server/text/loose-key.ts; a test holds the two equal.
CREATE FUNCTION loose_key(language text, term text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(arabic_numerals(CASE language
  WHEN 'fr' THEN regexp_replace(regexp_replace(
    term_key(regexp_replace(fold(term), '\m[dl]''', '', 'g')),
    ' (de|du|des|la|le|les)(?= )', '', 'g'),
    '\maux?\M', 'a', 'g')
  ELSE one_spelling(regexp_replace(
    term_key(regexp_replace(fold(term), '''s\M', '', 'g')),
    ' (of|the)(?= )', '', 'g'))
END), '([a-z]{3}) (?=[a-z]{3})', '\1', 'g');
COMMENT ON FUNCTION loose_key(text, text) IS
  'The key of a term (term_key) with longer words joined, without articles and "of" or "de" inside it, in one spelling, with Roman numerals in figures';

-- The letters of abbreviations are compared as they stand.
CREATE INDEX descriptions_loose_key ON descriptions (loose_key(language, term)) WHERE active AND kind <> 'abbreviation';

-- Of thousands of keys the planner thinks that workers, and compiled code, are needed to compare them: they are looked up in an index.
CREATE FUNCTION descriptions_by_key(served int, keys text[], loose_keys text[]) RETURNS TABLE (
  key text, is_loose boolean, description_id bigint, sctid bigint, language text, kind text, term text, term_norm text, semantic_tag text)
LANGUAGE sql STABLE SET jit = off SET max_parallel_workers_per_gather = 0 BEGIN ATOMIC
SELECT f.key, f.is_loose, f.description_id, f.sctid, f.language, f.kind, f.term, f.term_norm, c.semantic_tag
FROM (
  SELECT d.term_key AS key, false AS is_loose, d.description_id, d.sctid, d.language, d.kind, d.term, d.term_norm
  FROM descriptions d
  WHERE d.release_id IN (0, served) AND d.active AND d.term_key = ANY (keys)
  UNION ALL
  SELECT loose_key(d.language, d.term), true, d.description_id, d.sctid, d.language, d.kind, d.term, d.term_norm
  FROM descriptions d
  WHERE d.release_id IN (0, served) AND d.active AND d.kind <> 'abbreviation' AND loose_key(d.language, d.term) = ANY (loose_keys)) f
JOIN concepts c ON c.release_id = served AND c.sctid = f.sctid AND c.active
ORDER BY f.description_id;
END;
COMMENT ON FUNCTION descriptions_by_key(int, text[], text[]) IS
  'The active terms of a release and of this site with one of these keys (term_key), and those with one of these loose keys (loose_key)';
