/** What this process serves now: release, model, thresholds and lexicon, followed by polling the database. */

import type { Kysely } from 'kysely';
import { TermWords } from '../concepts/annotate/term-words.js';
import { readLexicon } from '../db/lexicon.js';
import type { Listener } from '../db/listen.js';
import { readDecisionWeights, readState, readThresholds, type Serving, type Thresholds } from '../db/serving.js';
import type { Database, LexiconRows } from '../db/tables.js';
import { countTermWords } from '../db/terminology.js';
import type { Language } from '../domain/language.js';
import type { Versions } from '../domain/versions.js';
import type { Embedder } from '../domain/work.js';
import { compileSteps, type Lexicon } from '../lexicon/compile.js';
import { runInSlices } from '../slices.js';
import { embedRelease } from '../terminology/embed.js';
import { SEED_RELEASE } from '../terminology/load-seed.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { type BuiltinName, type LackingNames, lackingNames } from './lacking-names.js';
import type { ModelSource } from './model-shelf.js';
import { TellOnce } from './tell-once.js';

/** One consistent state; a request takes it once and keeps it to its end. */
export interface LiveState {
  readonly serving: Serving;
  readonly thresholds: Partial<Record<Language, Thresholds>>;
  /** The weights of the decision, by feature. */
  readonly weights: ReadonlyMap<string, number>;
  /** What tells them from others. */
  readonly weightsDigest: string;
  readonly lexicon: Lexicon;
  /** The rows that the lexicon was compiled from. */
  readonly rows: LexiconRows;
  /** What reading a note for concepts needs of the lexicon, with the built-in names that the release lacks. */
  readonly vocabulary: Vocabulary;
  /** These names; null where the release is the built-in one. */
  readonly names: LackingNames | null;
  /** The words of the served release. */
  readonly termWords: TermWords;
  readonly versions: Versions;
  /** The model that made the vectors. */
  readonly model: Embedder;
}

export interface LiveOptions {
  readonly db: Kysely<Database>;
  readonly models: ModelSource;
  /** Calls back when the database announces a change; polling finds it all the same. */
  readonly listen?: ((onNotice: () => void) => Listener) | undefined;
  /** Reads the names of the built-in vocabulary, asked for only where another release is served. */
  readonly builtinNames?: (() => readonly BuiltinName[]) | undefined;
  /** Told the class of an error of a poll; polling goes on. */
  readonly onError: (error: unknown) => void;
}

const POLL_MS = 200;
/** How long a state is answered from that the database does not confirm: an edit made meanwhile is not seen here. */
const STALE_MS = 60_000;

/** Follows the database; call `start` once and `stop` at the end. */
export class Live {
  readonly #options: LiveOptions;
  #state: LiveState | null = null;
  #missing: 'terminology' | 'model' = 'terminology';
  readonly #errors: TellOnce;
  #rows: LexiconRows | undefined;
  #listener: Listener | undefined;
  #timer: NodeJS.Timeout | null = null;
  #polling: Promise<void> = Promise.resolve();
  /** Whether something was announced that the poll under way may not see. */
  #noticed = false;
  #stopped = false;
  /** Since when the database has not confirmed the state, ms of the monotonic clock; null once it has. */
  #askedAt: number | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#errors = new TellOnce(options.onError);
  }

  /** The state to answer with, null while nothing can be answered. */
  get state(): LiveState | null {
    return this.#state;
  }

  /** Whether the database has been asked for a minute and has not answered. */
  isStale(now = performance.now()): boolean {
    return this.#askedAt !== null && now - this.#askedAt >= STALE_MS;
  }

  /** What an answer lacks while there is no state. */
  get missing(): 'terminology' | 'model' {
    return this.#missing;
  }

  /** Reads the state once, then goes on polling. */
  async start(): Promise<void> {
    await this.refresh();
    this.#schedule();
    this.#listener = this.#options.listen?.(() => this.#refreshSoon());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#listener?.close();
    await this.#polling;
  }

  /** Brings the state up to date: reads the lexicon when its version changed, embeds new terms of this site. */
  async refresh(): Promise<void> {
    const { db, models } = this.#options;
    this.#askedAt ??= performance.now();
    const { serving, lexiconVersion, weightsDigest } = await readState(db);
    this.#askedAt = null;
    // A process whose model is not the served one must not rank its vectors against the other's.
    const model = serving && (await models.take(serving.modelVersion, serving.modelDirectory));
    if (serving === null || model === null) {
      this.#state = null;
      this.#missing = serving === null ? 'terminology' : 'model';
      return;
    }
    const known = this.#state;
    const sameTerms = known !== null && sameServing(known.serving, serving);
    const same = known?.lexicon.version === lexiconVersion;
    const rows = same ? known.rows : await this.#readRows();
    // The database counts while the lexicon is compiled here; whoever awaits it sees the failure.
    const counting = sameTerms ? undefined : countTermWords(db, serving.releaseId);
    counting?.catch(() => undefined);
    const lexicon = same ? known.lexicon : await runInSlices(compileSteps(rows));
    if (!sameTerms || known.serving.localVersion !== serving.localVersion) {
      await embedRelease(
        db,
        (texts, options) => model.encode(texts, options),
        { modelId: serving.modelId, releaseId: 0, conceptsOf: serving.releaseId },
        () => {},
      );
    }
    const thresholds = await readThresholds(db, serving.modelId, serving.releaseId);
    const weights = await this.#weights(serving, weightsDigest);
    const termWords = counting === undefined ? (known as LiveState).termWords : new TermWords(await counting);
    const names = sameTerms ? known.names : await this.#lacking(serving);
    const isRead = same && known.names === names;
    const vocabulary = isRead ? known.vocabulary : withNames(lexicon.vocabulary, names);
    const versions = versionsOf(serving, lexicon.version);
    this.#state = {
      serving,
      thresholds,
      weights,
      weightsDigest,
      lexicon,
      rows,
      vocabulary,
      names,
      termWords,
      versions,
      model,
    };
  }

  /** The weights of the decision, read again where they have changed. */
  async #weights({ modelId }: Serving, digest: string): Promise<ReadonlyMap<string, number>> {
    const known = this.#state;
    if (known?.weightsDigest === digest && known.serving.modelId === modelId) return known.weights;
    return readDecisionWeights(this.#options.db, modelId);
  }

  async #lacking({ releaseId, releaseName }: Serving): Promise<LackingNames | null> {
    const { db, builtinNames } = this.#options;
    if (builtinNames === undefined || releaseName.startsWith(SEED_RELEASE)) return null;
    return lackingNames(db, releaseId, builtinNames());
  }

  /** The rows of the newest lexicon; those that an edit left alone are the objects that were compiled before. */
  async #readRows(): Promise<LexiconRows> {
    const rows = await readLexicon(this.#options.db, this.#rows);
    this.#rows = rows;
    return rows;
  }

  #schedule(): void {
    this.#timer = setTimeout(() => this.#poll(), this.#noticed ? 0 : POLL_MS);
    this.#timer.unref();
  }

  #poll(): void {
    this.#timer = null;
    this.#noticed = false;
    this.#polling = this.refresh()
      .then(
        () => this.#errors.worked(),
        (error: unknown) => this.#errors.failed(error),
      )
      .finally(() => {
        if (!this.#stopped) this.#schedule();
      });
  }

  /** Polls now, or right after the poll under way. */
  #refreshSoon(): void {
    this.#noticed = true;
    if (this.#timer === null || this.#stopped) return;
    clearTimeout(this.#timer);
    this.#poll();
  }
}

function sameServing(a: Serving, b: Serving): boolean {
  return a.releaseId === b.releaseId && a.modelId === b.modelId;
}

function withNames(vocabulary: Vocabulary, names: LackingNames | null): Vocabulary {
  if (names === null) return vocabulary;
  const { clinical } = vocabulary;
  return { ...vocabulary, clinical: { en: clinical.en.with(names.en), fr: clinical.fr.with(names.fr) } };
}

/** The versions that a service which follows the database answers with; null where nothing is served. */
export async function servedVersions(db: Kysely<Database>): Promise<Versions | null> {
  const { serving, lexiconVersion } = await readState(db);
  return serving && versionsOf(serving, lexiconVersion);
}

function versionsOf(serving: Serving, lexiconVersion: number): Versions {
  const local = serving.localVersion === 0 ? '' : `+local.${serving.localVersion}`;
  return {
    model: serving.modelVersion,
    terminology: `${serving.releaseName}${local}`,
    lexicon: String(lexiconVersion),
  };
}
