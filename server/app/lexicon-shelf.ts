/** Lexicons beside the live one: earlier versions and drafts, compiled when they are asked for. */

import type { Kysely } from 'kysely';
import type { ContextsRequest } from '../context/request.js';
import { readDraftState, readLexiconAt, readLexiconDraft } from '../db/lexicon-versions.js';
import type { Database } from '../db/tables.js';
import { AppError } from '../errors.js';
import { compileSteps, type Lexicon } from '../lexicon/compile.js';
import { runInSlices } from '../slices.js';
import type { LiveState } from './live.js';

/** How many compiled lexicons are kept. */
const KEPT = 4;

export class LexiconShelf {
  /** The one that was used last comes last. */
  readonly #kept = new Map<string, Lexicon>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly db: Kysely<Database>) {}

  /**
   * The state that a request is answered with: the live one, with the lexicon that the request asks for.
   * @throws AppError VALIDATION_ERROR for a version or a draft that there is not
   */
  async choose(state: LiveState, request: Pick<ContextsRequest, 'as_of' | 'draft'>): Promise<LiveState> {
    const { as_of: version, draft } = request;
    if (draft !== undefined) return this.#inTurn(() => this.#withDraft(state, draft));
    if (version === undefined || version === state.lexicon.version) return state;
    return this.#inTurn(() => this.#withVersion(state, version));
  }

  async #withVersion(state: LiveState, version: number): Promise<LiveState> {
    const lexicon = await this.#compiled(String(version), async () => {
      const rows = await readLexiconAt(this.db, version, state.rows);
      return rows && { key: String(version), rows };
    });
    if (lexicon === null) throw unknown('/as_of', 'must be a version of the lexicon');
    return { ...state, lexicon, versions: { ...state.versions, lexicon: String(version) } };
  }

  async #withDraft(state: LiveState, draft: string): Promise<LiveState> {
    const now = await readDraftState(this.db, draft);
    const lexicon =
      now &&
      (await this.#compiled(`${now.version} ${now.fingerprint}`, async () => {
        // An edit may have come in between.
        const read = await readLexiconDraft(this.db, draft, state.rows);
        return read && { key: `${read.version} ${read.fingerprint}`, rows: read.rows };
      }));
    if (lexicon === null) throw unknown('/draft', 'must be the name of a draft');
    return { ...state, lexicon, versions: { ...state.versions, lexicon: `${lexicon.version}+draft.${draft}` } };
  }

  async #compiled(
    key: string,
    read: () => Promise<{ readonly key: string; readonly rows: LiveState['rows'] } | null>,
  ): Promise<Lexicon | null> {
    const known = this.#kept.get(key);
    if (known !== undefined) return this.#keep(key, known);
    const found = await read();
    return found && this.#keep(found.key, await runInSlices(compileSteps(found.rows)));
  }

  #keep(key: string, lexicon: Lexicon): Lexicon {
    this.#kept.delete(key);
    this.#kept.set(key, lexicon);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return lexicon;
  }

  /** One at a time: requests for the same lexicon compile it once. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function unknown(pointer: string, rule: string): AppError {
  return new AppError('VALIDATION_ERROR', { details: [{ pointer, rule }] });
}
