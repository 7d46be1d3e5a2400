-- The linter: what the rows of the lexicon say when they are read together.

-- The linter: a view a rule, all with the same columns, over the rows that are switched on.
CREATE VIEW lint_two_values AS
SELECT 'two_values' AS rule, 'warning' AS severity, 'triggers' AS table_name, t.id AS row_id, t.language, t.phrase,
  format('These words set %s to %s (%s), and to %s (%s) in row %s, written "%s". Is that meant?',
    t.axis, t.value, t.direction, o.value, o.direction, o.id, o.phrase) AS message, o.id AS other_row_id
FROM triggers t JOIN triggers o USING (language, axis, phrase_norm)
WHERE t.kind = 'trigger' AND o.kind = 'trigger' AND t.enabled AND o.enabled AND t.value <> o.value AND t.id < o.id;
COMMENT ON VIEW lint_two_values IS 'Triggers whose words set the same axis to two values, by direction; case and accents do not tell them apart';

CREATE VIEW lint_shadowed AS
SELECT 'shadowed' AS rule, 'warning' AS severity, 'triggers' AS table_name, t.id AS row_id, t.language, t.phrase,
  format('Row %s has the same words, reaches both ways and has the priority %s: this row (%s, %s) never decides. Remove it, or raise its priority.',
    o.id, o.priority, t.direction, t.priority) AS message, o.id AS other_row_id
FROM triggers t JOIN triggers o USING (language, axis, phrase_norm)
WHERE t.kind = 'trigger' AND o.kind = 'trigger' AND t.enabled AND o.enabled
  AND t.direction IN ('forward', 'backward') AND o.direction = 'both' AND o.priority > t.priority
  AND coalesce(o.max_tokens, 99) >= coalesce(t.max_tokens, 99) AND o.stops IS NOT DISTINCT FROM t.stops AND o.ignores @> t.ignores
  AND o.stop_at_comma <= t.stop_at_comma AND o.clause_initial <= t.clause_initial
  AND o.case_sensitive <= t.case_sensitive AND o.accent_sensitive <= t.accent_sensitive;
COMMENT ON VIEW lint_shadowed IS 'Triggers that a row of the same words, with a wider direction and a higher priority, always keeps from deciding';

CREATE VIEW lint_silenced AS
WITH switched AS (
  SELECT t.*, CASE t.kind WHEN 'trigger' THEN 'pseudo' ELSE 'terminator_pseudo' END AS silencer
  FROM triggers t WHERE t.kind IN ('trigger', 'terminator') AND t.enabled
), class_words AS (
  SELECT DISTINCT language, word_norm, '<' || lower(class) || '>' AS class FROM token_classes
  WHERE enabled AND class IN ('KIN', 'OTHER', 'PATIENT', 'SAY', 'MONTH', 'UNIT', 'NUMBER', 'DETERMINER') AND word_norm !~ '[ -]'
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
COMMENT ON VIEW lint_silenced IS 'Triggers and terminators that a pseudo of the same words, or of the class of one of them, always switches off';

CREATE VIEW lint_class_without_words AS
SELECT 'class_without_words' AS rule, 'error' AS severity, 'triggers' AS table_name, t.id AS row_id, t.language, t.phrase,
  format('The phrase needs a word of the class %s, and %s has none: it can never be found. Add words to token_classes.',
    used[1], CASE t.language WHEN 'en' THEN 'English' ELSE 'French' END) AS message, NULL::int AS other_row_id
FROM triggers t, regexp_matches(t.phrase, '<(KIN|OTHER|PATIENT|SAY|MONTH|UNIT|NUMBER|DETERMINER)>', 'g') used
WHERE t.enabled AND NOT EXISTS (SELECT FROM token_classes w WHERE w.language = t.language AND w.class = used[1] AND w.enabled);
COMMENT ON VIEW lint_class_without_words IS 'Phrases that can never be found: they name a class that has no word in their language';

CREATE VIEW lint_no_pseudo AS
WITH pseudo_words AS (
  SELECT DISTINCT language, axis, word FROM triggers, string_to_table(phrase_norm, ' ') word WHERE kind = 'pseudo' AND enabled
), names AS (
  SELECT w.language, part.word, min(w.word) AS name FROM token_classes w, string_to_table(w.word_norm, ' ') AS part (word)
  WHERE w.class = 'CLINICAL' AND w.enabled AND w.word_norm ~ ' ' GROUP BY w.language, part.word
)
SELECT 'no_pseudo' AS rule, 'hint' AS severity, 'triggers' AS table_name, t.id AS row_id, t.language, t.phrase,
  format('The word sets %s to %s wherever it stands, and no pseudo says where it does not. In "%s" it is part of a name.',
    t.axis, t.value, n.name) AS message, NULL::int AS other_row_id
FROM triggers t JOIN names n ON n.language = t.language AND n.word = t.phrase_norm
WHERE t.kind = 'trigger' AND t.enabled AND t.direction IN ('forward', 'backward', 'both') AND t.phrase_norm ~ '^[a-z]{3,}$'
  AND NOT EXISTS (SELECT FROM pseudo_words p WHERE p.language = t.language AND p.axis = t.axis AND p.word = t.phrase_norm)
  AND NOT EXISTS (SELECT FROM pseudo_words p WHERE p.language = t.language AND p.axis = '*' AND p.word = t.phrase_norm);
COMMENT ON VIEW lint_no_pseudo IS 'Triggers of a single word that is in no pseudo of their axis, and that is part of a clinical name';

CREATE VIEW lint_no_partner AS
WITH kinds AS (
  SELECT kind, axis, value, reason, count(*) FILTER (WHERE language = 'en') AS en, count(*) FILTER (WHERE language = 'fr') AS fr
  FROM triggers WHERE enabled GROUP BY kind, axis, value, reason
), signs AS (
  SELECT * FROM triggers WHERE enabled AND kind = 'trigger' AND regexp_replace(phrase_norm, '<(num|year|date|dur[^ ]*|gap:[1-6])>', '', 'g') !~ '[a-z]'
)
SELECT 'no_partner' AS rule, 'hint' AS severity, 'triggers' AS table_name, NULL::int AS row_id, CASE WHEN en < fr THEN 'en' ELSE 'fr' END AS language,
  NULL::text AS phrase, format('%s has %s rows of kind %s, axis %s%s%s, and %s has %s. Are cues missing there?',
    CASE WHEN en < fr THEN 'French' ELSE 'English' END, greatest(en, fr), kind, axis, ', value ' || value, ', reason ' || reason,
    CASE WHEN en < fr THEN 'English' ELSE 'French' END, least(en, fr)) AS message, NULL::int AS other_row_id
FROM kinds WHERE least(en, fr) * 10 < greatest(en, fr)
UNION ALL
SELECT 'no_partner', 'hint', 'triggers', t.id, t.language, t.phrase,
  format('The phrase has signs and numbers only, so it is read alike in both languages: %s has no such row (%s, %s, %s).',
    CASE t.language WHEN 'en' THEN 'French' ELSE 'English' END, t.axis, t.value, t.direction), NULL
FROM signs t WHERE NOT EXISTS (SELECT FROM signs o WHERE o.language <> t.language
  AND (o.axis, o.value, o.direction, replace(o.phrase_norm, ' ', '')) = (t.axis, t.value, t.direction, replace(t.phrase_norm, ' ', '')));
COMMENT ON VIEW lint_no_partner IS 'What one language has ten times as often as the other, and phrases of signs that stand in one language only';

CREATE VIEW lint_missing_accents AS
WITH texts AS (
  SELECT 'triggers' AS table_name, id, language, phrase AS text FROM triggers WHERE enabled
  UNION ALL SELECT 'section_rules', id, language, heading FROM section_rules WHERE enabled
  UNION ALL SELECT 'token_classes', id, language, word FROM token_classes WHERE enabled
), words AS MATERIALIZED (
  SELECT t.*, word FROM texts t, regexp_split_to_table(regexp_replace(text, '<[^ ]*>', ' ', 'g'), '[^[:alpha:]]+') word WHERE length(word) > 3
), accented AS (
  -- A last é may be the only difference of two words: "traite" and "traité".
  SELECT fold(spelled) AS bare, min(spelled) AS spelled FROM (SELECT DISTINCT lower(word) AS spelled FROM words WHERE language = 'fr' AND word ~ '[^a-zA-Z]') s
  WHERE regexp_replace(spelled, 'é(e?s?)$', '') ~ '[^a-z]' GROUP BY 1
)
SELECT 'missing_accents' AS rule, 'warning' AS severity, w.table_name, w.id AS row_id, w.language, w.text AS phrase,
  format('"%s" has no accents here, and is written "%s" elsewhere in the lexicon.', w.word, a.spelled) AS message, NULL::int AS other_row_id
FROM words w JOIN accented a ON a.bare = lower(w.word)
WHERE w.language = 'fr' AND w.word <> upper(w.word) AND a.bare NOT IN (SELECT lower(word) FROM words WHERE language = 'en');
COMMENT ON VIEW lint_missing_accents IS 'French words without the accents that they have elsewhere in the lexicon; a last é, words of English and capitals are left out';

CREATE VIEW lint_missing_inflection AS
WITH french AS (
  SELECT t.id, t.axis, t.direction, t.value, t.phrase, lower(t.phrase) AS word, form.base, form.ending
  FROM triggers t, LATERAL (SELECT regexp_replace(lower(t.phrase), 'e?s?$', '') AS base, substring(lower(t.phrase) FROM 'e?s?$') AS ending) form
  WHERE t.language = 'fr' AND t.kind = 'trigger' AND t.enabled AND lower(t.phrase) ~ '[éiutn]e?s?$' AND NOT t.case_sensitive
), groups AS (
  SELECT axis, direction, value, base, min(id) AS id, array_agg(ending) AS endings FROM french GROUP BY axis, direction, value, base HAVING count(DISTINCT ending) = 3
), english AS (
  SELECT id, axis, direction, value, phrase, split_part(phrase_norm, ' ', 1) AS verb, substr(phrase_norm, length(split_part(phrase_norm, ' ', 1)) + 1) AS rest
  FROM triggers WHERE language = 'en' AND kind = 'trigger' AND enabled
), present AS (
  SELECT e.*, CASE WHEN verb ~ 'ies$' THEN left(verb, -3) || 'y' WHEN verb ~ '(ss|sh|ch|x)es$' THEN left(verb, -2) ELSE left(verb, -1) END AS plain
  FROM english e WHERE verb ~ '^[a-z]{3,}s$' AND verb !~ 'ss$'
)
SELECT 'missing_inflection' AS rule, 'hint' AS severity, 'triggers' AS table_name, g.id AS row_id, 'fr' AS language, t.phrase,
  format('Of the four forms (masculine, feminine, plurals) three stand for %s %s; "%s" is missing.', g.axis, g.value, g.base || missing) AS message,
  NULL::int AS other_row_id
FROM groups g JOIN triggers t ON t.id = g.id, unnest('{"",e,s,es}'::text[]) missing WHERE missing <> ALL (g.endings)
UNION ALL
SELECT 'missing_inflection', 'hint', 'triggers', p.id, 'en', p.phrase,
  format('The past of the verb is there too (row %s), but not "%s" as after a plural: "films %s".', past.id, p.plain || p.rest, p.plain), past.id
FROM present p JOIN english past ON p.value <> 'reason_for_encounter' AND (past.axis, past.direction, past.value, past.rest) = (p.axis, p.direction, p.value, p.rest)
  AND past.verb IN (p.plain || 'ed', p.plain || 'd', regexp_replace(p.plain, 'y$', 'ied'))
WHERE NOT EXISTS (SELECT FROM english o WHERE (o.axis, o.direction, o.rest, o.verb) = (p.axis, p.direction, p.rest, p.plain));
COMMENT ON VIEW lint_missing_inflection IS 'French participles and adjectives with three of their four forms; English verbs with -s and -ed but without the plain form';

CREATE VIEW lint_heading_twins AS
SELECT 'heading_twins' AS rule, 'warning' AS severity, 'section_rules' AS table_name, s.id AS row_id, s.language, s.heading AS phrase,
  format('"%s" (row %s) differs only by an ending or by signs, but opens %s with other defaults or another name than %s here.',
    o.heading, o.id, o.section, s.section) AS message, o.id AS other_row_id
FROM section_rules s JOIN section_rules o ON o.language = s.language AND term_key(o.heading_norm) = term_key(s.heading_norm) AND s.id < o.id
WHERE s.enabled AND o.enabled AND s.needs_colon = o.needs_colon AND (s.section, s.assertion, s.subject, s.temporality, s.certainty, s.role)
  IS DISTINCT FROM (o.section, o.assertion, o.subject, o.temporality, o.certainty, o.role)
UNION ALL
SELECT 'heading_twins', 'warning', 'section_rules', s.id, s.language, s.heading,
  format('The French heading "%s" (row %s) has the same letters and other defaults: which one holds depends on the language of the note.', o.heading, o.id), o.id
FROM section_rules s JOIN section_rules o ON o.heading_norm = s.heading_norm AND s.language = 'en' AND o.language = 'fr'
WHERE s.enabled AND o.enabled AND (s.assertion, s.subject, s.temporality, s.certainty, s.role)
  IS DISTINCT FROM (o.assertion, o.subject, o.temporality, o.certainty, o.role);
COMMENT ON VIEW lint_heading_twins IS 'Headings that are nearly the same and open different sections, in one language or between the two';

CREATE VIEW lint_two_classes AS
WITH contrary (one, other, why) AS (VALUES
  ('FUNCTION', 'CLINICAL', 'a function word cuts candidate spans, a clinical word makes one'),
  ('LINK', 'CLINICAL', 'a linking word never begins or ends a span, a clinical word makes one'),
  ('DETERMINER', 'CLINICAL', 'a determiner is no part of a span, a clinical word makes one'),
  ('NONCLINICAL', 'CLINICAL', 'it is said to be clinical and not to be'),
  ('COORD_AND', 'COORD_OR', 'it joins by and, and by or'),
  ('KIN', 'OTHER', 'family is another subject than other'),
  ('KIN', 'PATIENT', 'family is another subject than the patient'),
  ('PATIENT', 'OTHER', 'the patient is another subject than other'))
SELECT 'two_classes' AS rule, 'warning' AS severity, 'token_classes' AS table_name, w.id AS row_id, w.language, w.word AS phrase,
  format('The word is of the class %s, and of %s in row %s: %s.', w.class, o.class, o.id, c.why) AS message, o.id AS other_row_id
FROM contrary c JOIN token_classes w ON w.class = c.one
  JOIN token_classes o ON o.class = c.other AND o.language = w.language AND o.word_norm = w.word_norm
-- A short clinical abbreviation counts in its own case only ("mRS", and "Mrs"); a short accented word is no bare one ("à", "a").
WHERE w.enabled AND o.enabled AND (lower(w.word) = lower(o.word) OR length(w.word_norm) > 3)
  AND (o.class <> 'CLINICAL' OR length(o.word) > 4 OR o.word = lower(o.word));
COMMENT ON VIEW lint_two_classes IS 'Words in two classes that contradict each other';

-- Compiling so many small queries would take longer than running them.
CREATE FUNCTION lexicon_findings() RETURNS TABLE (
  rule text, severity text, table_name text, row_id int, language text, phrase text, message text, other_row_id int)
LANGUAGE sql STABLE SET jit = off BEGIN ATOMIC
SELECT * FROM lint_silenced UNION ALL SELECT * FROM lint_class_without_words
UNION ALL SELECT * FROM lint_two_values UNION ALL SELECT * FROM lint_shadowed UNION ALL SELECT * FROM lint_heading_twins
UNION ALL SELECT * FROM lint_two_classes UNION ALL SELECT * FROM lint_missing_accents
UNION ALL SELECT * FROM lint_missing_inflection UNION ALL SELECT * FROM lint_no_pseudo UNION ALL SELECT * FROM lint_no_partner;
END;
COMMENT ON FUNCTION lexicon_findings() IS 'What every view lint_... finds';

CREATE VIEW lexicon_lint AS
SELECT rule, severity, table_name, row_id, language, phrase, message, other_row_id FROM lexicon_findings();
COMMENT ON VIEW lexicon_lint IS 'What is wrong or worth a look in the live lexicon, by every rule that SQL can tell; npm run lexicon -- lint adds those that need the engine';

DO $$
DECLARE
  view_name text;
  said text[];
BEGIN
  FOR view_name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND relname ~ '^(lint_|lexicon_lint$)' LOOP
    FOREACH said SLICE 1 IN ARRAY '{{rule,Name of the rule: its view is lint_ and the name},{severity,"error: the row cannot do its work; warning: it contradicts another; hint: worth a look"},{table_name,The table of the row},{row_id,The id of the row there; null where no single row is meant},{language,en or fr},{phrase,"The phrase, heading or word of the row"},{message,What is the matter},{other_row_id,"The id of the other row, in the same table"}}'::text[] LOOP
      EXECUTE format('COMMENT ON COLUMN %I.%I IS %L', view_name, said[1], said[2]);
    END LOOP;
  END LOOP;
END $$;
