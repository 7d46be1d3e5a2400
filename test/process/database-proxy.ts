/** A TCP proxy in front of a database server, which can go away and come back. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The server's URL through the proxy. */
  readonly url: string;
  /** Cuts all connections and refuses new ones. */
  readonly goAway: () => void;
  /** Passes no byte on any more, and accepts connections that nobody answers: a network that drops packets. */
  readonly hang: () => void;
  /** Is there again; connections that hung are cut. */
  readonly comeBack: () => Promise<void>;
  readonly close: () => void;
}

/** Starts a proxy on a free port. */
export async function proxyTo(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((client) => {
    const ends = hanging ? [client] : [client, connect(Number(target.port), target.hostname)];
    for (const [i, end] of ends.entries()) {
      sockets.add(end);
      end.on('error', () => end.destroy());
      end.once('close', () => {
        sockets.delete(end);
        ends[1 - i]?.destroy();
      });
      end.on('data', (bytes) => hanging || ends[1 - i]?.write(bytes));
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const goAway = () => {
    server.close();
    cut();
  };
  return {
    url: url.href,
    goAway,
    hang: () => {
      hanging = true;
    },
    comeBack: async () => {
      cut();
      hanging = false;
      if (!server.listening) await listen(port);
    },
    close: () => {
      if (server.listening) goAway();
    },
  };
}
