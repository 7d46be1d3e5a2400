/** The short signs behind a span that say its context. */

/** The names of the signs of a context, in the order they are shown. */
export function marksOf(context, differs = false) {
  const { assertion, subject, temporality, role } = context;
  const marks = [];
  if (assertion && assertion.value !== 'affirmed') marks.push(assertion.value);
  if (subject && subject.value !== 'patient') marks.push(subject.value);
  if (temporality && temporality.value !== 'current') marks.push(temporality.value);
  // A past of the patient is always history, and so is a family's: one sign is enough.
  if (role?.value === 'history' && subject?.value === 'patient' && temporality?.value !== 'past') marks.push('history');
  if (role?.value === 'reason_for_encounter') marks.push('reason_for_encounter');
  if (differs) marks.push('draft');
  return marks;
}

/** What a screen reader says of a span: its words, its status, its context, its review. */
export function labelOf(texts, { concept, marks, review }) {
  const said = review ? [texts.review.said[review.verdict]] : [];
  return [concept.span, texts.status[concept.status], ...marks.map((mark) => texts.markNames[mark]), ...said];
}
