/** Labels with what is said of them: "Mood: low" is a low mood, and "Skin: rash" no more than a rash. */

import { range, type Window } from '../detection/windows.js';
import { CONDITIONS } from '../domain.js';
import { SUBSTANCES } from '../ranking/amount-sense.js';
import { doubtAll } from '../ranking/known-words.js';
import type { Note } from '../text/note.js';
import type { Worded } from './worded.js';

/**
 * The same without labels that list what was given ("Vaccines: HBV"), that say no more than what stands behind them ("Skin: rash"), that cut a term there in two ("Mood: low BP"), or whose dash,
 * comma or bracket stands between two things that somebody has ("Gallstones - pancreatitis"). Behind a colon the two together are for review: "Stress: fracture".
 */
export function soundLabels(known: readonly Worded[]): readonly Worded[] {
  const plain = new Map<number, Worded[]>();
  for (const window of known) {
    if (window.labelled) continue;
    const others = plain.get(window.from);
    if (others === undefined) plain.set(window.from, [window]);
    else others.push(window);
  }
  const underColon = new Set(
    known.filter(({ labelled }) => labelled === ':').flatMap(({ from, to }) => range(from, to)),
  );
  return known.flatMap((window) => {
    if (window.labelled === undefined) return [window];
    // "Stress: fracture, healed" is a stress fracture before it is a healed one.
    if (window.labelled !== ':' && underColon.has(window.from)) return [];
    if (window.exact.every(({ semantic_tag }) => SUBSTANCES.has(semantic_tag))) return [];
    const inside = range(window.from + 1, window.to).flatMap((at) => plain.get(at) ?? []);
    if (inside.some(({ to }) => to > window.to)) return [];
    const values = inside.filter(({ to }) => to === window.to);
    const same = values.filter((value) => saysAsMuch(value, window));
    // Letters may mean something else: "Imms: UTD".
    if (same.some(({ doubted }) => doubted.size === 0)) return [];
    if (!values.some((value) => isCondition(value) && !same.includes(value))) return [window];
    return window.labelled !== ':' ? [] : [{ ...window, doubted: doubtAll(sctidsOf(window), 'neighbour') }];
  });
}

function saysAsMuch(value: Worded, { exact }: Worded): boolean {
  return exact.every(({ sctid }) => value.exact.some((hit) => hit.sctid === sctid));
}

function isCondition({ exact }: Worded): boolean {
  return exact.some(({ semantic_tag }) => CONDITIONS.has(semantic_tag));
}

function sctidsOf({ exact }: Worded): string[] {
  return exact.map(({ sctid }) => sctid);
}

/** The words of a label and of what is said of it, in the order of the reading that finds them: "low Mood". */
export function wordsInOrder(
  { tokens, text }: Note,
  window: Window,
  order: readonly number[] = range(window.from, window.to),
): string {
  const words = order.map((at) => tokens[at]).filter((token) => token?.norm !== window.labelled);
  return words.map((token) => text.slice(token?.start, token?.end)).join(' ');
}
