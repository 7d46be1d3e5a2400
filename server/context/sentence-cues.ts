/** What context analysis knows of one sentence: its cues, its clause structure, the reach of each cue. */

import type { Axis } from '../domain/axes.js';
import type { Language } from '../domain/language.js';
import { ANSWER, answerLimit, answersBefore, hasColon, isCompleteAnswer, KEY_PUNCTUATION } from '../lexicon/answer.js';
import type { Lexicon } from '../lexicon/compile.js';
import { findMatches, type Match, type MatchSource } from '../lexicon/match.js';
import type { Note, Sentence } from '../text/note.js';
import { Clause, NOTHING } from './clause.js';
import { type Cue, type PrunedMatches, prune } from './prune.js';
import { backwardExtent, type Extent, forwardExtent } from './scope.js';

/** A target as the engine sees it: tokens [from, to) of its sentence. */
export interface TokenSpan {
  readonly from: number;
  readonly to: number;
}

/** What a concept is: a substance or product, what one has or what befalls one, or what is done, measured and so on. */
export type TargetKind = 'taken' | 'had' | 'other';

/** A target, and what its concept is, where that is known. */
export interface TargetSpan extends TokenSpan {
  readonly kind?: TargetKind | undefined;
}

/** Words of a label before its colon. */
const MAX_KEY_WORDS = 6;
/** A cue inside a longer span is no part of a name. */
const MAX_NAME_TOKENS = 12;
const NO_SPANS: readonly TokenSpan[] = [];

/** The cues of one sentence; built once, asked for every target in it. */
export class SentenceCues {
  readonly language: Language;
  readonly cues: PrunedMatches['cues'];
  private readonly pruned: PrunedMatches;
  private clauses: Clause | null = null;
  private forward: Map<Match, Extent> | null = null;
  private backward: Map<Match, Extent> | null = null;
  private histories: Set<number> | null = null;
  private masks: ReadonlyMap<number, readonly TokenSpan[]> | null = null;

  constructor(
    private readonly note: Note,
    readonly sentence: Sentence,
    private readonly lexicon: Lexicon,
    readonly spans: readonly TargetSpan[],
  ) {
    this.language = sentence.language;
    this.pruned = prune(matchSentence(note, sentence, lexicon));
    this.cues = this.pruned.cues;
  }

  /** Read when a cue first asks for it: most sentences have none. */
  get clause(): Clause {
    if (this.clauses === null) {
      const { sentence, spans, pruned } = this;
      const words = this.lexicon.vocabulary.words[this.language];
      this.clauses = new Clause(this.note, sentence, words, pruned.terminators, spans, negators(pruned));
    }
    return this.clauses;
  }

  /** Whether the sentence stands under the heading of a history. */
  get isInHistory(): boolean {
    const rule = this.note.sections[this.sentence.section]?.rule;
    return rule != null && this.lexicon.sections.get(rule.id)?.role === 'history';
  }

  /** The cues of an axis, in order of their start. */
  of(axis: Axis): readonly Cue[] {
    return this.cues[axis];
  }

  forwardExtent(match: Match): Extent {
    this.forward ??= new Map();
    return cached(this.forward, match, () => this.withoutHistory(match, forwardExtent(this.clause, match)));
  }

  /** A reason for the encounter ends at the comma before an item that is known or past: "admitted for X, known Y". */
  private withoutHistory(match: Match, extent: Extent): Extent {
    if (match.compiled.row.value !== 'reason_for_encounter') return extent;
    this.histories ??= new Set(
      this.cues.temporality.filter((cue) => this.tellsHistory(cue)).map((cue) => cue.match.from),
    );
    let comma = -1;
    for (let at = extent.from; at < extent.to; at++) {
      if (this.clause.isComma(at)) comma = at;
      else if (this.clause.endsItemAt(at) || this.clause.coordinator(at) !== NOTHING) comma = -1;
      if (comma >= 0 && this.histories.has(at)) return { ...extent, to: comma, end: 'new statement' };
    }
    return extent;
  }

  /** Whether a cue says in words, not by a date or duration, that an item is chronic or past. */
  private tellsHistory({ match, killers }: Cue): boolean {
    const { row, dated } = match.compiled;
    const undated = row.value !== 'current' && row.reason === null && !dated;
    return undated && killers.length === 0 && this.masksOf(match).length === 0;
  }

  backwardExtent(match: Match): Extent {
    this.backward ??= new Map();
    return cached(this.backward, match, () => backwardExtent(this.clause, match));
  }

  /** The first token of the key whose answer a match is. */
  keyStart(match: Match): number {
    let at = match.from;
    while (at > this.clause.from && this.clause.wordCount(at - 1, match.from) <= MAX_KEY_WORDS) {
      const token = this.clause.token(at - 1);
      const goesOn = KEY_PUNCTUATION.includes(token.norm) || this.isOfInitial(at - 1);
      if (token.kind === 'punctuation' && !goesOn) break;
      at--;
      if (token.spaces >= 2 && this.opensKey(at)) break;
    }
    return at;
  }

  /** Whether a token is the full stop of an initial: "C. difficile". */
  private isOfInitial(at: number): boolean {
    if (at <= this.clause.from || this.clause.token(at).norm !== '.') return false;
    const { capital, start, end } = this.clause.token(at - 1);
    return capital && end - start === 1 && end === this.clause.token(at).start;
  }

  /** Whether a word behind a wide gap begins a key, and does not go on with one: "BP 120/80  Chest  pain: no". */
  private opensKey(at: number): boolean {
    if (at <= this.clause.from || this.clause.token(at).capital) return true;
    const before = this.clause.token(at - 1);
    return before.kind !== 'word' || this.lexicon.vocabulary.words[this.language].has(ANSWER, before.norm);
  }

  /** Submitted spans that hold a match and more: for other spans it is part of a name, not a cue. */
  masksOf(match: Match): readonly TokenSpan[] {
    this.masks ??= namesByToken(this.spans);
    const here = this.masks.get(match.from);
    if (!here) return NO_SPANS;
    return here.filter((span) => {
      const holds = match.to <= span.to && span.to - span.from > match.to - match.from;
      return holds && !(span.from === match.from && match.compiled.row.in_span === 'prefix');
    });
  }
}

/** The first tokens of the negations that act forward. */
function negators({ cues }: PrunedMatches): Set<number> {
  const starts = new Set<number>();
  for (const { match, killers } of cues.assertion) {
    const { value, direction } = match.compiled.row;
    if (value === 'negated' && direction === 'forward' && killers.length === 0) starts.add(match.from);
  }
  return starts;
}

/** For each token the spans that hold it and are short enough to be a name. */
function namesByToken(spans: readonly TokenSpan[]): Map<number, TokenSpan[]> {
  const names = new Map<number, TokenSpan[]>();
  for (const span of spans) {
    if (span.to - span.from > MAX_NAME_TOKENS) continue;
    for (let at = span.from; at < span.to; at++) {
      const list = names.get(at);
      if (list) list.push(span);
      else names.set(at, [span]);
    }
  }
  return names;
}

/** Every match of a sentence; answers of a heading ("Allergies: none") are found beyond its end. */
export function matchSentence(note: Note, sentence: Sentence, lexicon: Lexicon): Match[] {
  const { language, from, to } = sentence;
  const words = lexicon.vocabulary.words[language];
  const source: MatchSource = {
    text: note.text,
    tokens: note.tokens,
    words,
    language,
    accented: note.accented,
    shifted: note.shifted,
  };
  const lineEnd = sentence.kind === 'heading' ? answerLimit(note.tokens, to) : to;
  return findMatches(source, lexicon.tries[language], from, to, lineEnd).filter((match) => {
    const { direction, phrase } = match.compiled.row;
    if (direction !== 'keyvalue') return match.to <= to;
    if (hasColon(phrase)) return isCompleteAnswer(note.tokens, match.to, lineEnd, words);
    return answersBefore(note.tokens, match.from, match.to, lineEnd, words);
  });
}

function cached<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
