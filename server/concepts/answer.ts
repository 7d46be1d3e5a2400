/** What `extract/concepts` takes and gives; the shapes of `docs/http-api.md`, without HTTP. */

import type { Candidate, Status, Tier } from '../domain/candidate.js';
import type { Language, NoteLanguage, RequestLanguage } from '../domain/language.js';
import type { Range } from '../domain/range.js';
import type { ReviewReason } from '../domain/review-reasons.js';
import type { Timings, Versions } from '../domain/versions.js';

export interface ConceptsRequest {
  readonly text: string;
  readonly language: RequestLanguage;
  readonly explain: boolean;
}

/** One finding of one rule about the first candidate of a span. */
export interface ExplainedEvidence extends Range {
  readonly rule: string;
  /** Whether it holds the candidate back, or silenced a rule that would. */
  readonly effect: 'review' | 'clear';
  /** What it counts as; null for what clears. */
  readonly reason: ReviewReason | null;
  /** The words of the note that made it, `text.slice(start, end)`. */
  readonly words: string;
  /** The row of word classes that made it; null where no row did. */
  readonly row: { readonly class: string; readonly word: string; readonly value: string | null } | null;
}

/** Why a span got its candidates; only with `explain: true`. */
export interface ConceptExplanation {
  readonly language: Language;
  readonly section: string | null;
  readonly tier: Tier | null;
  readonly doubt: ReviewReason | null;
  /** What holds the first candidate back, the strongest first, then what was cleared. */
  readonly evidence: readonly ExplainedEvidence[];
  /** How likely the first concept that was ranked is the right one, 0 to 1; null where no weights are fitted. */
  readonly probability: number | null;
  /** What moved it, in log odds, the most first. */
  readonly moved_by: readonly { readonly feature: string; readonly value: number; readonly log_odds: number }[];
  /** The description that gave each candidate its cosine, in the order of the candidates. */
  readonly descriptions: readonly {
    readonly term: string;
    readonly language: Language;
    readonly semantic_tag: string;
  }[];
  readonly thresholds: {
    readonly floor: number;
    readonly shown: number;
    readonly resolved_cosine: number;
    readonly resolved_margin: number;
    readonly flag_probability: number;
    readonly resolved_probability: number;
  } | null;
}

export interface ConceptEntry extends Range {
  readonly span: string;
  readonly candidates: readonly Candidate[];
  readonly code: string | null;
  readonly cosine: number;
  readonly margin: number;
  readonly concept_confidence: number;
  readonly status: Status;
  readonly explain?: ConceptExplanation;
}

export interface ConceptsAnswer {
  readonly concepts: readonly ConceptEntry[];
  /** The language of most of the note; the one that the request forces. */
  readonly language: NoteLanguage;
  readonly versions: Versions;
  readonly timings: Timings;
}
