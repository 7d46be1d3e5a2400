/** Which spans are listed, how many there are of each status, and which one is to be reviewed next. */

export const STATUSES = ['resolved', 'flag', 'unresolved'];
/** Lists everything. */
export const NO_FILTER = { status: 'all', assertion: 'all', text: '' };

/** Without case and accents. */
export function folded(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * @param {{ concept: object, context: object, review: object | undefined }[]} items the spans of a note, in its order
 * @param {{ status: string, assertion: string, text: string }} filter `all` or a value; assertion `none` where it does not apply
 * @returns {{ listed: number[], counts: Record<string, number> }} places of the spans that are listed, and how many each status would list
 */
export function filtered(items, filter) {
  const words = folded(filter.text.trim());
  const counts = { all: 0, resolved: 0, flag: 0, unresolved: 0 };
  const listed = [];
  items.forEach(({ concept, context }, index) => {
    const assertion = context.context.assertion?.value ?? 'none';
    if (filter.assertion !== 'all' && filter.assertion !== assertion) return;
    if (words !== '' && !searched(concept).includes(words)) return;
    counts.all += 1;
    counts[concept.status] += 1;
    if (filter.status === 'all' || filter.status === concept.status) listed.push(index);
  });
  return { listed, counts };
}

function searched({ span, candidates }) {
  const [first] = candidates;
  return folded(first ? `${span}\n${first.code}\n${first.display}` : span);
}

/** Whether a person has to look at a span. */
export function isOpen({ concept, review }) {
  return concept.status !== 'resolved' && review === undefined;
}

/** The next listed span to review behind a place, from the top again at the end; undefined where none is left. */
export function nextToReview(items, listed, from) {
  const open = listed.filter((index) => isOpen(items[index]));
  return open.find((index) => index > (from ?? -1)) ?? open[0];
}
