/** Words of triggers and spans, in English and French, that say more than the axis they decided. */

import { AXES } from '../domain/axes.js';
import type { Entry } from './entry.js';

const PHRASES = {
  /** It is over, and the patient is well. */
  resolved: /resolv|recover|healed|cured|cleared|\bgone\b|dispar|gu[ée]ri|r[ée]solu/i,
  remission: /r[ée]mission/i,
  /** It has come back. */
  recurrence: /recurren|relaps|r[ée]cidiv|rechut/i,
  /** A medicine was taken and is no longer. */
  stopped: /stop|discontinu|ceas|withdr[ae]w|arr[êe]t|interrom/i,
  /** A test was done and found nothing. */
  negative:
    /n[ée]gati[fv]|\bneg\b|not (?:detected|found|isolated)|undetect|ind[ée]tect|non (?:d[ée]tect|retrouv|d[ée]cel)/i,
  allergy: /allerg|intol[ée]ran|hypersensib/i,
} as const;
export type Phrase = keyof typeof PHRASES;

/** Whether the words that decided an axis, or those of the span, say so. */
export function says(entry: Entry, phrase: Phrase): boolean {
  return decidedBy(entry, phrase) || PHRASES[phrase].test(entry.span);
}

/** Whether the words that decided an axis say so. */
export function decidedBy({ context }: Entry, phrase: Phrase): boolean {
  return AXES.some((axis) => PHRASES[phrase].test(context[axis]?.trigger ?? ''));
}

const ALLERGIC_TO =
  /\b(?:allerg(?:ic|y|ies) to|allergi(?:e|es|que|ques) (?:à|aux?)|intolerant (?:of|to)|intolérante? (?:à|aux?))\s[^.;:!?\n]*$/iu;

/** Whether the sentence says before the span what the patient is allergic to. */
export function isBehindAllergicTo({ start }: Entry, text: string): boolean {
  return ALLERGIC_TO.test(text.slice(Math.max(0, start - MOST_BEFORE), start));
}

/** Characters before a span that are read. */
const MOST_BEFORE = 200;
