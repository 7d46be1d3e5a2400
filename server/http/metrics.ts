/** Measurements for Prometheus. No label ever holds user content. */

import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Timings } from '../domain/versions.js';
import type { ErrorCode } from '../errors.js';

/** What log and metrics say of a request: the code of its answer, or that its client left before there was one. */
export type LoggedCode = ErrorCode | 'CLIENT_CLOSED';

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  readonly registry: Registry;
  readonly inFlight: Gauge;
  /** Counts one answer; `seconds` from its first byte in to its last byte out, absent where the app never had the request. */
  observe(route: string, status: number, code: LoggedCode | undefined, seconds?: number): void;
  /** Counts a connection that was closed because there were too many. */
  observeRefusedConnection(): void;
  /** Counts one note of a batch. */
  observeNote(code: ErrorCode | undefined): void;
  /** Adds the milliseconds of the stages of one answer. */
  observeStages(route: string, timings: Timings): void;
}

/** A registry of its own, so that two apps in one process do not share counts. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Requests being answered', registers });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answers by route, status and error code',
    labelNames: ['route', 'status', 'code'],
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
  const stages = new Histogram({
    name: 'extraction_stage_seconds',
    help: 'Time of each stage of an answer: reading, embedding, ranking (SQL), analysis',
    labelNames: ['route', 'stage'],
    buckets: BUCKETS,
    registers,
  });
  const notes = new Counter({
    name: 'batch_notes_total',
    help: 'Notes of batches by error code',
    labelNames: ['code'],
    registers,
  });
  const refused = new Counter({
    name: 'http_connections_refused_total',
    help: 'Connections that were closed because there were too many',
    registers,
  });
  const observe = (route: string, status: number, code: LoggedCode | undefined, seconds?: number) => {
    requests.inc({ route, status, code: code ?? 'OK' });
    if (seconds !== undefined) duration.observe({ route }, seconds);
  };
  const observeRefusedConnection = () => refused.inc();
  const observeStages = (route: string, timings: Timings) => {
    for (const [stage, ms] of Object.entries(timings)) stages.observe({ route, stage }, ms / 1_000);
  };
  const observeNote = (code: ErrorCode | undefined) => notes.inc({ code: code ?? 'OK' });
  return { registry, inFlight, observe, observeRefusedConnection, observeNote, observeStages };
}

/** Adds how many spans the span queue could not count, and how many wait. */
export function addSpanQueue(
  { registry }: Metrics,
  queue: { readonly dropped: number; readonly waiting: number },
): void {
  new Counter({
    name: 'span_queue_dropped_total',
    help: 'Spans that were not counted because too many waited to be written',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(queue.dropped);
    },
  });
  new Gauge({
    name: 'span_queue_waiting',
    help: 'Spans that wait to be written',
    registers: [registry],
    collect() {
      this.set(queue.waiting);
    },
  });
}

/** Adds how often the neighbours of a text were known, and how large what is known is. */
export function addNeighbours(
  { registry }: Metrics,
  known: { readonly hits: number; readonly misses: number; readonly bytes: number },
  terms: { readonly bytes: number },
): void {
  new Counter({
    name: 'neighbour_cache_texts_total',
    help: 'Texts whose nearest concepts were asked for: known to this process (hit) or not (miss)',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ result: 'hit' }, known.hits);
      this.inc({ result: 'miss' }, known.misses);
    },
  });
  new Gauge({
    name: 'neighbour_cache_bytes',
    help: 'About how much memory the known neighbours take',
    registers: [registry],
    collect() {
      this.set(known.bytes);
    },
  });
  new Gauge({
    name: 'term_memory_bytes',
    help: 'About how much memory the known terms and preferred terms take',
    registers: [registry],
    collect() {
      this.set(terms.bytes);
    },
  });
}

/** Adds whether the index of the served vectors is built. */
export function addVectorIndex({ registry }: Metrics, isReady: () => boolean): void {
  new Gauge({
    name: 'vector_index_ready',
    help: '1 where the served vectors have their index; 0 while it is built and they are compared in memory',
    registers: [registry],
    collect() {
      this.set(isReady() ? 1 : 0);
    },
  });
}

/** Serves `/metrics` on a port of its own, with the process's own figures (memory, event loop) added. Not listening yet. */
export function createMetricsServer(metrics: Metrics): Server {
  collectDefaultMetrics({ register: metrics.registry });
  return createServer(async (req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    const text = await metrics.registry.metrics();
    res.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
  });
}
