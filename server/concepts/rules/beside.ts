/** A span with the words beside it, as the rules of the boundary read them. */

import type { Token } from '../../text/token.js';
import { REFINEMENT } from '../../text/words.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { CONTENT } from '../annotate/token-role.js';
import type { Mention } from '../mentions/mention.js';
import type { Evidence, Trace } from './evidence.js';
import type { ClearRuleId } from './precedence.js';
import { atToken } from './rule.js';

/** Shorter words beside a span seldom make another concept of it. */
const SHORTEST_WORD = 3;
/** A lumbar vertebra or its disc: "L4", "L5S1". Other letters with a number may be a day, a stage, an image or a heart sound. */
const LEVEL = /^l[1-5](?:[ls]?[1-5])?$/;

/** A span with what stands beside it. */
export class Boundary {
  readonly tokens: readonly Token[];
  /** The first tokens before and behind that do not only refine it: words of side, degree and course leave a concept what it is. */
  readonly before: number;
  readonly behind: number;
  /** Which rules said that a token is an idea of its own. */
  readonly cleared: Evidence[] = [];

  /**
   * @param isInside whether the span is a part of a clinical phrase, and not its head
   * @param apartBy the rule that says that a token beside the span is an idea of its own
   */
  constructor(
    readonly note: AnnotatedNote,
    readonly span: Mention,
    readonly isInside: boolean,
    private readonly apartBy: (at: number) => ClearRuleId | undefined = () => undefined,
  ) {
    this.tokens = note.tokens;
    const { from, to } = span;
    let behind = to;
    for (let step = 1; step > 0; behind += step) step = this.#isRefining(behind) ? 1 : this.#refiningPhrase(behind);
    let before = from - 1;
    while (this.#isRefining(before) || this.#isPossessive(before)) before--;
    this.behind = behind;
    this.before = before;
  }

  get begin(): number {
    return this.note.sentences[this.span.sentence]?.from ?? this.span.from;
  }

  get end(): number {
    return this.note.sentences[this.span.sentence]?.to ?? this.span.to;
  }

  isApart(at: number): boolean {
    const rule = this.apartBy(at);
    if (rule !== undefined) this.cleared.push({ ...atToken(at), rule, sctid: null, effect: 'clear' });
    return rule !== undefined;
  }

  /** Whether a token is a word of the same sentence that may belong to the span. */
  isWord(at: number): boolean {
    if (at < this.begin || at >= this.end || this.note.sentences[this.span.sentence] === undefined) return false;
    const norm = this.tokens[at]?.norm ?? '';
    const isLong = norm.length >= SHORTEST_WORD || LEVEL.test(norm);
    return this.note.roles[at] === CONTENT && isLong && !this.isApart(at);
  }

  /** A trace at a token that is such a word. */
  word(at: number): Trace | null {
    return this.isWord(at) ? atToken(at) : null;
  }

  isJoined(at: number): boolean {
    return this.tokens[at]?.joined === true;
  }

  #isRefining(at: number): boolean {
    return this.isWord(at) && this.note.classes.is(REFINEMENT, at);
  }

  /** "Meckel's diverticulitis" */
  #isPossessive(at: number): boolean {
    return at > this.begin && this.tokens[at]?.norm === "'s" && this.tokens[at]?.start === this.tokens[at - 1]?.end;
  }

  /** How many tokens a phrase takes that only refines what stands before it: "anémie à l'entrée", "fracture peu déplacée". */
  #refiningPhrase(at: number): number {
    if (at >= this.end || (this.tokens[at]?.breaks ?? 0) > 0) return 0;
    return this.note.classes.from(at).find((match) => match.class === REFINEMENT && match.length > 1)?.length ?? 0;
  }
}
