/** Judged notes as the fit of the decision takes them: the service is asked, and its first candidates are looked up in the verdicts. */

import type { ConceptEntry, ConceptsAnswer, ConceptsRequest } from '../concepts/answer.js';
import type { Range } from '../domain/range.js';
import type { JudgedSpan } from './fit-decision.js';

/** What a reader says of a concept for words of a note; `test/evaluation/judged/README.md` tells when each applies. */
export const VERDICTS = ['right', 'too_general', 'too_specific', 'other_kind', 'other_meaning'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A note with what readers said of the codes that were given for its words. */
export interface JudgedNote {
  readonly id: string;
  readonly text: string;
  readonly judged: readonly (Range & {
    readonly sctid: string;
    /** One of each reader, always in the same order. */
    readonly verdicts: readonly Verdict[];
  })[];
}

/** Tells a judged candidate from the others of its note. */
export function judgedPlace({ start, end }: Range, sctid: string): string {
  return `${start}-${end} ${sctid}`;
}

type Extract = (request: ConceptsRequest, signal: AbortSignal) => Promise<ConceptsAnswer>;

/** A judged span with its answer. */
export interface AnsweredSpan extends JudgedSpan {
  readonly entry: ConceptEntry;
}

/** The first candidates of notes that have been judged; right is what every reader says is right. */
export async function answeredSpans(extract: Extract, notes: readonly JudgedNote[]): Promise<AnsweredSpan[]> {
  const { signal } = new AbortController();
  const spans: AnsweredSpan[] = [];
  for (const { id, text, judged } of notes) {
    const verdicts = new Map(judged.map((each) => [judgedPlace(each, each.sctid), each.verdicts]));
    const { concepts } = await extract({ text, language: 'auto', explain: true }, signal);
    for (const entry of concepts) {
      const said = verdicts.get(judgedPlace(entry, entry.candidates[0]?.code ?? ''));
      const features = entry.explain?.moved_by ?? [];
      if (said === undefined || features.length === 0) continue;
      spans.push({ note: id, features, right: said.every((verdict) => verdict === 'right'), entry });
    }
  }
  return spans;
}
