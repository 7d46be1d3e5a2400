/** Scores the ranking of phrases that stand alone. */

import type { OpenService } from '../../app/open-service.js';
import { askPhrases } from '../../app/threshold-fit.js';
import { type RankedConcept, topAndMargin } from '../../concepts/decide/candidates.js';
import { statusOf } from '../../concepts/decide/status.js';
import type { Status } from '../../domain/candidate.js';
import { LANGUAGES } from '../../domain/language.js';
import type { LabelledPhrase } from '../../terminology/labelled-phrases.js';
import { share } from './intervals.js';
import { withoutAccents, withTypo } from './perturb.js';

/** A labelled phrase with the answer to it. */
export interface RankedPhrase extends LabelledPhrase {
  readonly ranked: readonly RankedConcept[];
  readonly cosine: number;
  readonly margin: number;
  readonly status: Status;
  /** Whether the served terminology has a right concept. */
  readonly known: boolean;
}

/** Asks the service for every phrase. */
export async function rankLabelled(opened: OpenService, phrases: readonly LabelledPhrase[]): Promise<RankedPhrase[]> {
  const { live, handle } = opened;
  if (live.state === null)
    throw new Error('No terminology is served yet: start the service once, or import a release.');
  const { serving, thresholds } = live.state;
  const answers = await askPhrases(handle.db, serving.releaseId, phrases, opened.rank);
  return answers.map(({ phrase, answer: { ranked, doubt }, known }) => {
    const { cosine, margin } = topAndMargin(ranked);
    const tier = ranked[0]?.tier ?? null;
    const status = statusOf({ cosine, margin, tier, doubt, probability: null }, thresholds[phrase.language]);
    return { ...phrase, ranked, cosine, margin, status, known };
  });
}

/** Whether the first concept is a right one. */
export function isRight({ ranked, right }: RankedPhrase): boolean {
  return right.includes(ranked[0]?.sctid ?? '');
}

/** Scores phrases by language, as they stand, mistyped and without accents; with `faults` every wrong first answer as a JSON line. */
export async function scorePhrases(
  opened: OpenService,
  phrases: readonly LabelledPhrase[],
  { faults = false }: { readonly faults?: boolean | undefined },
): Promise<string> {
  const lines: string[] = [];
  for (const language of LANGUAGES) {
    const asked = phrases.filter((phrase) => phrase.language === language);
    if (asked.length === 0) continue;
    const answered = await rankLabelled(opened, asked);
    lines.push(`${language}: ${asked.length} phrases`, ...report(answered));
    for (const [name, change] of [
      ['one typo', withTypo],
      ['no accents', withoutAccents],
    ] as const) {
      const changed = await rankLabelled(
        opened,
        asked.map((phrase) => ({ ...phrase, words: change(phrase.words) })),
      );
      lines.push(`   ${name.padEnd(18)} ${accuracy(changed.filter(({ known }) => known))}`);
    }
    if (faults) lines.push(...answered.filter((item) => item.known && !isRight(item)).map(toFault));
    if (faults) lines.push(...answered.filter(isConfused).map(toFault));
  }
  return lines.join('\n');
}

function report(answered: readonly RankedPhrase[]): string[] {
  const known = answered.filter((item) => item.known);
  const other = known.filter((item) => item.ranked[0]?.tier === 'dense' || item.ranked[0]?.tier === 'typo');
  const resolved = answered.filter((item) => item.status === 'resolved');
  const warned = answered.filter((item) => item.wrong.length > 0);
  return [
    `   concept is here    ${share(known.length, answered.length)}`,
    `   of these           ${accuracy(known)}`,
    `   not by their words ${accuracy(other)}`,
    `   resolved           ${share(resolved.length, answered.length)} of all, ${share(resolved.filter(({ known }) => known).length, known.length)} of these; right ${share(resolved.filter(isRight).length, resolved.length)}`,
    ...(warned.length === 0
      ? []
      : [`   resolved to a look-alike ${warned.filter(isConfused).length} of ${warned.length}`]),
  ];
}

function accuracy(items: readonly RankedPhrase[]): string {
  const five = items.filter(({ ranked, right }) => ranked.slice(0, 5).some(({ sctid }) => right.includes(sctid)));
  return `acc@1 ${share(items.filter(isRight).length, items.length)}  acc@5 ${share(five.length, items.length)}`;
}

function isConfused({ status, wrong, ranked }: RankedPhrase): boolean {
  return status === 'resolved' && wrong.includes(ranked[0]?.sctid ?? '');
}

function toFault({ language, words, right, status, ranked }: RankedPhrase): string {
  const got = ranked.map(({ sctid, cosine }) => `${sctid} ${cosine}`);
  return JSON.stringify({ language, words, right, status, got });
}
