/** What `extract/contexts` takes and gives; the shapes of `docs/http-api.md`, without HTTP. */

import type { SpanContext } from '../domain/axes.js';
import type { RequestLanguage } from '../domain/language.js';
import type { Timings, Versions } from '../domain/versions.js';

export interface ContextItem {
  readonly span: string;
  readonly code?: string | null | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export interface ContextsRequest {
  readonly text: string;
  readonly language: RequestLanguage;
  readonly concepts: readonly ContextItem[];
  /** ISO date (YYYY-MM-DD) of the note. */
  readonly note_date?: string | undefined;
  /** A version of the lexicon to answer with, from 1; not with `draft`. */
  readonly as_of?: number | undefined;
  /** The name of a draft of the lexicon to answer with. */
  readonly draft?: string | undefined;
  readonly explain: boolean;
}

export interface ContextEntry {
  readonly code: string | null;
  readonly span: string;
  /** Offsets of the span, absent when it is not in the text. */
  readonly start?: number;
  readonly end?: number;
  readonly context: SpanContext;
  readonly context_confidence: number;
  readonly readable_note: string;
  readonly explain?: unknown;
}

export interface ContextsAnswer {
  readonly contexts: readonly ContextEntry[];
  readonly versions: Versions;
  readonly timings: Timings;
}
