/** How the concept table of a site's OMOP CDM names a concept of SNOMED CT. */

export interface SiteConcept {
  /** The row of vocabulary SNOMED with this code. */
  readonly sourceConceptId: number;
  /** The standard concepts that it maps to, ascending; itself where it is standard; perhaps none. */
  readonly standardConceptIds: readonly number[];
}

/** By SCTID; what the site does not have is absent. */
export type SiteConcepts = ReadonlyMap<string, SiteConcept>;
