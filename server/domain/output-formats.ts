/** The formats in which `extract` answers; the first is the default. */

export const OUTPUT_FORMATS = ['json', 'fhir', 'omop'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
