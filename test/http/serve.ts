/** The app over real HTTP for tests: a free port, a service that the test writes, keys and limits without a database. */

import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { hashApiKey, type KeyVerifier, makeApiKey } from '../../server/app/api-keys.js';
import { type ExtractAnswer, type ExtractRequest, isAsked, joined } from '../../server/app/extract.js';
import type { ExtractionService } from '../../server/app/operations.js';
import type { RateLimiter } from '../../server/app/rate-limit.js';
import type { ReviewDesk } from '../../server/app/review-desk.js';
import type { ConceptsAnswer } from '../../server/concepts/answer.js';
import { parseConfig } from '../../server/config.js';
import type { ContextEntry, ContextsAnswer, ContextsRequest } from '../../server/context/request.js';
import { type KeyScope, READING_SCOPES } from '../../server/domain/key-scope.js';
import { createApp } from '../../server/http/app.js';
import { Lifecycle } from '../../server/http/drain.js';
import { createMetrics, type Metrics } from '../../server/http/metrics.js';
import type { AppOptions } from '../../server/http/options.js';
import { recordedRefusals } from '../../server/http/refusals.js';
import { createHttpServer } from '../../server/http/server.js';

export const versions = { model: 'model 1', terminology: 'release é 2', lexicon: '3' };

const axis = <const V extends string>(value: V) => ({ value, confidence: 0.95, trigger: null });

/** Finds one span, the word "pain" of the note, and submits it to no model: HTTP is what is tested. */
export const painService: ExtractionService = {
  async extractConcepts({ text, explain }): Promise<ConceptsAnswer> {
    const start = text.indexOf('pain');
    if (start < 0) return { concepts: [], language: 'en', versions, timings: { detect: 1 } };
    const candidates = [
      { code: '22253000', display: 'Pain', semantic_tag: 'finding', cosine: 0.9, secret: 'not documented' },
    ];
    const explanation = {
      language: 'en',
      section: null,
      tier: 'exact',
      doubt: null,
      evidence: [],
      probability: null,
      moved_by: [],
      descriptions: [],
      thresholds: null,
    } as const;
    const entry = {
      span: 'pain',
      start,
      end: start + 4,
      candidates,
      code: '22253000',
      cosine: 0.9,
      margin: 0.9,
      concept_confidence: 0.9,
      status: 'resolved',
      ...(explain ? { explain: explanation } : {}),
    } as const;
    return { concepts: [entry], language: 'en', versions, timings: { detect: 1 } };
  },
  async extract({ text, only, explain }: ExtractRequest, signal: AbortSignal): Promise<ExtractAnswer> {
    const { concepts } = await painService.extractConcepts({ text, language: 'en' as const, explain }, signal);
    const items = concepts.map(({ span, code, start, end }) => ({ span, code, start, end }));
    const { contexts } = await painService.extractContexts({ text, language: 'en', concepts: items, explain }, signal);
    const spans = concepts.map((concept, i) =>
      joined(concept, contexts[i] as ContextEntry, { language: 'en', section: null }),
    );
    return { language: 'en', spans: spans.filter((entry) => isAsked(entry, only)), versions, timings: { detect: 1 } };
  },
  siteConcepts: async () => new Map(),
  async extractContexts({ concepts, explain }: ContextsRequest): Promise<ContextsAnswer> {
    const contexts = concepts.map(({ span, code, start, end }) => ({
      span,
      code: code ?? null,
      ...(start === undefined || end === undefined ? {} : { start, end }),
      context: {
        role: axis('finding'),
        certainty: null,
        temporality: axis('current'),
        subject: axis('patient'),
        assertion: axis('affirmed'),
      },
      context_confidence: 0.95,
      readable_note: 'Present, patient, current.',
      ...(explain ? { explain: [] } : {}),
    }));
    return { contexts, versions, timings: { match: 1 } };
  },
  searchTerms: async () => ({ concepts: [], versions }),
  faults: async () => [],
};

/** Takes every review as number 1, and has no draft. */
export const emptyDesk: ReviewDesk = {
  addReview: async (review) => ({
    ...review,
    reviewer: review.reviewer ?? 'a key',
    id: 1,
    reviewed_at: '2026-01-01T00:00:00.000Z',
  }),
  reviewsOf: async (spans) => spans.map(() => null),
  drafts: async () => [],
};

/** Knows the given keys and no other. */
export function knownKeys(...keys: readonly { secret: string; scopes?: readonly KeyScope[] }[]): KeyVerifier {
  const known = new Map(
    keys.map(({ secret, scopes }, index) => [hashApiKey(secret).toString('hex'), { index, scopes }]),
  );
  return {
    async verify(secret) {
      const found = known.get(hashApiKey(secret).toString('hex'));
      return found ? { keyId: found.index + 1, scopes: found.scopes ?? READING_SCOPES, requestsPerMinute: null } : null;
    },
  };
}

/** Allows everything but tells what a client sees of a limit. */
export const unlimited: RateLimiter = {
  take: async () => ({ allowed: true, limit: 60, remaining: 57, resetSeconds: 23 }),
};

export interface Served {
  readonly url: string;
  readonly port: number;
  readonly key: string;
  readonly server: Server;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  /** Every log line so far. */
  readonly logs: string[];
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

type Overrides = Partial<Omit<AppOptions, 'limits' | 'log'>> & {
  limits?: Partial<AppOptions['limits']>;
  key?: string;
  bodyMs?: number;
};

/** Starts the app on a free port. */
export async function serve({ limits, key = makeApiKey(), bodyMs, ...overrides }: Overrides = {}): Promise<Served> {
  const logs: string[] = [];
  const lifecycle = new Lifecycle();
  const metrics = createMetrics();
  const log = pino({ level: 'debug' }, { write: (line: string) => logs.push(line) });
  const app = createApp({
    service: painService,
    desk: emptyDesk,
    keys: knownKeys({ secret: key }),
    limiter: unlimited,
    lifecycle,
    metrics,
    ...overrides,
    limits: { ...parseConfig({}), ...limits },
    log,
  });
  const server = createHttpServer(app, recordedRefusals(log, metrics), bodyMs);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url, port, key, server, lifecycle, metrics, logs, post, close };
}

/** Sends bytes over a bare socket and resolves with all that comes back until the server closes. */
export function exchange(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(received).toString()));
    for (const part of parts) socket.write(part);
  });
}

/** Status and error code of an answer, for short comparisons. */
export async function outcome(response: Response): Promise<string> {
  const body = (await response.json()) as { error?: { code: string } };
  return `${response.status} ${body.error?.code ?? 'OK'}`;
}
