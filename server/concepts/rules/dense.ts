/** Words that are only like a term, mended to one, or letters: whether the concept that stands first says the same at all. */

import type { DescriptionKind } from '../../domain/candidate.js';
import { foldTerm } from '../../text/normalize.js';
import { termKey } from '../../text/term-key.js';
import type { RankedConcept } from '../decide/candidates.js';
import type { TokenRange } from '../mentions/mention.js';
import type { ReviewRule } from './rule.js';

/** Words that add nothing to a term, folded. */
const EMPTY = new Set(
  'a an and as at au aux avec by d de des du en et for in l la le les of on or ou the to un une with'.split(' '),
);
/** How much nearer a mended form must be to count as mended. */
const NEARER = 1e-4;
/** Below it a phrase that we cut ourselves may be no concept at all: "compression fraction" is like "compression fracture". */
const SURE_COSINE = 0.93;
/** From here on a phrase differs from a term in its order or in a preposition only: "fracture clavicule", "fracture de la clavicule". */
const SAME_COSINE = 0.97;

/** What rules are asked about words and the concept that stands first for them. */
export interface TopSubject {
  readonly at: TokenRange;
  readonly words: string;
  readonly top: RankedConcept;
  /** The cosine of the words as they are written to that concept. */
  readonly asWritten: number;
  /** Whether they have typos that were mended. */
  readonly isMended: boolean;
  /** Whether one of them is in no term. */
  readonly isStrange: boolean;
  /** The term that they are like; absent where they have its very words, or where it is too far. */
  readonly term?: { readonly term: string; readonly kind: DescriptionKind } | undefined;
}

const whole = ({ at }: TopSubject) => ({ at });
const isDense = ({ top }: TopSubject) => top.tier === 'dense';

/** Rules that need no more than words and vectors. */
export const FORM_RULES: readonly ReviewRule<TopSubject>[] = [
  {
    // "BBD" is as near to "BBG": the letters of an abbreviation are no likeness.
    id: 'unknown-letters',
    when: (top) => (isDense(top) && hasAbbreviation(top.words) ? whole(top) : null),
    fires: 'Vu pour [LCA rompu] en mars.',
    quiet: 'Vu pour [ligament rompu] en mars.',
  },
  {
    // A word that the terminology lacks may be no typo at all: "ureteritis" is no "urethritis".
    id: 'mended-typo',
    when: (top) => (top.isMended && top.asWritten < top.top.cosine - NEARER ? whole(top) : null),
    fires: 'Admitted with [pnuemonia] on Monday.',
    quiet: 'Admitted with [pneumonia] on Monday.',
  },
  {
    // "Myiasis" is like "toxoplasmosis" by its letters alone, where no term has it.
    id: 'unknown-word',
    when: (top) => (isDense(top) && top.isStrange ? whole(top) : null),
    fires: 'He has [eye myiasis] since his trip.',
    quiet: '[Dental fractures] seen on X-ray.',
  },
  {
    // "Raised" is near to "raised serum lipids": one word that is no term says too little.
    id: 'single-word',
    when: (top) => (isDense(top) && !/\s/.test(top.words) ? whole(top) : null),
    fires: 'Referred for [gastropathy].',
    quiet: 'Referred for [gastritis].',
  },
];

/** Rules that look at the term that words are like. */
export const LIKENESS_RULES: readonly ReviewRule<TopSubject>[] = [
  {
    // The network has learnt what abbreviations stand for, and each for many things: "erythropoietin" is like "EPO", whatever else that is.
    id: 'like-abbreviation',
    when: (top) => (top.term?.kind === 'abbreviation' ? whole(top) : null),
    fires: 'Started on [erythropoietin] for anaemia.',
    quiet: '[Dental fractures] seen on X-ray.',
  },
  {
    // "Common bile duct" is like "common bile duct stone", and no stone is in it.
    id: 'part-of-term',
    when: (top) => {
      const { own, other } = contents(top);
      return isPart(own, other) && own.size < other.size ? whole(top) : null;
    },
    fires: 'The [common bile duct] is normal.',
    quiet: '[Dental fractures] seen on X-ray.',
  },
];

/** What rules are asked about a phrase among the terms around it. */
export interface PhraseSubject {
  readonly at: TokenRange;
  /** What stands first for it; undefined where nothing is near. */
  readonly top: RankedConcept | undefined;
  /** Whether the lexicon has it as another thing than the terms in it, and no term has its words. */
  readonly isOther: boolean;
  /** Whether terms are inside it, and its first concept is another than theirs. */
  readonly isWider: boolean;
}

export const PHRASE_RULES: readonly ReviewRule<PhraseSubject>[] = [
  {
    // "Surgical emphysema" is like the emphysema that it is not.
    id: 'other-phrase',
    when: ({ at, isOther }) => (isOther ? { at } : null),
    fires: 'Chest X-ray: [subcutaneous emphysema] on the right.',
    quiet: 'Chest X-ray: [emphysema] on the right.',
  },
  {
    // "Metastatic rectal cancer" is like "rectal metastasis", and rectal cancer is surely in it.
    id: 'wider-phrase',
    when: ({ at, top, isWider }) => (isWider && (top?.cosine ?? 0) < SAME_COSINE ? { at } : null),
    fires: '[Femoral neck stress fracture] on MRI.',
    quiet: '[Femoral neck fracture] on MRI.',
  },
  {
    id: 'likeness',
    when: ({ at, top }) => (top?.tier === 'dense' && top.cosine < SURE_COSINE ? { at } : null),
    fires: '[Dental fractures] seen on X-ray.',
    quiet: 'Radiographie : [fracture clavicule] à droite.',
  },
];

/** Whether words in mixed case have one in capitals. */
function hasAbbreviation(words: string): boolean {
  return /\p{Lu}{2}/u.test(words) && words !== words.toUpperCase();
}

function contents({ words, term }: TopSubject): { own: ReadonlySet<string>; other: ReadonlySet<string> } {
  return { own: contentOf(words), other: contentOf(term?.term ?? '') };
}

function isPart(own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...own].every((word) => other.has(word));
}

function contentOf(words: string): ReadonlySet<string> {
  const folded = foldTerm(words).split(/[^\p{L}\p{N}+%]+/u);
  return new Set(folded.filter((word) => word !== '' && !EMPTY.has(word)).map(termKey));
}
