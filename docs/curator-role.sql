-- The role of curators, and what it may do: all of docs/curation.md, and no API keys, no rare spans, no shipped terms.
-- The history is written by the triggers of the tables: a curator may begin a version, and change or delete nothing that was.
-- psql "$DATABASE_URL" -f docs/curator-role.sql
CREATE ROLE curator;
GRANT SELECT, INSERT, UPDATE, DELETE ON triggers, section_rules, token_classes, confidence_points, draft_triggers, draft_section_rules,
  draft_token_classes, draft_confidence_points, lexicon_cases, lexicon_drafts, lexicon_draft_changes TO curator;
GRANT SELECT, INSERT, UPDATE (meaning), DELETE ON word_classes TO curator;
GRANT SELECT, INSERT ON lexicon_versions TO curator;
GRANT SELECT ON lexicon_history, lexicon_removals TO curator;
GRANT SELECT, DELETE ON lexicon_checks TO curator;
GRANT SELECT ON lexicon_changes, lexicon_draft_diff, lexicon_draft_status, lexicon_check_targets, lexicon_check_details, lexicon_broken_cases,
  lexicon_case_failures, lexicon_lint, lint_silenced, lint_class_without_words, lint_two_values, lint_shadowed, lint_heading_twins, lint_two_classes,
  lint_missing_accents, lint_missing_inflection, lint_no_pseudo, lint_no_partner TO curator;
GRANT SELECT ON concepts, serving, descriptions, descriptions_r0, span_queue TO curator;
GRANT INSERT (sctid, language, kind, term) ON descriptions TO curator;
GRANT UPDATE (term, active), DELETE ON descriptions_r0 TO curator;
GRANT USAGE ON SEQUENCE description_ids TO curator;
GRANT SELECT, INSERT ON span_reviews TO curator;
