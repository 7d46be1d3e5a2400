/** What every mapping of a span gets beside it. */

import type { Extension, Meta, Reference } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';

export interface About {
  /** Members that every clinical resource begins with. */
  readonly base: { readonly id: string; readonly meta?: Meta; readonly extension: Extension[] };
  readonly patient: Reference;
  /** Date of the note, YYYY-MM-DD. */
  readonly date?: string | undefined;
  /** Of an allergy: what it did. */
  readonly reactions?: readonly ExtractEntry[];
}
