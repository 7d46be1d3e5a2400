/** Opens everything that answers need, without HTTP: database, lexicon, model, terminology. */

import { NeighbourCache } from '../concepts/lookup/neighbour-cache.js';
import { TermMemory } from '../concepts/lookup/term-memory.js';
import { type RankedPhrase, rankPhrases, type StandingPhrase } from '../concepts/standing-phrases.js';
import { type DatabaseHandle, openDatabase } from '../db/connect.js';
import { listen } from '../db/listen.js';
import { openReader, type Reader } from '../db/replica.js';
import { readState } from '../db/serving.js';
import { vectorTypeId } from '../db/vector-parameter.js';
import { openEncoder } from '../embedding/encoder.js';
import { AppError } from '../errors.js';
import { readSeedFiles } from '../terminology/seed-files.js';
import { loadDictionary } from '../text/dictionary.js';
import { bringUpToDate } from './bring-up-to-date.js';
import { Extraction } from './extraction.js';
import { IndexBuilder } from './index-builder.js';
import { LexiconChecker } from './lexicon-checker.js';
import { Live, type LiveState } from './live.js';
import { MemorySearch, searchInMemory } from './memory-search.js';
import { ModelShelf } from './model-shelf.js';
import { NeighbourFiller } from './neighbour-filler.js';
import type { ExtractionService } from './operations.js';
import type { ServiceOptions } from './options.js';
import { openPatient } from './patient.js';
import { ReleaseNeighbours } from './release-neighbours.js';
import { ReleaseScreen } from './release-screen.js';
import { openSpanQueue, type SpanQueue } from './span-queue.js';
import { TermKeyFilter } from './term-key-filter.js';

/** What of the cache is for terms, the rest for their neighbours. */
const TERM_SHARE = 0.5;

export interface OpenService {
  readonly service: ExtractionService;
  readonly handle: DatabaseHandle;
  readonly live: Live;
  /** Null where SPAN_QUEUE is off, and for commands. */
  readonly queue: SpanQueue | null;
  /** What is known of neighbours without the index. */
  readonly neighbours: NeighbourCache;
  /** What is known of terms without the database. */
  readonly terms: TermMemory;
  /** The ranked concepts of phrases that stand alone, as they would be ranked in a note. */
  rank(phrases: readonly StandingPhrase[]): Promise<RankedPhrase[]>;
  close(): Promise<void>;
}

/**
 * Opens the database, brings schema, lexicon and terminology up to date, and starts the model's threads.
 * @throws Error that says what is wrong and what to do
 */
export async function openService(options: ServiceOptions): Promise<OpenService> {
  const { config, onWarning } = options;
  const opening = openDatabase({
    ...(config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }),
    ...(config.DATABASE_READ_URL === undefined ? {} : { readUrl: config.DATABASE_READ_URL }),
    dataDir: config.DATA_DIR,
    poolMax: config.DATABASE_POOL,
    onWarning,
  });
  // The thread of this process has nothing else to do meanwhile.
  loadDictionary();
  const handle = await opening;
  let shelf: ModelShelf | null = null;
  try {
    if (options.exclusive && handle.kind === 'socket') {
      throw new Error(
        `Another service runs on ${config.DATA_DIR}. Stop it, or set another DATA_DIR, or use a DATABASE_URL.`,
      );
    }
    const open = (modelDir: string) =>
      openEncoder({
        modelDir,
        workers: config.EMBED_WORKERS,
        maxQueue: config.EMBED_QUEUE,
        cacheSize: config.EMBED_CACHE,
      });
    const encoder = await bringUpToDate(handle, open, options);
    shelf = new ModelShelf(encoder, open);
    return await startService(handle, shelf, options);
  } catch (error) {
    await shelf?.close();
    await handle.close();
    throw error;
  }
}

async function startService(handle: DatabaseHandle, shelf: ModelShelf, options: ServiceOptions): Promise<OpenService> {
  const { db, background } = handle;
  const live = following(handle, shelf, options);
  await live.start();
  const checker = new LexiconChecker({
    db: background,
    active: () => live.state,
    onFailures: (failed, version) =>
      options.onWarning(
        'lexicon_cases_fail',
        `${failed} cases or examples fail with version ${version} of the lexicon: SELECT * FROM lexicon_case_failures.`,
      ),
    onError: options.onError,
  });
  // A command ends soon, and what it checks it says.
  if (options.exclusive) checker.start();
  const memory = new MemorySearch(handle.vectorType);
  const release = searchInMemory(handle.kind, memory);
  // The embedded database has one process, which searches all vectors in memory, and one session, which long reading would hold up.
  const isServer = handle.kind === 'server';
  const screen = isServer ? new ReleaseScreen(background, options.config.SCREEN_MB * 1e6) : undefined;
  const types = { id: await vectorTypeId(db), stored: handle.vectorType, release, shortlists: screen?.shortlists };
  const { serving } = live.state ?? {};
  // The first requests would wait for it, some beyond their deadline. What cannot be read now, the next request tries again.
  if (serving && release(serving))
    await memory.load(db, serving.releaseTable, serving.dimensions).catch(() => undefined);
  const builder = indexBuilder(handle, live, memory, options);
  const filler = new NeighbourFiller({
    db: background,
    types,
    served: () => settled(live, screen),
    onError: options.onError,
  });
  // A command ends soon, and must not wait for what a service does anyway.
  if (options.exclusive && isServer) {
    builder.start();
    filler.start();
  }
  const ping = () => readState(db);
  const cacheBytes = options.config.NEIGHBOUR_CACHE_MB * 1e6;
  const cache = new NeighbourCache(cacheBytes * (1 - TERM_SHARE));
  const terms = new TermMemory(cacheBytes * TERM_SHARE);
  const store = isServer ? new ReleaseNeighbours(background, options.onError) : undefined;
  const keys = isServer ? new TermKeyFilter(background) : undefined;
  // What is found without it may be other neighbours than later, of a cosine close to a threshold: commands answer as a service does.
  if (serving) await screen?.follow(serving, options.progress);
  if (serving && options.exclusive) void keys?.follow(serving);
  const queue = await openQueue(handle, options);
  const reader = replicaReader(handle, live, options);
  return {
    service: new Extraction(
      {
        db,
        reader: reader?.db,
        types,
        neighbours: { cache, terms, store, screen, keys },
        queue: queue ?? undefined,
        omopSchema: options.config.OMOP_SCHEMA,
      },
      live,
      ping,
    ),
    handle,
    live,
    queue,
    neighbours: cache,
    terms,
    rank: async (phrases) => {
      if (live.state === null) throw new AppError('NLP_UNAVAILABLE');
      return rankPhrases({ db, types }, live.state, phrases);
    },
    close: async () => {
      // Each may wait for a statement that a server which hangs does not answer.
      await Promise.all([builder.stop(), filler.stop(), checker.stop(), live.stop()]);
      await Promise.all([queue?.stop(), reader?.stop()]);
      await store?.stop();
      await screen?.close();
      await memory.close();
      await shelf.close();
      await handle.close();
    },
  };
}

function following({ background: db, kind }: DatabaseHandle, models: ModelShelf, options: ServiceOptions): Live {
  const { DATABASE_URL: url, SEED_DIR } = options.config;
  // A command ends soon; the embedded database has no session to listen in.
  const listens = options.exclusive && kind === 'server' && url !== undefined;
  return new Live({
    db,
    models,
    builtinNames: () => readSeedFiles(SEED_DIR).descriptions,
    listen: listens ? (onNotice) => listen(url, 'lexicon', onNotice) : undefined,
    onError: options.onError,
  });
}

function replicaReader(
  { pool, replicaPool }: DatabaseHandle,
  live: Live,
  { onWarning }: ServiceOptions,
): Reader | null {
  if (replicaPool === null) return null;
  return openReader({ primary: pool, replica: replicaPool, served: () => live.state?.serving ?? null, onWarning });
}

/** What is served, once the screen says all that it can of it: neighbours that are kept must not hang on the time at which they are found. */
function settled({ state }: Live, screen: ReleaseScreen | undefined): LiveState | null {
  return state !== null && (screen?.isSettled(state.serving) ?? true) ? state : null;
}

/** Longer than a request takes that began when its release was searched in memory. */
const LAST_SEARCH_MS = 60_000;

function indexBuilder(
  { background: db }: DatabaseHandle,
  live: Live,
  memory: MemorySearch,
  options: ServiceOptions,
): IndexBuilder {
  return new IndexBuilder({
    db,
    open: () => openPatient(options),
    served: () => live.state?.serving ?? null,
    progress: options.besideProgress ?? (() => undefined),
    onIndexed: () => void setTimeout(() => void memory.close(), LAST_SEARCH_MS).unref(),
    onError: options.onError,
  });
}

async function openQueue(
  { background: db }: DatabaseHandle,
  { config, exclusive, onWarning }: ServiceOptions,
): Promise<SpanQueue | null> {
  if (!config.SPAN_QUEUE || !exclusive) return null;
  return openSpanQueue({ db, days: config.SPAN_QUEUE_DAYS, onWarning });
}
