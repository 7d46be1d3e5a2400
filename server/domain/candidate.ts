/** What a span is matched to: candidates, how they were found, and the status. */

export const STATUSES = ['resolved', 'flag', 'unresolved'] as const;
export type Status = (typeof STATUSES)[number];

/** A concept that a span may mean; `cosine` in [-1, 1], four decimals. */
export interface Candidate {
  readonly code: string;
  readonly display: string;
  /** Which kind of thing it is, as its fully specified name says: "disorder", "substance". */
  readonly semantic_tag: string;
  readonly cosine: number;
}

export const DESCRIPTION_KINDS = ['fsn', 'preferred', 'synonym', 'abbreviation', 'local'] as const;
export type DescriptionKind = (typeof DESCRIPTION_KINDS)[number];

/** How a candidate was found; the first tier is the strongest evidence. */
export const TIERS = ['exact', 'abbreviation', 'inflection', 'typo', 'dense'] as const;
export type Tier = (typeof TIERS)[number];
/** The tiers of a span whose words are a term of the concept; the others are near to one. */
export const WORD_TIERS: ReadonlySet<Tier | null> = new Set(TIERS.filter((tier) => tier !== 'dense'));
