/** Rows of the table NOTE_NLP of the OMOP common data model 5.4, from the answer of `extract`. */

import type { ExtractAnswer, ExtractEntry } from '../app/extract.js';
import { AXES, type SpanContext } from '../domain/axes.js';
import type { SiteConcepts } from '../domain/site-concept.js';
import type { Versions } from '../domain/versions.js';

/** One row with the names of the columns, without its number. */
export interface NoteNlp {
  readonly note_id: string | number | null;
  readonly section_concept_id: number;
  readonly snippet: string;
  readonly offset: string;
  readonly lexical_variant: string;
  readonly note_nlp_concept_id: number;
  readonly note_nlp_source_concept_id: number;
  readonly nlp_system: string;
  /** YYYY-MM-DD, UTC. */
  readonly nlp_date: string;
  /** Without a zone, as the column: UTC. */
  readonly nlp_datetime: string;
  readonly term_exists: 'Y' | 'N' | null;
  readonly term_temporal: 'present' | 'past' | null;
  readonly term_modifiers: string;
}

/** What the rows of one note say besides its answer. */
export interface NoteNlpSource {
  readonly noteId: string | number | null;
  readonly text: string;
  /** The version of this program. */
  readonly program: string;
  readonly concepts: SiteConcepts;
  /** Turns UTF-16 offsets into the unit of the column "offset". */
  readonly offset: (utf16: number) => number;
  readonly now: Date;
}

/** The name in `nlp_system` by which the rows of this program are known. */
export const SYSTEM = 'clinical-concept-extraction';
/** No concept, as OMOP writes it. */
const NONE = 0;
/** Lengths of the columns. */
const LONGEST = { snippet: 250, variant: 250, system: 250, modifiers: 2000 };

/** One row a span, or, where the site maps its concept to several standard ones, one for each of them, as CDM asks. */
export function noteNlpRows(answer: ExtractAnswer, source: NoteNlpSource): NoteNlp[] {
  const instant = source.now.toISOString();
  const shared = {
    note_id: source.noteId,
    section_concept_id: NONE,
    nlp_system: systemOf(source.program, answer.versions),
    nlp_date: instant.slice(0, 10),
    nlp_datetime: instant.slice(0, 19),
  };
  return answer.spans.flatMap((entry) => {
    const known = entry.code === null ? undefined : source.concepts.get(entry.code);
    const standard = known?.standardConceptIds ?? [];
    return (standard.length === 0 ? [NONE] : standard).map((conceptId) => ({
      ...shared,
      snippet: snippetOf(source.text, entry),
      offset: String(source.offset(entry.start)),
      lexical_variant: cut(entry.span, LONGEST.variant),
      note_nlp_concept_id: conceptId,
      note_nlp_source_concept_id: known?.sourceConceptId ?? NONE,
      term_exists: termExists(entry.context),
      term_temporal: termTemporal(entry.context),
      term_modifiers: modifiersOf(entry),
    }));
  });
}

/** Program and versions: rows with the same value were made by the same rules. */
export function systemOf(program: string, { model, terminology, lexicon }: Versions): string {
  return cut(`${SYSTEM} ${program}; ${model}; ${terminology}; lexicon ${lexicon}`, LONGEST.system);
}

/**
 * By the convention of OHDSI a term exists when the patient has or had it: not what is denied, another's, conditional or
 * uncertain. Null where the context could not be read.
 */
export function termExists({ assertion, subject, certainty }: SpanContext): 'Y' | 'N' | null {
  if (assertion === null) return null;
  return assertion.value === 'affirmed' && subject?.value === 'patient' && certainty !== null ? 'Y' : 'N';
}

/** What lasts is present; `term_modifiers` tells chronic from current. */
function termTemporal({ temporality }: SpanContext): 'present' | 'past' | null {
  if (temporality === null) return null;
  return temporality.value === 'past' ? 'past' : 'present';
}

/** `name=value` pairs; a trigger stands in brackets behind its value, and is left out where the column has no room for it. */
function modifiersOf(entry: ExtractEntry): string {
  const { code, status, section, concept_confidence, context_confidence, context } = entry;
  const certain = [
    ...(code === null ? [] : [`sctid=${code}`]),
    `status=${status}`,
    `concept_confidence=${concept_confidence}`,
    `context_confidence=${context_confidence}`,
    ...(section === null ? [] : [`section=${plain(section)}`]),
  ];
  const axes = AXES.flatMap((axis) => (context[axis] === null ? [] : [{ axis, ...context[axis] }]));
  let room = LONGEST.modifiers - certain.concat(axes.map(({ axis, value }) => `${axis}=${value}`)).join(';').length;
  const shown = axes.map(({ axis, value, trigger }) => {
    const words = trigger === null ? '' : `(${plain(trigger)})`;
    room -= words.length;
    if (room >= 0) return `${axis}=${value}${words}`;
    room += words.length;
    return `${axis}=${value}`;
  });
  return cut([...certain, ...shown].join(';'), LONGEST.modifiers);
}

/** Words that cannot be read as the end of a pair or of its brackets. */
function plain(words: string): string {
  return words.replace(/[\s;()]+/g, ' ').trim();
}

/** The span with as much of the note on both sides as the column takes. */
function snippetOf(text: string, { start, end }: ExtractEntry): string {
  const around = Math.max(0, LONGEST.snippet - (end - start));
  const from = Math.max(0, start - Math.floor(around / 2));
  return cut(text.slice(fromWhole(text, from)), LONGEST.snippet).trim();
}

/** As much as fits, in UTF-16 units, which are never fewer than the characters that PostgreSQL counts. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, fromWhole(text, length));
}

/** The offset, or the one before it where it would cut a surrogate pair. */
function fromWhole(text: string, offset: number): number {
  const isInside = /[\uDC00-\uDFFF]/.test(text.charAt(offset)) && /[\uD800-\uDBFF]/.test(text.charAt(offset - 1));
  return isInside ? offset - 1 : offset;
}
