/** A balancer of the simplest kind: it asks each process `/readyz`, and hands each request to the next one that is ready. It tries nothing twice. */

import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** As balancers ask, but more often, so that a round is short. */
const ASK_MS = 500;
const ASK_TIMEOUT_MS = 2_000;

interface Backend {
  readonly url: string;
  isReady: boolean;
}

export interface SmallProxy {
  readonly url: string;
  /** The addresses to hand on to; a new one is used once it is ready. */
  setBackends(urls: readonly string[]): void;
  close(): Promise<void>;
}

export async function openProxy(): Promise<SmallProxy> {
  const agent = new Agent({ keepAlive: true });
  let backends: Backend[] = [];
  let next = 0;
  const server = createServer((asked, answer) => {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[next++ % ready.length];
    if (backend === undefined) answer.writeHead(502).end('nobody is ready');
    else hand(agent, backend.url, asked, answer);
  });
  const timer = setInterval(() => {
    for (const backend of backends) void ask(backend);
  }, ASK_MS);
  await listening(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setBackends: (urls) => {
      backends = urls.map((url) => backends.find((known) => known.url === url) ?? { url, isReady: false });
      for (const backend of backends) void ask(backend);
    },
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function ask(backend: Backend): Promise<void> {
  return new Promise((done) => {
    const tell = (isReady: boolean) => {
      backend.isReady = isReady;
      done();
    };
    const asked = get(`${backend.url}/readyz`, { timeout: ASK_TIMEOUT_MS }, (answer) => {
      tell(answer.statusCode === 200);
      answer.resume();
    });
    asked.once('timeout', () => asked.destroy(new Error('slow')));
    asked.once('error', () => tell(false));
  });
}

function hand(agent: Agent, url: string, asked: IncomingMessage, answer: ServerResponse): void {
  // The connection of each side is its own.
  const { connection: _, ...headers } = asked.headers;
  const sent = request(new URL(asked.url ?? '/', url), { method: asked.method, headers, agent }, (got) => {
    const { connection: _own, 'keep-alive': _kept, ...shown } = got.headers;
    answer.writeHead(got.statusCode ?? 502, shown);
    got.once('error', () => answer.destroy());
    got.pipe(answer);
  });
  sent.once('error', (error: NodeJS.ErrnoException) => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end(error.code);
  });
  asked.pipe(sent);
}
