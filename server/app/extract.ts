/** What `extract` takes and gives: the concepts of a note and the context of each, in one call. */

import type { ConceptEntry, ConceptExplanation } from '../concepts/answer.js';
import type { ContextEntry } from '../context/request.js';
import type { Axis, AxisValue, SpanContext } from '../domain/axes.js';
import type { Status } from '../domain/candidate.js';
import type { Language, NoteLanguage, RequestLanguage } from '../domain/language.js';
import type { OffsetUnit } from '../domain/offsets.js';
import type { Dosage, Quantity } from '../domain/readings.js';
import type { Timings, Versions } from '../domain/versions.js';
import type { Said } from './said.js';

/** Which spans are answered: of each member that is given, one of the values must hold. */
export type Only = { readonly [A in Axis]?: readonly AxisValue<A>[] | undefined } & ConceptsOnly;

/** The same without the axes of a context. */
export interface ConceptsOnly {
  readonly status?: readonly Status[] | undefined;
  /** Of the first candidate. */
  readonly semantic_tag?: readonly string[] | undefined;
  /** The least confidence of concept and context. */
  readonly min_confidence?: number | undefined;
}

export interface ExtractRequest {
  readonly text: string;
  readonly language: RequestLanguage;
  /** ISO date (YYYY-MM-DD) of the note. */
  readonly note_date?: string | undefined;
  readonly as_of?: number | undefined;
  readonly draft?: string | undefined;
  readonly only?: Only | undefined;
  readonly offsets: OffsetUnit;
  readonly explain: boolean;
}

/** Where a span stands in its note. */
export interface SpanPlace {
  readonly language: Language;
  /** The section that its heading names; null where none does. */
  readonly section: string | null;
}

/** A span with its concept and its context. */
export type ExtractEntry = Omit<ConceptEntry, 'explain'> &
  SpanPlace & {
    /** The kind of the first candidate; null where there is none. */
    readonly semantic_tag: string | null;
    readonly context: SpanContext;
    readonly context_confidence: number;
    readonly readable_note: string;
    /** What was measured; absent where no value was read. */
    readonly values?: readonly Quantity[];
    /** Reads what its words say beyond the axes, for formats that have a place for it; absent: nothing. */
    readonly said?: () => Said;
    /** How it is taken; absent where nothing of it was read. */
    readonly dosage?: Dosage;
    readonly explain?: { readonly concept?: ConceptExplanation; readonly context?: unknown };
  };

export interface ExtractAnswer {
  /** The language of most of the note; the one that the request forces. */
  readonly language: NoteLanguage;
  readonly spans: readonly ExtractEntry[];
  readonly versions: Versions;
  readonly timings: Timings;
}

/** One span of both answers, without what is read behind it. */
export function joined(concept: ConceptEntry, context: ContextEntry, { language, section }: SpanPlace): ExtractEntry {
  const { explain, ...entry } = concept;
  const explained = explain === undefined ? {} : { explain: { concept: explain, context: context.explain } };
  return {
    ...entry,
    semantic_tag: entry.candidates[0]?.semantic_tag ?? null,
    language,
    section,
    context: context.context,
    context_confidence: context.context_confidence,
    readable_note: context.readable_note,
    ...explained,
  };
}

/** Whether a span is asked for. */
export function isAsked(entry: ExtractEntry, only: Only | undefined): boolean {
  if (only === undefined) return true;
  const { status, semantic_tag, min_confidence, ...axes } = only;
  return (
    isConceptAsked(entry, { status, semantic_tag, min_confidence }) &&
    (min_confidence === undefined || entry.context_confidence >= min_confidence) &&
    (Object.entries(axes) as [Axis, readonly string[] | undefined][]).every(
      ([axis, values]) => values === undefined || values.includes(entry.context[axis]?.value ?? ''),
    )
  );
}

/** Whether a concept is asked for, whatever its context. */
export function isConceptAsked(
  { status, candidates, concept_confidence }: Pick<ConceptEntry, 'status' | 'candidates' | 'concept_confidence'>,
  only: ConceptsOnly | undefined,
): boolean {
  if (only === undefined) return true;
  if (only.status !== undefined && !only.status.includes(status)) return false;
  if (only.semantic_tag !== undefined && !only.semantic_tag.includes(candidates[0]?.semantic_tag ?? '')) return false;
  return only.min_confidence === undefined || concept_confidence >= only.min_confidence;
}
