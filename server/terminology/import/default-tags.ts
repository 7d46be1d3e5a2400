/** Concepts that a note names: no body parts, qualifiers, organisms or model concepts. */
export const DEFAULT_TAGS = [
  'clinical drug',
  'disorder',
  'event',
  'finding',
  'medicinal product',
  'observable entity',
  'procedure',
  'product',
  'regime/therapy',
  'situation',
  'substance',
] as const;
