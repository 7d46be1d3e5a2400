/** Words of a term that the note has elsewhere or not at all: shared in a list, left out, behind a sign. */

import type { LabelSign } from '../mentions/mention.js';
import { atMention, type ReviewRule, type TermSubject } from './rule.js';

/** Signs that part things of a list too. */
const OPEN_SIGNS: ReadonlySet<LabelSign> = new Set<LabelSign>(['-', ',', '(']);

export const LIST: readonly ReviewRule<TermSubject>[] = [
  {
    // "Fracture of the fourth rib" is looked up as a fracture of the rib.
    id: 'words-left-out',
    when: ({ variant, mention }) => {
      const gap = variant?.gap?.at;
      if (gap === undefined) return null;
      return gap.length === 0 ? atMention(mention) : { at: { from: gap[0] as number, to: (gap.at(-1) as number) + 1 } };
    },
    fires: 'X-ray: [fracture of the left fourth rib], no effusion.',
    quiet: 'X-ray: [fracture of the right clavicle], no effusion.',
  },
  {
    // "Knee pain and swelling": the swelling may be that of the knee.
    id: 'shared-site',
    when: ({ sharesSite, mention }) => (sharesSite ? atMention(mention) : null),
    fires: 'Ankle pain and [swelling] after a fall.',
    quiet: 'Fever, rash and [swelling] after a sting.',
  },
  {
    // The sign behind a label may begin the next thing too: a dash, a comma.
    id: 'open-label',
    when: ({ mention: { sign, ...mention } }) =>
      sign !== undefined && OPEN_SIGNS.has(sign) ? atMention(mention) : null,
    fires: 'Seen at home today. [Pain - epigastric], worse at night.',
    quiet: 'Seen at home today. [Mood: low], eating well.',
  },
];
