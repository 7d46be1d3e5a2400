-- Words as they are compared: folded, by their keys, in one spelling; and the check digit of an SCTID.

CREATE EXTENSION IF NOT EXISTS vector;

-- The same as foldTerm in server/text/normalize.ts; a test holds the two equal.
CREATE FUNCTION fold(term text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(
  lower(
    replace(replace(replace(replace(replace(replace(
      translate(
        regexp_replace(normalize(term, NFD), U&'[\0300-\036F\00AD\200B\200C\200D\2060\FEFF]', '', 'g'),
        U&'\00F8\00D8\0142\0141\2019\2018\201B\02BC\2032\00B4\0060\201C\201D\201E\00AB\00BB\2010\2011\2012\2013\2014\2015\2212\00B5\03C2\0391\0392\0393\0394\0395\0396\0397\0398\0399\039A\039B\039C\039D\039E\039F\03A0\03A1\03A3\03A4\03A5\03A6\03A7\03A8\03A9',
        U&'ooll''''''''''''''"""""-------\03BC\03C3\03B1\03B2\03B3\03B4\03B5\03B6\03B7\03B8\03B9\03BA\03BB\03BC\03BD\03BE\03BF\03C0\03C1\03C3\03C4\03C5\03C6\03C7\03C8\03C9')
    , U&'\0153', 'oe'), U&'\0152', 'oe'), U&'\00E6', 'ae'), U&'\00C6', 'ae'), U&'\00DF', 'ss'), U&'\1E9E', 'ss')
    COLLATE "C"),
  U&'[\0009-\000D\0020\00A0\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\205F\3000\0085\1680\2028\2029]+', ' ', 'g'));
COMMENT ON FUNCTION fold(text) IS
  'Folds a term for comparison: no case, no accents, no ligatures, plain apostrophes, dashes and spaces, one space between words';

-- The same as termKey in server/text/term-key.ts; a test holds the two equal.
CREATE FUNCTION term_key(folded text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  regexp_replace(folded, '[^[:alnum:]+%]+', ' ', 'g'),
  '([a-z]{2})aux( |$)', '\1al\2', 'g'),
  '([a-z0-9]{3})[sx]( |$)', '\1\2', 'g'),
  '([a-z]{3})e( |$)', '\1\2', 'g'),
  '([a-z]{3})y( |$)', '\1i\2', 'g'),
  '([a-z]{2}[nlt])[nlt]( |$)', '\1\2', 'g'),
  '([a-z]{3})v( |$)', '\1f\2', 'g'),
  '([a-z]{2})eus( |$)', '\1eu\2', 'g'));
COMMENT ON FUNCTION term_key(text) IS
  'A folded term without plural and gender endings and without punctuation: what an inflected hit compares';

CREATE FUNCTION sctid_is_valid(sctid bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  -- Verhoeff's dihedral multiplication and permutation tables, row after row.
  product CONSTANT text := '0123456789123406789523401789563401289567401239567859876043216598710432765982104387659321049876543210';
  permutation CONSTANT text := '01234567891576283094580379614289160435279453126870428657390127938064157046913258';
  digits text := reverse(sctid::text);
  checksum int := 0;
BEGIN
  IF sctid < 100000 OR sctid > 999999999999999999 THEN
    RETURN false;
  END IF;
  FOR i IN 0 .. length(digits) - 1 LOOP
    checksum := substr(product, checksum * 10 + 1
      + substr(permutation, (i % 8) * 10 + 1 + substr(digits, i + 1, 1)::int, 1)::int, 1)::int;
  END LOOP;
  RETURN checksum = 0;
END $$;
COMMENT ON FUNCTION sctid_is_valid(bigint) IS
  'Whether a number is an SCTID: 6 to 18 digits with a right Verhoeff check digit (SNOMED CT Technical Implementation Guide)';

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
