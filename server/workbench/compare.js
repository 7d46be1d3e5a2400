/** What a draft of the lexicon would change. */

export const AXES = ['assertion', 'subject', 'temporality', 'certainty', 'role'];

/**
 * The axes of each span whose value or trigger differ, in the order of the spans.
 * @returns {{ axis: string, active: object | null, draft: object | null }[][]}
 */
export function differences(active, draft) {
  return active.map((entry, index) =>
    AXES.map((axis) => ({ axis, active: side(entry, axis), draft: side(draft[index], axis) })).filter(
      ({ active: one, draft: other }) => one?.value !== other?.value || one?.trigger !== other?.trigger,
    ),
  );
}

/** The answer on one axis with the row that decided; null where the axis does not apply. */
function side(entry, axis) {
  const answer = entry?.context[axis];
  const { row, source } = entry?.explain?.find((decision) => decision.axis === axis) ?? {};
  return answer ? { ...answer, row, source } : null;
}

/** Whether a version is that of a draft: "12+draft.radiology". */
export const isDraft = (lexiconVersion) => lexiconVersion.includes('+draft.');
