/** The part of an answer that is held, always written the same way. */

import { createHash } from 'node:crypto';

/** Which members of an object are held, in the order in which they are written; `true`: all of it. */
type Held = true | { readonly [member: string]: Held };

const RANGE = { start: true, end: true } as const;
const CONCEPT = {
  ...RANGE,
  span: true,
  code: true,
  status: true,
  cosine: true,
  margin: true,
  concept_confidence: true,
  candidates: { code: true, display: true, cosine: true },
  explain: {
    language: true,
    section: true,
    tier: true,
    doubt: true,
    descriptions: { term: true, language: true, semantic_tag: true },
    thresholds: { floor: true, resolved_cosine: true, resolved_margin: true },
  },
} as const;
const AXIS = { value: true, confidence: true, trigger: true } as const;
/** Rows by their phrase: numbers and versions hang on the order in which rows were loaded. */
const CONTEXT = {
  ...RANGE,
  span: true,
  code: true,
  context: { assertion: AXIS, subject: AXIS, temporality: AXIS, certainty: AXIS, role: AXIS },
  context_confidence: true,
  readable_note: true,
  explain: {
    axis: true,
    value: true,
    source: true,
    phrase: true,
    reason: true,
    trigger: RANGE,
    scope: RANGE,
    distance: true,
    score: true,
    losers: { phrase: true, value: true, trigger: RANGE, why: true },
  },
} as const;

/** What both calls answer to a note, as it is held. */
export interface HeldAnswer {
  readonly concepts: readonly Entry[];
  readonly contexts: readonly Entry[];
}

/** A span of either answer. */
export interface Entry {
  readonly start: number;
  readonly end: number;
  readonly span: string;
  readonly code: string | null;
  readonly candidates?: readonly unknown[];
  readonly [member: string]: unknown;
}

/** Takes from the bodies of both answers what is held; what a later version adds to them is left out. */
export function heldAnswer(concepts: unknown, contexts: unknown): HeldAnswer {
  return { concepts: held(concepts, CONCEPT), contexts: held(contexts, CONTEXT) } as unknown as HeldAnswer;
}

function held(value: unknown, members: Held): unknown {
  if (members === true || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => held(item, members));
  const given = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members).filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, heldMember(name, given[name], members[name] as Held)]));
}

function heldMember(name: string, value: unknown, members: Held): unknown {
  const taken = held(value, members);
  // They come in the order of their rows.
  return name === 'losers' && Array.isArray(taken) ? taken.sort(byText) : taken;
}

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The SHA-256 of a held answer. */
export function hashOf(answer: HeldAnswer): string {
  return createHash('sha256').update(JSON.stringify(answer)).digest('hex');
}
