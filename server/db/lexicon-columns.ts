/** The columns that say what a row does, in the order of the files; the language is the folder that a file stands in. */
export const FILE_COLUMNS = {
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
  lexicon_cases: [
    'text',
    'span',
    'occurrence',
    'note_date',
    'assertion',
    'subject',
    'temporality',
    'certainty',
    'role',
  ],
} as const;

/** The columns of the file of word classes, which has no language. */
export const WORD_CLASS_COLUMNS = ['class', 'value', 'meaning'] as const;

/** A table that has files. */
export type FileTable = keyof typeof FILE_COLUMNS;
/** A table of the lexicon itself: cases guard it, and are no part of it. */
export type LexiconTable = Exclude<FileTable, 'lexicon_cases'>;

/** What a row carries beside them: in its shipped form only where it is not the default. */
export const REMARK_COLUMNS = ['notes', 'enabled'] as const;

/** Last columns that a file has only where a row of it needs them. */
export function optionalColumns(table: FileTable): readonly string[] {
  return table === 'lexicon_cases' ? ['author', 'enabled'] : ['enabled'];
}

/** Whose name the rows carry that come with the service; in a file an empty cell. */
export const SERVICE_AUTHOR = 'service';
