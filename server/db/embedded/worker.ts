/** The thread that runs PGlite: takes the bytes of protocol messages, answers with the bytes of the response. */

import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { vector } from '@electric-sql/pglite-pgvector';

/** What the main thread sends: messages to run, or the wish to stop. */
export type WorkerRequest = Uint8Array | 'close';

if (parentPort === null) {
  throw new Error('embedded/worker.js runs only as a worker thread.');
}
const port = parentPort;
const { clusterDir } = workerData as { clusterDir: string };
const database = await PGlite.create({ dataDir: clusterDir, extensions: { vector, unaccent } });

port.on('message', (request: WorkerRequest) => {
  if (request === 'close') {
    void database.close().then(() => port.close());
    return;
  }
  // An exception here means that the instance is broken: it ends the thread, and the main thread starts another.
  answer(database.execProtocolRawSync(request));
});
answer(database.execProtocolRawSync(startupPacket()));

function answer(response: Uint8Array): void {
  const bytes = new Uint8Array(response);
  port.postMessage(bytes, [bytes.buffer]);
}

/** The only startup packet that PGlite sees; its answer greets every client. */
function startupPacket(): Uint8Array {
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0', 'latin1');
  const packet = Buffer.alloc(8 + parameters.length);
  packet.writeInt32BE(packet.length, 0);
  packet.writeInt32BE(196608, 4);
  parameters.copy(packet, 8);
  return packet;
}
