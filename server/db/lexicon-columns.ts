/** The columns that say what a lexicon row does, in the order of the files; the language is the folder that a file stands in. */
export const LEXICON_COLUMNS = {
  triggers: [
    'kind',
    'axis',
    'value',
    'phrase',
    'direction',
    'max_tokens',
    'stop_at_comma',
    'clause_initial',
    'stops',
    'ignores',
    'in_span',
    'may_cover_target',
    'priority',
    'strength',
    'reason',
    'case_sensitive',
    'accent_sensitive',
    'example_ok',
    'example_not',
  ],
  section_rules: [
    'heading',
    'section',
    'needs_colon',
    'assertion',
    'subject',
    'temporality',
    'certainty',
    'role',
    'strength',
    'example_ok',
  ],
  token_classes: ['class', 'word', 'value'],
  confidence_points: ['axis', 'value', 'source', 'score', 'confidence'],
} as const;

/** What a row carries beside them: in its shipped form only where it is not the default. */
export const REMARK_COLUMNS = ['notes', 'enabled'] as const;
/** The columns that say what a case asks, in the order of the files. */
export const CASE_COLUMNS = [
  'text',
  'span',
  'occurrence',
  'note_date',
  'assertion',
  'subject',
  'temporality',
  'certainty',
  'role',
] as const;

export type LexiconTable = keyof typeof LEXICON_COLUMNS;
