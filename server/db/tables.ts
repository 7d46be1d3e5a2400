/** The tables as kysely sees them: one interface a table, columns as the database names them (sql/ is the truth). */

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Axis } from '../domain/axes.js';
import type { DescriptionKind } from '../domain/candidate.js';
import type { KeyScope } from '../domain/key-scope.js';
import type { Language } from '../domain/language.js';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type TriggerKind = 'trigger' | 'pseudo' | 'terminator' | 'terminator_pseudo';
export type Direction = 'forward' | 'backward' | 'both' | 'bracket' | 'keyvalue' | 'none';
export type InSpan = 'never' | 'prefix' | 'suffix' | 'any';
export type Origin = 'builtin' | 'local';

/** One row of `triggers` as the context engine reads it; lexicons/README.md says what each column means. */
export interface TriggerRow {
  id: number;
  language: Language;
  kind: TriggerKind;
  axis: Axis | '*';
  value: string | null;
  phrase: string;
  direction: Direction;
  max_tokens: number | null;
  stop_at_comma: boolean;
  clause_initial: boolean;
  stops: string[] | null;
  ignores: string[];
  in_span: InSpan;
  may_cover_target: boolean;
  priority: number;
  strength: number;
  reason: string | null;
  case_sensitive: boolean;
  accent_sensitive: boolean;
  example_ok: string;
  example_not: string | null;
  /** The lexicon version since which the row reads so. */
  version: number;
}

/** One row of `section_rules`: a heading and the defaults of its section. */
export interface SectionRow {
  id: number;
  language: Language;
  heading: string;
  section: string;
  needs_colon: boolean;
  assertion: string | null;
  subject: string | null;
  temporality: string | null;
  certainty: string | null;
  role: string | null;
  strength: number;
  example_ok: string;
  version: number;
}

/** One row of `token_classes`: a word that belongs to a class of the phrase mini-language or of the engine. */
export interface TokenClassRow {
  id: number;
  language: Language;
  class: string;
  word: string;
  value: string | null;
  version: number;
}

/** One row of `word_classes`: a value that the words of a class may have. */
export interface WordClassRow {
  class: string;
  /** `<number>` and `<words>` for any; null for none. */
  value: string | null;
  meaning: string;
}

/** What a confidence point holds for: the source of a decision. */
export type ConfidenceSource = 'cue' | 'section' | 'derived' | 'default';

/** One row of `confidence_points`: decisions of this score are right this often. */
export interface ConfidenceRow {
  id: number;
  language: Language;
  axis: Axis;
  /** A value of the axis; `*` for those without points of their own. */
  value: string;
  source: ConfidenceSource;
  score: number;
  confidence: number;
  version: number;
}

/** All enabled rows of one lexicon version. */
export interface LexiconRows {
  version: number;
  triggers: TriggerRow[];
  sections: SectionRow[];
  words: TokenClassRow[];
  confidences: ConfidenceRow[];
}

/** What every row of a lexicon file also tells. */
export interface Remarks {
  readonly enabled: boolean;
  readonly notes: string | null;
}

/** One row of `lexicon_cases`: a text, a span in it, and what its context must be. */
export interface CaseRow {
  id: number;
  language: Language;
  text: string;
  span: string;
  /** Which of several same spans, from 1. */
  occurrence: number;
  /** ISO date. */
  note_date: string | null;
  /** Of each axis the right value; null: not judged. */
  assertion: string | null;
  subject: string | null;
  temporality: string | null;
  /** `none`: the axis must not apply. */
  certainty: string | null;
  role: string | null;
}

/** What the line of a case also tells. */
export interface CaseRemarks extends Remarks {
  /** Who wrote it; null: the file does not say. */
  readonly author: string | null;
}

interface LexiconColumns {
  id: GeneratedAlways<number>;
  enabled: Generated<boolean>;
  notes: string | null;
  origin: Generated<Origin>;
  shipped: unknown;
  version: Generated<number>;
  updated_by: Generated<string>;
  updated_at: Timestamp;
}

type Stored<Row, Norm extends string = never> = Omit<Row, keyof LexiconColumns> &
  Record<Norm, Generated<string>> &
  LexiconColumns;

export interface Database {
  terminology_releases: {
    release_id: number;
    name: string;
    kind: 'local' | 'seed' | 'rf2' | 'gps' | 'tsv';
    checksum: string;
    state: 'loading' | 'ready';
    created_at: Timestamp;
  };
  concepts: {
    release_id: number;
    /** bigint: a string in JavaScript, since SCTIDs may exceed 2^53. */
    sctid: string;
    fsn: string;
    semantic_tag: string;
    chronic: Generated<boolean>;
    active: Generated<boolean>;
  };
  descriptions: {
    release_id: Generated<number>;
    description_id: Generated<string>;
    sctid: string;
    language: Language;
    kind: Generated<DescriptionKind>;
    term: string;
    term_norm: GeneratedAlways<string>;
    term_key: GeneratedAlways<string>;
    active: Generated<boolean>;
  };
  models: {
    model_id: GeneratedAlways<number>;
    name: string;
    version: string;
    dimensions: number;
    directory: string | null;
    created_at: Timestamp;
  };
  embedding_sets: { model_id: number; release_id: number; table_name: string; state: 'loading' | 'ready' };
  thresholds: {
    model_id: number;
    release_id: number;
    language: Language;
    mention: number;
    floor: number;
    shown: number | null;
    resolved_cosine: number;
    resolved_margin: number;
    term_margin: number | null;
    fitted_on: string;
    fitted_at: Timestamp;
  };
  decision_weights: {
    model_id: number;
    feature: string;
    weight: number;
    fitted_on: string;
    fitted_at: Timestamp;
  };
  serving: {
    only_row: Generated<boolean>;
    release_id: number;
    model_id: number;
    local_version: Generated<number>;
    changed_at: Timestamp;
  };
  lexicon_versions: { version: number; transaction_id: string; author: string; reason: string; created_at: Timestamp };
  triggers: Stored<TriggerRow, 'phrase_norm'>;
  section_rules: Stored<SectionRow, 'heading_norm'>;
  token_classes: Stored<TokenClassRow, 'word_norm'>;
  word_classes: WordClassRow;
  confidence_points: Stored<ConfidenceRow>;
  lexicon_history: {
    history_id: GeneratedAlways<string>;
    table_name: string;
    row_id: number;
    row_data: unknown;
    version_from: number;
    version_to: number | null;
  };
  lexicon_removals: {
    table_name: string;
    row_key: string;
    shipped: unknown;
    removed_by: string;
    removed_at: Timestamp;
  };
  lexicon_cases: Omit<CaseRow, 'id'> & {
    id: GeneratedAlways<number>;
    author: Generated<string>;
    notes: string | null;
    enabled: Generated<boolean>;
    origin: Generated<Origin>;
    shipped: unknown;
    created_at: Timestamp;
    changed_at: Timestamp;
  };
  lexicon_checks: {
    target: string;
    version: number;
    draft_fingerprint: string;
    cases_fingerprint: string;
    passed: number;
    failed: number;
    broken: number;
    fixed: number;
    details: unknown;
    checked_at: Timestamp;
  };
  lexicon_check_leases: { target: string; held_until: Timestamp };
  builtin_files: { name: string; checksum: string; loaded_at: Timestamp };
  api_keys: {
    key_id: GeneratedAlways<number>;
    name: string;
    prefix: string;
    hash: Buffer;
    scopes: KeyScope[];
    requests_per_minute: number | null;
    created_at: Timestamp;
    expires_at: NullableTimestamp;
    revoked_at: NullableTimestamp;
    last_used_at: NullableTimestamp;
  };
  span_queue_secret: { only_row: Generated<boolean>; secret: Generated<Buffer>; made_at: Timestamp };
  span_reviews: {
    id: GeneratedAlways<number>;
    language: Language;
    span: string;
    span_norm: GeneratedAlways<string>;
    offered_code: string | null;
    verdict: 'accepted' | 'rejected' | 'corrected';
    correct_code: string | null;
    reviewer: Generated<string>;
    reviewed_at: Timestamp;
    notes: string | null;
  };
  rate_limits: { key_id: number; level: number; fits: boolean; at: Date };
}
