/**
 * The words of this project, each defined once, and their types.
 *
 * - note: a clinical text as the client sent it. Every offset counts UTF-16 code units of it.
 * - span: a stretch of a note that names one clinical idea, `text.slice(start, end) === span`.
 * - concept: a clinical idea of SNOMED CT; SCTID: its identifier, a string of 6 to 18 digits.
 * - description: one term that names a concept in one language.
 * - term: the words of a description; FSN: the fully specified name, with its semantic tag in brackets.
 * - semantic tag: the kind of a concept ("disorder", "procedure").
 * - release: one whole loaded terminology (the built-in seed, an RF2 release).
 * - candidate: a concept that a span may mean, with its cosine.
 * - lexicon: the rows that context analysis reads: triggers, section rules and token classes.
 * - trigger: a phrase that sets the value of an axis for the spans in its scope.
 * - pseudo: a phrase that contains the words of a trigger but is none ("no change in").
 * - terminator: a phrase that ends the scope of triggers ("but"); it has a class.
 * - scope: the stretch of the sentence that a trigger reaches.
 * - section: a part of a note below one heading.
 * - queue: the spans that were not resolved, counted over requests.
 * - review: what a person says of the code of a span: accepted, corrected or rejected.
 * - axis: one of the five questions that context analysis answers for a span.
 */

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];
export const REQUEST_LANGUAGES = ['en', 'fr', 'auto'] as const;
export type RequestLanguage = (typeof REQUEST_LANGUAGES)[number];

/** A half-open range of UTF-16 offsets into a note. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export const AXES = ['assertion', 'subject', 'temporality', 'certainty', 'role'] as const;
export type Axis = (typeof AXES)[number];

/** The values of each axis; the first is the default. */
export const AXIS_VALUES = {
  assertion: ['affirmed', 'negated', 'uncertain'],
  subject: ['patient', 'family', 'other'],
  temporality: ['current', 'past', 'chronic'],
  certainty: ['confirmed', 'differential', 'suspected'],
  role: ['finding', 'reason_for_encounter', 'history'],
} as const;
export type AxisValue<A extends Axis = Axis> = (typeof AXIS_VALUES)[A][number];

/** One answered axis; `trigger` is an exact slice of the note, null when the default holds. */
export interface AxisContext<A extends Axis = Axis> {
  readonly value: AxisValue<A>;
  /** Estimated probability that `value` is right, 0 to 1, two decimals. */
  readonly confidence: number;
  readonly trigger: string | null;
}

/** The five axes of one span; an axis is null when it does not apply. */
export type SpanContext = { readonly [A in Axis]: AxisContext<A> | null };

export const STATUSES = ['resolved', 'flag', 'unresolved'] as const;
export type Status = (typeof STATUSES)[number];

/** A concept that a span may mean; `cosine` in [-1, 1], four decimals. */
export interface Candidate {
  readonly code: string;
  readonly display: string;
  readonly cosine: number;
}

export const DESCRIPTION_KINDS = ['fsn', 'preferred', 'synonym', 'abbreviation', 'local'] as const;
export type DescriptionKind = (typeof DESCRIPTION_KINDS)[number];

/** How a candidate was found; the first tier is the strongest evidence. */
export const TIERS = ['exact', 'abbreviation', 'inflection', 'typo', 'dense'] as const;
export type Tier = (typeof TIERS)[number];
/** The tiers of a span whose words are a term of the concept; the others are near to one. */
export const WORD_TIERS: ReadonlySet<Tier | null> = new Set(TIERS.filter((tier) => tier !== 'dense'));

/** The semantic tags of what a patient has. */
export const CONDITIONS: ReadonlySet<string> = new Set(['disorder', 'finding', 'situation']);

/** Semantic tags of a disease, and of what is complained of or seen. */
export const DISORDER = 'disorder';
export const FINDING = 'finding';

/** Semantic tag of a condition with its context: of a relative, in the past, at risk. */
export const SITUATION = 'situation';

/** Semantic tag of a part of the body. */
export const BODY_STRUCTURE = 'body structure';

/** Semantic tag of what tissue looks like. */
export const MORPHOLOGY = 'morphologic abnormality';

/** Semantic tag of what has a value. */
export const OBSERVABLE = 'observable entity';

/**
 * Why a span is never resolved, whatever its cosine: the letters may stand for something else (an abbreviation in another case or language), the
 * words often have another meaning, or seldom this one and nothing in the note speaks for it (ordinary words are then no span), the concept is what tissue looks like or leaves out the site, the words are near only once a typo is mended, a word is in no term, a single word or a phrase is
 * only like a term, the term that it is like says more or is letters, a phrase is only like a concept while a part of it is a term, or a word beside the span may belong to it.
 */
export const DOUBTS = [
  'letters',
  'other_meaning',
  'rare',
  'morphology',
  'typo',
  'unknown_word',
  'single_word',
  'likeness',
  'unlike',
  'wider',
  'neighbour',
] as const;
export type Doubt = (typeof DOUBTS)[number];

export const SCOPES = ['concepts', 'contexts'] as const;
/** What an API key may call. */
export type KeyScope = (typeof SCOPES)[number];

/** Embeds texts: one vector of length 1 for each, in order. `cache: false` keeps bulk work out of the cache of spans. */
export type Encode = (
  texts: readonly string[],
  options?: { readonly signal?: AbortSignal; readonly cache?: boolean },
) => Promise<Float32Array[]>;

/** Told about long work: the stage, how much of it is done and how much there is. */
export type Progress = (stage: string, done: number, total: number) => void;
