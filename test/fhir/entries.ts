/** Hand-made spans for tests of the mapping. */

import type { ExtractEntry } from '../../server/app/extract.js';
import { saidOf } from '../../server/app/said.js';
import type { Axis, AxisValue, SpanContext } from '../../server/domain/axes.js';
import { AXES, AXIS_VALUES } from '../../server/domain/axes.js';
import { bundleOf } from '../../server/fhir/bundle.js';
import type { Request } from '../../server/fhir/request.js';
import { readNote } from '../../server/text/note.js';
import { shippedLexicon } from '../support/annotated.js';

type Read = AxisValue | null | readonly [AxisValue, string];
type Made = Partial<Omit<ExtractEntry, 'context'>> & { readonly context?: { readonly [A in Axis]?: Read } };

/** A span that says nothing but the defaults: a sure disorder, affirmed, of the patient, current. */
export function entry({ context = {}, ...members }: Made = {}): ExtractEntry {
  const code = members.code === undefined ? '195967001' : members.code;
  const semantic_tag = members.semantic_tag === undefined ? 'disorder' : members.semantic_tag;
  const candidates =
    semantic_tag === null
      ? []
      : [{ code: code ?? '195967001', display: members.span ?? 'asthma', semantic_tag, cosine: 1 }];
  return {
    span: 'asthma',
    start: 4,
    end: 10,
    candidates,
    code,
    cosine: 1,
    margin: 1,
    concept_confidence: 1,
    status: code === null ? 'unresolved' : 'resolved',
    semantic_tag,
    language: 'en',
    section: null,
    context: contextOf(context),
    context_confidence: 0.95,
    readable_note: 'As the note says.',
    ...members,
  } as ExtractEntry;
}

function contextOf(read: { readonly [A in Axis]?: Read }): SpanContext {
  const axes = (Object.keys(AXIS_VALUES) as Axis[]).map((axis) => {
    const given = read[axis] === undefined ? AXIS_VALUES[axis][0] : (read[axis] as Read);
    if (given === null) return [axis, null];
    const [value, trigger] = typeof given === 'string' ? [given, null] : given;
    return [axis, { value, confidence: 0.95, trigger }];
  });
  return Object.fromEntries(axes) as SpanContext;
}

function triggersOf({ context }: ExtractEntry): readonly string[] {
  return AXES.flatMap((axis) => context[axis]?.trigger ?? []);
}

/** A resource as JSON has it, loosely typed. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
export type Resource = any;

/** The Bundle of spans, as it is sent. */
export async function bundle(spans: readonly ExtractEntry[], request: Partial<Request> = {}): Promise<Resource> {
  const versions = { model: 'model 1', terminology: 'seed 1', lexicon: '1' };
  const asked: Request = { text: 'Has asthma.', offsets: 'utf16', ...request };
  const lexicon = shippedLexicon();
  const note = readNote(asked.text, 'auto', lexicon.vocabulary);
  const said = spans.map((each) => ({ ...each, said: () => saidOf(note, lexicon, each, triggersOf(each)) }));
  return JSON.parse(JSON.stringify(await bundleOf({ language: 'en', versions, spans: said }, asked)));
}

/** The one resource of one span. */
export async function mapped(made: Made, request: Partial<Request> = {}): Promise<Resource> {
  const { entry: entries } = await bundle([entry(made)], { patient: 'Patient/1', ...request });
  return entries[0].resource;
}
