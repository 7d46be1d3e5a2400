-- A phrase may name any class of words: a new class is a row, in phrases too.

CREATE OR REPLACE FUNCTION phrase_error(phrase text) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  elements text[] := string_to_array(phrase, ' ');
  element text;
  literals text;
  parts text[];
  gaps int := 0;
BEGIN
  IF phrase = '' THEN
    RETURN 'The phrase is empty';
  END IF;
  IF length(phrase) > 120 THEN
    RETURN 'The phrase is longer than 120 characters';
  END IF;
  IF phrase <> btrim(phrase) OR phrase LIKE '%  %' OR phrase ~ '[[:cntrl:]]' THEN
    RETURN 'Separate the words of the phrase by single spaces, with none at the ends';
  END IF;
  IF cardinality(elements) > 10 THEN
    RETURN 'The phrase has more than 10 elements';
  END IF;
  FOREACH element IN ARRAY elements LOOP
    literals := element;
    IF element ~ '[<>]' AND element !~ '^[=-]*>$' AND length(element) > 1 THEN
      -- Brackets and the like may stand right at a class: (<KIN>).
      parts := regexp_match(element, '^([^<]*)<(.+)>([^<>]*)$');
      IF parts IS NULL THEN
        RETURN format('%s has a < or > that is not paired', element);
      END IF;
      IF parts[2] ~ '^GAP' THEN
        gaps := gaps + 1;
        IF element !~ '^<GAP:[1-6]>$' THEN
          RETURN format('%s is no gap: write <GAP:1> to <GAP:6>', element);
        END IF;
      ELSIF parts[2] !~ '^(NUM|YEAR|DATE|DUR((<=|>=|<|>)[0-9]{1,5})?)$' AND NOT EXISTS (SELECT FROM word_classes w WHERE w.class = parts[2]) THEN
        RETURN format('<%s> is unknown: use <NUM>, <YEAR>, <DATE>, <DUR>, <DUR<=14>, <DUR>14>, <DUR<90>, <DUR>=90>, <GAP:n> or a class of word_classes, as <KIN>', parts[2]);
      END IF;
      literals := parts[1] || parts[3];
    END IF;
    IF fold(literals) !~ '^[a-z0-9''()+/?.,:;%=&#°<>-]*$' THEN
      RETURN format('%s holds a character that no phrase may have; phrases are words, not regular expressions', element);
    END IF;
  END LOOP;
  IF gaps > 2 THEN
    RETURN 'The phrase has more than two gaps';
  END IF;
  IF elements[1] ~ '^<GAP:' OR elements[cardinality(elements)] ~ '^<GAP:' THEN
    RETURN 'A gap stands at an end of the phrase: it would match anything';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE VIEW lint_silenced AS
WITH switched AS (
  SELECT t.*, CASE t.kind WHEN 'trigger' THEN 'pseudo' ELSE 'terminator_pseudo' END AS silencer
  FROM triggers t WHERE t.kind IN ('trigger', 'terminator') AND t.enabled
), class_words AS (
  SELECT DISTINCT language, word_norm, '<' || lower(class) || '>' AS class FROM token_classes
  WHERE enabled AND class IN (SELECT named[1] FROM triggers, regexp_matches(phrase, '<([A-Z][A-Z_]*)>', 'g') named) AND word_norm !~ '[ -]'
), placed AS MATERIALIZED (
  SELECT s.id, s.language, words, place::int, word
  FROM switched s, string_to_array(s.phrase_norm, ' ') words, unnest(words) WITH ORDINALITY AS each_word (word, place)
), worded AS (
  SELECT id, language, phrase_norm FROM switched
  UNION ALL
  SELECT p.id, p.language, array_to_string(words[:place - 1] || c.class || words[place + 1:], ' ')
  FROM placed p JOIN class_words c ON c.language = p.language AND c.word_norm = p.word
)
SELECT 'silenced' AS rule, 'error' AS severity, 'triggers' AS table_name, t.id AS row_id, t.language, t.phrase,
  format('The %s "%s" of row %s stands wherever these words do, so this %s never acts. Remove one of the two.',
    o.kind, o.phrase, o.id, t.kind) AS message, o.id AS other_row_id
FROM worded w JOIN triggers o ON o.language = w.language AND o.phrase_norm = w.phrase_norm JOIN switched t ON t.id = w.id
WHERE o.enabled AND o.kind = t.silencer AND (o.axis = t.axis OR o.axis = '*' OR t.kind = 'terminator')
  AND o.case_sensitive <= t.case_sensitive AND o.accent_sensitive <= t.accent_sensitive;

CREATE OR REPLACE VIEW lint_class_without_words AS
SELECT 'class_without_words' AS rule, 'error' AS severity, 'triggers' AS table_name, t.id AS row_id, t.language, t.phrase,
  format('The phrase needs a word of the class %s, and %s has none: it can never be found. Add words to token_classes.',
    used[1], CASE t.language WHEN 'en' THEN 'English' ELSE 'French' END) AS message, NULL::int AS other_row_id
FROM triggers t, regexp_matches(t.phrase, '<([A-Z][A-Z_]*)>', 'g') used
WHERE t.enabled AND used[1] NOT IN ('NUM', 'YEAR', 'DATE', 'DUR') AND NOT EXISTS (SELECT FROM token_classes w WHERE w.language = t.language AND w.class = used[1] AND w.enabled);
