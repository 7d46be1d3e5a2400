/** The Koa application: every middleware in the order of the contract, every route. */

import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { Gate } from './admission/gate.js';
import { addAdmission } from './admission/metrics.js';
import { failureOf, type HttpContext, type RequestState } from './context.js';
import { accessLog } from './middleware/access-log.js';
import { errors } from './middleware/errors.js';
import { requestId } from './middleware/request-id.js';
import { notRouted, routed, wellFormedTarget } from './middleware/routing.js';
import { started } from './middleware/started.js';
import type { AppOptions } from './options.js';
import { extractBatch } from './routes/batch.js';
import { extractConcepts } from './routes/concepts.js';
import { extractContexts } from './routes/contexts.js';
import { apiDocument, docsPage } from './routes/docs.js';
import { listDrafts } from './routes/drafts.js';
import { extract } from './routes/extract.js';
import { healthz, readyz } from './routes/health.js';
import { describeKey } from './routes/key.js';
import { guards } from './routes/operation.js';
import { addReview, lookUpReviews } from './routes/reviews.js';
import { workbench } from './routes/workbench.js';

/** Builds the app; it listens nowhere and opens nothing. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const app = new Koa<RequestState>();
  // One proxy in front: its own entry is the last one, all before it can be forged.
  app.proxy = options.limits.TRUST_PROXY;
  app.maxIpsCount = 1;
  app.on('error', (error: unknown, ctx?: HttpContext) => logFailure(options.log, error, ctx));
  app.use(errors());
  app.use(requestId());
  app.use(accessLog(options.log, options.metrics));
  app.use(countedIn(options));
  app.use(wellFormedTarget());
  app.use(routes(options));
  app.use(notRouted());
  return app;
}

function routes(options: AppOptions) {
  const { service, desk, limits, startup } = options;
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const gate = new Gate(options);
  addAdmission(options.metrics, gate);
  const { guard, access } = guards(options, gate);
  const { run } = gate;
  const batch = extractBatch(options, gate.runBulk);
  const concepts = extractConcepts(service, limits, run);
  const contexts = extractContexts(service, limits, run);
  router.post('/v1/extract', routed('/v1/extract'), ...guard('concepts', 'contexts'), extract(service, limits, run));
  router.post('/v1/extract/batch', routed('/v1/extract/batch'), ...access('concepts', 'contexts'), batch);
  router.post('/v1/extract/concepts', routed('/v1/extract/concepts'), ...guard('concepts'), concepts);
  router.post('/v1/extract/contexts', routed('/v1/extract/contexts'), ...guard('contexts'), contexts);
  router.post('/v1/reviews', routed('/v1/reviews'), ...guard('review'), addReview(desk, run));
  const lookUp = lookUpReviews(desk, limits, run);
  router.post('/v1/reviews/lookup', routed('/v1/reviews/lookup'), ...guard('review'), lookUp);
  router.get('/v1/drafts', routed('/v1/drafts'), ...access('contexts'), listDrafts(desk, run));
  router.get('/v1/key', routed('/v1/key'), ...access(), describeKey);
  if (options.mcp !== undefined)
    router.post('/mcp', routed('/mcp'), ...guard('concepts', 'contexts'), options.mcp(run));
  router.get('/healthz', routed('/healthz'), healthz);
  router.get('/readyz', routed('/readyz'), started(startup), readyz(options));
  router.get('/openapi.json', routed('/openapi.json'), apiDocument(limits));
  router.get('/docs', routed('/docs'), docsPage(limits));
  const { page, file } = workbench(limits.workbenchDir);
  router.get('/workbench', routed('/workbench'), page);
  router.get('/workbench/:file', routed('/workbench/:file'), file);
  return router.routes();
}

/** Tells `drain` what is under way, and clients of a draining process to come back on another connection. */
function countedIn({ lifecycle }: AppOptions) {
  return (ctx: HttpContext, next: () => Promise<void>) => {
    lifecycle.active++;
    ctx.res.once('close', () => lifecycle.active--);
    if (lifecycle.draining) ctx.set('Connection', 'close');
    return next();
  };
}

/** What happens outside of a request's own handling: a socket that breaks while its answer is written. */
function logFailure(log: Logger, error: unknown, ctx?: HttpContext): void {
  log.warn({ request_id: ctx?.state.requestId, ...failureOf(error) }, 'connection failed');
}
