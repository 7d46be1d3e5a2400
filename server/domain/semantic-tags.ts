/** The semantic tags of SNOMED CT that the code tells apart. */

/** The semantic tags of what a patient has. */
export const CONDITIONS: ReadonlySet<string> = new Set(['disorder', 'finding', 'situation']);

/** The semantic tags of what a patient has or what befell one. */
export const HAPPENINGS: ReadonlySet<string> = new Set([...CONDITIONS, 'event']);

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

/** Semantic tags of what is taken. */
export const SUBSTANCES: ReadonlySet<string> = new Set(['substance', 'medicinal product', 'product', 'clinical drug']);

/** Semantic tags of what is measured. */
export const MEASURES: ReadonlySet<string> = new Set(['procedure', OBSERVABLE]);
