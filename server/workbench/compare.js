/** What a draft of the lexicon would change. */

export const AXES = ['assertion', 'subject', 'temporality', 'certainty', 'role'];

/**
 * The axes of each span whose value or trigger differ, in the order of the spans.
 * @returns {{ axis: string, active: object | null, draft: object | null }[][]}
 */
export function differences(active, draft) {
  return active.map((entry, index) =>
    AXES.map((axis) => ({ axis, active: entry.context[axis], draft: draft[index]?.context[axis] ?? null })).filter(
      ({ active: one, draft: other }) => one?.value !== other?.value || one?.trigger !== other?.trigger,
    ),
  );
}

/** Whether a version is that of a draft: "12+draft.radiology". */
export const isDraft = (lexiconVersion) => lexiconVersion.includes('+draft.');
