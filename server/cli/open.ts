/** What the commands share that answer or embed: a service that is closed at the end, a model. */

import { type OpenService, openService } from '../app/open-service.js';
import { parseConfig } from '../config.js';
import type { DatabaseHandle } from '../db/connect.js';
import { readState } from '../db/serving.js';
import { type Encoder, openEncoder } from '../embedding/encoder.js';
import { warn } from './open-database.js';
import { showProgress } from './progress.js';

/** Runs with an open service; a command waits as long as the work takes. */
export async function withService<T>(run: (opened: OpenService) => Promise<T>): Promise<T> {
  const opened = await openService({
    config: parseConfig(process.env),
    exclusive: false,
    progress: showProgress(process.stderr),
    onWarning: warn,
    onError: () => {},
  });
  return run(opened).finally(() => opened.close());
}

/** The model of a directory with its threads, for bulk work. */
export function openModel(modelDir: string): Promise<Encoder> {
  const config = parseConfig(process.env);
  return openEncoder({ modelDir, workers: config.EMBED_WORKERS, maxQueue: config.EMBED_QUEUE, cacheSize: 0 });
}

/**
 * The served model: the one that `model use` chose, else that of MODEL_DIR.
 * @throws Error when the database serves another one: its processes could not answer with this one's vectors
 */
export async function openServedModel({ db }: DatabaseHandle): Promise<Encoder> {
  const { serving } = await readState(db);
  const encoder = await openModel(serving?.modelDirectory ?? parseConfig(process.env).MODEL_DIR);
  if (serving === null || serving.modelVersion === encoder.model.version) return encoder;
  await encoder.close();
  throw new Error(
    `The database serves the model ${serving.modelVersion}, and MODEL_DIR has ${encoder.model.version}: set MODEL_DIR to the served one.`,
  );
}
