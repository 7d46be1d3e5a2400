/** The files of an RF2 release that are read, their columns, and what each cell must be (SNOMED CT Release File Specification). */

import { isSctid, type SctidKind } from '../sctid.js';

/** Which states of its rows a file has. */
export type Rf2View = 'Snapshot' | 'Full' | 'Delta';

export type Rf2Table = 'concepts' | 'descriptions' | 'language' | 'associations' | 'attribute_values' | 'relationships';

/** One kind of cell: its check, and what a fault says. */
interface Cell {
  readonly column: string;
  readonly isRight: (text: string) => boolean;
  readonly want: string;
}

/** One kind of file. */
export interface Rf2Format {
  readonly table: Rf2Table;
  /** What its files are called in most releases: one that is called so must have its columns. */
  readonly names: RegExp;
  readonly cells: readonly Cell[];
  readonly required: boolean;
  /** What the file is for, in a message about its absence. */
  readonly purpose: string;
}

/** Older releases name the last column of associations so. */
const COLUMN_ALIASES: Readonly<Record<string, string>> = { targetComponent: 'targetComponentId' };

/** The columns that a header names, without those at the end that have no name. */
export function columnsOf(header: string): string[] {
  const columns = header
    .replace(/^\uFEFF/, '')
    .split('\t')
    .map((column) => COLUMN_ALIASES[column.trim()] ?? column.trim());
  while (columns.length > 1 && columns.at(-1) === '') columns.pop();
  return columns;
}

const MOST_TERM = 4_096;
const KNOWN = new Map<string, boolean>();
const MOST_KNOWN = 5_000;

const sctid = (column: string, kind: SctidKind): Cell => ({
  column,
  isRight: (text) => isSctid(text, kind),
  want: `a ${kind} identifier with a right check digit`,
});

/** An identifier that few rows share among them (modules, types): each is checked once. */
const constant = (column: string): Cell => ({
  column,
  isRight: (text) => {
    let known = KNOWN.get(text);
    if (known === undefined) {
      known = isSctid(text, 'concept');
      if (KNOWN.size < MOST_KNOWN) KNOWN.set(text, known);
    }
    return known;
  },
  want: 'a concept identifier with a right check digit',
});

const pattern = (column: string, expression: RegExp, want: string): Cell => ({
  column,
  isRight: (text) => expression.test(text),
  want,
});

const EFFECTIVE_TIME = pattern(
  'effectiveTime',
  /^[12]\d{3}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
  'a date as YYYYMMDD',
);
const ACTIVE = pattern('active', /^[01]$/, '0 or 1');
const COMPONENT = (id: Cell): readonly Cell[] => [id, EFFECTIVE_TIME, ACTIVE, constant('moduleId')];
const MEMBER = COMPONENT(pattern('id', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'a UUID'));
const TERM: Cell = {
  column: 'term',
  isRight: (text) => text.trim() !== '' && text.length <= MOST_TERM,
  want: `1 to ${MOST_TERM} characters`,
};

/** The files that are read, in the order of loading. */
export const RF2_FORMATS: readonly Rf2Format[] = [
  {
    table: 'concepts',
    names: /^[xz]?sct2_Concept_/,
    cells: [...COMPONENT(sctid('id', 'concept')), constant('definitionStatusId')],
    required: true,
    purpose: 'concepts',
  },
  {
    table: 'descriptions',
    names: /^[xz]?sct2_Description_/,
    cells: [
      ...COMPONENT(sctid('id', 'description')),
      sctid('conceptId', 'concept'),
      pattern('languageCode', /^[a-z]{2}(-[A-Za-z0-9-]+)?$/, 'a language code'),
      constant('typeId'),
      TERM,
      constant('caseSignificanceId'),
    ],
    required: true,
    purpose: 'terms',
  },
  {
    table: 'language',
    names: /^[xz]?der2_cRefset_Language/,
    cells: [
      ...MEMBER,
      constant('refsetId'),
      sctid('referencedComponentId', 'description'),
      constant('acceptabilityId'),
    ],
    required: true,
    purpose: 'preferred terms',
  },
  {
    table: 'associations',
    names: /^[xz]?der2_cRefset_Association/,
    cells: [
      ...MEMBER,
      constant('refsetId'),
      pattern('referencedComponentId', /^[1-9]\d{5,17}$/, 'an identifier'),
      pattern('targetComponentId', /^[1-9]\d{5,17}$/, 'an identifier'),
    ],
    required: false,
    purpose: 'what replaces an inactive concept',
  },
  {
    table: 'attribute_values',
    names: /^[xz]?der2_cRefset_AttributeValue/,
    cells: [
      ...MEMBER,
      constant('refsetId'),
      pattern('referencedComponentId', /^[1-9]\d{5,17}$/, 'an identifier'),
      constant('valueId'),
    ],
    required: false,
    purpose: 'why a term is inactive',
  },
  {
    table: 'relationships',
    names: /^[xz]?sct2_Relationship_/,
    cells: [
      ...COMPONENT(sctid('id', 'relationship')),
      sctid('sourceId', 'concept'),
      sctid('destinationId', 'concept'),
      pattern('relationshipGroup', /^\d{1,4}$/, 'a number'),
      constant('typeId'),
      constant('characteristicTypeId'),
      constant('modifierId'),
    ],
    required: false,
    purpose: 'the hierarchy',
  },
];
