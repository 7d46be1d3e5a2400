/** What a start does to the database: schema, lexicon, seed and vectors as this release of the service has them. */

import type { DatabaseHandle } from '../db/connect.js';
import { ensureModel } from '../db/embeddings.js';
import { builtinChecksum, publishBuiltinLexicon } from '../db/lexicon.js';
import { migrate } from '../db/migrate.js';
import { readState } from '../db/serving.js';
import type { Encoder } from '../embedding/encoder.js';
import { lexiconChecksum, readLexiconFiles } from '../lexicon/files.js';
import { prepareTerminology } from '../terminology/prepare.js';
import { readSeedFiles } from '../terminology/seed-files.js';
import { publishDecision } from '../terminology/shipped-decision.js';
import type { ServiceOptions } from './options.js';
import { openPatient } from './patient.js';
import { embeddingModel } from './threshold-fit.js';

type OpenEncoder = (modelDir: string) => Promise<Encoder>;

/**
 * Brings the database up to date. A command on a database that a service serves uses what is there: it must not switch lexicon,
 * seed or model under it.
 * @returns the model to answer with: the one that `model use` chose, else that of the configuration
 * @throws Error when such a command has another model than the served one, or when the chosen model is not here
 */
export async function bringUpToDate(
  handle: DatabaseHandle,
  openEncoder: OpenEncoder,
  options: ServiceOptions,
): Promise<Encoder> {
  return withPatience(handle, options, async (patient) => {
    await migrateSchema(patient, options);
    const { serving, lexiconVersion } = await readState(patient.db);
    const encoder = await openEncoder(serving?.modelDirectory ?? options.config.MODEL_DIR);
    try {
      const isServed = serving?.modelVersion === encoder.model.version;
      if (!isServed && serving?.modelDirectory != null) {
        throw new Error(
          `The database serves the model ${serving.modelVersion} of ${serving.modelDirectory}, where another one lies now: put it back, or choose one with npm run model -- use DIR.`,
        );
      }
      const isOurs = options.exclusive || handle.kind === 'embedded' || serving === null;
      // A release may have been imported before the service ever ran: without lexicons, cues would be read as concepts.
      if (isOurs || !lexiconVersion) await publishLexicon(patient, options);
      if (isOurs) {
        await prepare(patient, encoder, options);
        await publishDecision(
          patient.db,
          await ensureModel(patient.db, encoder.model),
          encoder.model,
          options.config.CALIBRATION_DIR,
        );
      } else if (!isServed) throw new Error(otherModel(serving.modelVersion, encoder));
      return encoder;
    } catch (error) {
      await encoder.close();
      throw error;
    }
  });
}

function otherModel(served: string, { model }: Encoder): string {
  return `The database serves the model ${served}, and MODEL_DIR has ${model.version}: set MODEL_DIR to the served one.`;
}

/** Long work on a server, and the wait for another process that does it, needs connections without time limits. */
async function withPatience<T>(
  handle: DatabaseHandle,
  options: ServiceOptions,
  work: (patient: DatabaseHandle) => Promise<T>,
): Promise<T> {
  if (handle.kind !== 'server') return work(handle);
  const patient = await openPatient(options);
  return work(patient).finally(() => patient.close());
}

async function migrateSchema(handle: DatabaseHandle, { config, progress, onWarning }: ServiceOptions): Promise<void> {
  const onProgress = (name: string) => progress(`migrating ${name}`, 1, 1);
  const { newer } = await migrate(handle, { dir: config.sqlDir, onProgress });
  for (const name of newer) onWarning('schema_newer', `A newer release has migrated this database: ${name}`);
}

/** Publishes the shipped lexicon files when the database does not hold them yet. */
async function publishLexicon(handle: DatabaseHandle, { config, progress, onWarning }: ServiceOptions): Promise<void> {
  const checksum = lexiconChecksum(config.LEXICON_DIR);
  if ((await builtinChecksum(handle.db, 'lexicons')) === checksum) return;
  progress('loading lexicons', 0, 1);
  const rows = readLexiconFiles(config.LEXICON_DIR);
  const report = await publishBuiltinLexicon(handle.db, rows, checksum);
  progress('loading lexicons', 1, 1);
  for (const { table, key } of report.conflicts) {
    onWarning('lexicon_conflict', `The shipped row of ${table} has changed but this site has its own: ${key}`);
  }
}

/** Loads and embeds the shipped seed where the database needs it. */
async function prepare(handle: DatabaseHandle, encoder: Encoder, { config, progress }: ServiceOptions): Promise<void> {
  const model = embeddingModel(encoder, handle, config);
  await prepareTerminology(handle.db, { ...model, seed: readSeedFiles(config.SEED_DIR), progress });
}
