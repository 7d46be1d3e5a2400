/** The worker thread: loads the model named in workerData, then answers one batch after the other. */

import { parentPort, workerData } from 'node:worker_threads';
import type { ModelDirectory } from './model-directory.js';
import { openSession } from './session.js';
import type { WorkerMessage, WorkMessage } from './worker-messages.js';

function send(message: WorkerMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

try {
  const session = await openSession(workerData as ModelDirectory);
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (message: WorkMessage) => {
    // A thread that ends while the network runs takes the whole process with it: onnxruntime frees what is in use.
    if (message === 'end') void last.then(() => process.exit(0));
    else
      last = last
        .then(() => session.embed(message.texts))
        .then(
          (vectors) => send({ kind: 'vectors', vectors }, [vectors.buffer]),
          (error: Error) => send({ kind: 'error', reason: error.message }),
        );
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'failed', reason: (error as Error).message });
}
