/** How far a trigger reaches: the walk from its edge, and the rules for commas and coordinators. */

import type { Axis } from '../domain/axes.js';
import type { Match } from '../lexicon/match.js';
import { AND, type Clause, NOTHING } from './clause.js';
import { asideEnd, innerEnd, isBoundToItem, isDeniedAlone } from './items.js';
import { AND_FACTOR, forwardFactor, LIST_FACTOR, opensStatement } from './list.js';
import { namesOperation } from './operation.js';

/** Why a scope ends, for explain. */
export const SCOPE_ENDS = [
  'end of sentence',
  'semicolon',
  'closing bracket',
  'opening bracket',
  'terminator',
  'max_tokens',
  'comma',
  'new statement',
] as const;
export type ScopeEnd = (typeof SCOPE_ENDS)[number];

/** Tokens that a scope covers on one side of a trigger: [from, to), and where it gets weaker on the way. */
export interface Extent {
  readonly from: number;
  readonly to: number;
  readonly end: ScopeEnd;
  readonly penalties: readonly { readonly at: number; readonly factor: number }[];
  /** Tokens within that it does not cover: "no bleeding [from the ulcer], melena or bruising". */
  readonly hole?: { readonly from: number; readonly to: number } | null;
}

/** No scope is longer, so that a note without sentence ends takes linear time. */
const MAX_SCOPE_TOKENS = 250;
const HARD_STOPS = ';|';

/** The scope to the right of a trigger. */
export function forwardExtent(clause: Clause, match: Match): Extent {
  const limit = Math.min(clause.to, match.to + MAX_SCOPE_TOKENS);
  const walk = new ForwardWalk(clause, match);
  for (let at = match.to; at < limit; at++) {
    const end = walk.endAt(at);
    if (end !== null) return walk.extent(at, end);
  }
  return walk.extent(limit, 'end of sentence');
}

/**
 * The scope to the left of a trigger: a comma ends it unless it is in a list; dates and durations say so in their rows. It goes out
 * of brackets, "DVT (suspected)" and "PE (CTPA negative)", but for a question about more than one word, "DVT (port related?)", and for
 * what is stopped or not done to something named in them: "HTN (ramipril stopped)".
 */
export function backwardExtent(clause: Clause, match: Match): Extent {
  const limit = Math.max(clause.from, match.from - MAX_SCOPE_TOKENS);
  const walk = new BackwardWalk(clause, match);
  for (let at = match.from - 1; at >= limit; at--) {
    const end = walk.endAt(at);
    if (end !== null) return walk.extent(at + 1, end);
  }
  return walk.extent(limit, 'end of sentence');
}

/** What the two walks share: the row of the trigger, and where its scope gets weaker. */
abstract class Walk {
  protected readonly penalties: { at: number; factor: number }[] = [];
  protected readonly axis: Axis;
  /** Whether commas and coordinators end the scope by the rules of lists. */
  protected readonly listed: boolean;
  protected coordinated = false;

  constructor(
    protected readonly clause: Clause,
    protected readonly match: Match,
  ) {
    const { axis } = match.compiled.row;
    this.axis = axis === '*' ? 'assertion' : axis;
    this.listed = this.axis === 'assertion' || this.axis === 'certainty';
  }

  /** Why the scope ends at a token; null where it goes on. Tokens are asked for once, in the order of the walk. */
  endAt(at: number): ScopeEnd | null {
    const { norm } = this.clause.token(at);
    if (HARD_STOPS.includes(norm)) return 'semicolon';
    const { row } = this.match.compiled;
    const bracket = this.bracketAt(at, norm);
    if (bracket !== null) return bracket;
    if (this.isStopped(at)) return 'terminator';
    if (row.max_tokens !== null && this.wordsTo(at) > row.max_tokens) return 'max_tokens';
    if (row.stop_at_comma && norm === ',' && !this.listsOperations(at)) return 'comma';
    return this.listEndAt(at, norm);
  }

  /** Whether what was done goes on behind a comma: "s/p appendectomy, hysterectomy", not "s/p appendectomy, fever". */
  private listsOperations(at: number): boolean {
    const { value, axis, reason } = this.match.compiled.row;
    const tells = reason === null && (value === 'past' || (axis === 'role' && value === 'history'));
    return tells && at >= this.match.to && namesOperation(this.clause, at + 1);
  }

  protected abstract bracketAt(at: number, norm: string): ScopeEnd | null;
  protected abstract isStopped(at: number): boolean;
  /** How many words the scope has when it takes a token. */
  protected abstract wordsTo(at: number): number;
  protected abstract listEndAt(at: number, norm: string): ScopeEnd | null;
}

class ForwardWalk extends Walk {
  private depth = 0;
  /** Where words end that belong to the denial itself. */
  private innerTo = 0;
  private bound: boolean | null = null;
  private hole: { from: number; to: number } | null = null;
  private led = false;

  extent(to: number, end: ScopeEnd): Extent {
    return { from: this.match.to, to, end, penalties: this.penalties, hole: this.hole };
  }

  override endAt(at: number): ScopeEnd | null {
    return this.hole !== null && at < this.hole.to ? null : super.endAt(at);
  }

  protected bracketAt(_at: number, norm: string): ScopeEnd | null {
    if (norm === '(') this.depth++;
    else if (norm === ')' && this.depth-- === 0) return 'closing bracket';
    return null;
  }

  protected isStopped(at: number): boolean {
    const { clause, match, axis } = this;
    this.innerTo = Math.max(this.innerTo, innerEnd(clause, match, at));
    if (at < this.innerTo) return false;
    const stops = clause.isStop(at, axis, match.compiled.stops, match.from, match.to);
    return stops && !denies(clause, match, at) && !this.skips(at);
  }

  protected wordsTo(at: number): number {
    return this.clause.wordCount(this.match.to, at + 1);
  }

  protected listEndAt(at: number, norm: string): ScopeEnd | null {
    const { clause, match } = this;
    if (!this.listed || this.depth > 0) return null;
    if (isEndedBy(clause, match, at)) return 'new statement';
    if (this.endsConsequence(at, norm)) return 'comma';
    const factor = forwardFactor(clause, match, at, this.coordinated);
    if (factor === 0 || (factor < 1 && this.endsWithItem(at))) return 'new statement';
    if (factor < 1) this.penalties.push({ at, factor });
    if (clause.coordinator(at) !== NOTHING) this.coordinated = true;
    return null;
  }

  /** Whether words that tell when or why are left out of a list of denied items, which goes on behind their comma up to an "or". */
  private skips(at: number): boolean {
    const { clause, match } = this;
    if (this.hole !== null || match.compiled.row.value !== 'negated' || at === match.to) return false;
    const comma = asideEnd(clause, at);
    if (comma === null) return false;
    this.hole = { from: at, to: comma };
    this.penalties.push({ at: comma, factor: LIST_FACTOR });
    return true;
  }

  /** Whether the comma at a token ends what is denied or doubted, for it is said of one item. */
  private endsWithItem(at: number): boolean {
    const { clause, match } = this;
    const { value, reason } = match.compiled.row;
    if (!clause.isComma(at) || clause.lengthOf('INCLUDING', at + 1) > 0 || (value !== 'negated' && reason !== 'hedge'))
      return false;
    this.bound ??= isBoundToItem(clause, match);
    return this.bound || (value === 'negated' && isDeniedAlone(clause, match, at));
  }

  /** Whether a comma or colon ends what the arrow behind a condition leads to. */
  private endsConsequence(at: number, norm: string): boolean {
    if (this.clause.isArrow(at)) this.led = true;
    return this.led && isCondition(this.match) && ',:'.includes(norm);
  }
}

class BackwardWalk extends Walk {
  private closed = 0;

  extent(from: number, end: ScopeEnd): Extent {
    return { from, to: this.match.from, end, penalties: this.penalties };
  }

  protected bracketAt(at: number, norm: string): ScopeEnd | null {
    if (norm === ')') this.closed++;
    else if (norm === '(' && this.closed-- <= 0 && this.listed && staysInBrackets(this.clause, this.match, at))
      return 'opening bracket';
    return null;
  }

  protected isStopped(at: number): boolean {
    return this.clause.isStop(at, this.axis, this.match.compiled.stops) && !this.clause.isLink(at);
  }

  protected wordsTo(at: number): number {
    return this.clause.wordsOutsideSlashes(at, this.match.from);
  }

  protected listEndAt(at: number, norm: string): ScopeEnd | null {
    const { clause } = this;
    if (this.listed && this.beginsStatement(at, norm)) return 'new statement';
    if (!this.listed && this.crossesCommas()) return null;
    if (clause.coordinator(at) !== NOTHING) this.coordinated = true;
    return clause.isComma(at) ? this.commaAt(at) : null;
  }

  /** Whether what stands behind a token says something of its own. */
  private beginsStatement(at: number, norm: string): boolean {
    const { clause, match } = this;
    if (at < match.from - 1 && (norm === ':' || clause.isDash(at))) return true;
    return clause.coordinator(at) === AND && opensStatement(clause, at + 1, true);
  }

  /** Whose it is, and a date or duration, hold for all that stands before. */
  private crossesCommas(): boolean {
    return this.axis === 'subject' || this.match.compiled.row.reason !== null;
  }

  private commaAt(at: number): ScopeEnd | null {
    const { clause, match } = this;
    // "Fever at first, resolved.", "DVT, excluded on duplex": words that stand alone after a comma belong to the item before it.
    const ends = clause.endsItemAt(match.to) || clause.isLink(match.to) || clause.isLink(match.to - 1);
    const isApposed = at === match.from - 1 && ends;
    if (!this.coordinated && !isApposed) return 'comma';
    this.penalties.push({ at, factor: AND_FACTOR });
    return null;
  }
}

/** Whether what stands in the brackets that open at a token speaks of something in them, and not of what stands before them. */
function staysInBrackets(clause: Clause, match: Match, at: number): boolean {
  if (clause.token(match.from).norm === '?') return clause.wordCount(at, match.from) > 1;
  const { value, reason, stop_at_comma } = match.compiled.row;
  return stop_at_comma && value === 'negated' && reason === null && clause.mayName(match.from - 1);
}

/** Whether a dash or arrow at a token begins what a trigger does not reach; a condition is that of what an arrow leads to, up to a comma ("if febrile → CT"). */
function isEndedBy(clause: Clause, match: Match, at: number): boolean {
  if (at <= match.to || !clause.isDash(at) || clause.token(match.to).norm === ':') return false;
  return !(clause.isArrow(at) && isCondition(match));
}

function isCondition({ compiled }: Match): boolean {
  return compiled.row.reason === 'conditional';
}

/** "Last year he had no X": a time that opens the clause also governs what its verb denies; after a comma it does not. */
function denies(clause: Clause, match: Match, at: number): boolean {
  const { row, dated } = match.compiled;
  const opens = row.axis === 'temporality' && (dated || row.clause_initial);
  return opens && clause.isNegator(at) && !clause.opensClause(at);
}
