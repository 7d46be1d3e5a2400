/** An RF2 release, International or of a country, as a source of an import. */

import { createHash } from 'node:crypto';
import type { LineBlocks } from '../../db/copy.js';
import { createRf2Tables, keepLatest, RF2_TABLES, type Rf2Selection, stageRf2 } from '../../db/rf2-staging.js';
import type { Progress } from '../../domain/work.js';
import { checkRf2 } from './check-rf2.js';
import type { ReleaseFiles } from './files.js';
import { readLines } from './lines.js';
import { chooseRf2Files, type Rf2Release, type Rf2View } from './rf2-release.js';
import type { ImportSource, Staging } from './source.js';

export interface Rf2Options extends Rf2Selection {
  readonly view?: Rf2View | undefined;
  /** Name of the release; shown in X-Terminology-Version. */
  readonly name: string;
}

/** Names of the language refsets of the International Edition; any other is given by its SCTID. */
export const REFSETS: Readonly<Record<string, string>> = {
  'en-US': '900000000000509007',
  'en-GB': '900000000000508004',
};

/**
 * Checks every line of a release.
 * @throws ImportError that lists the faults with file and line
 */
export async function openRf2(files: ReleaseFiles, options: Rf2Options, progress: Progress): Promise<ImportSource> {
  const release = chooseRf2Files(files.files, options.view);
  const { checksum } = await checkRf2(release, progress);
  const { tags, modules, refsets } = options;
  return {
    kind: 'rf2',
    name: options.name,
    checksum: createHash('sha256')
      .update(JSON.stringify([checksum, tags, modules, refsets]))
      .digest('hex'),
    stage: (staging) => stage(staging, release, options),
  };
}

async function stage(staging: Staging, release: Rf2Release, selection: Rf2Selection): Promise<void> {
  const { trx, progress } = staging;
  await createRf2Tables(trx);
  const total = release.files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  for (const { file, format } of release.files) {
    await staging.copy(
      RF2_TABLES[format.table],
      withoutHeader(await file.open(), (bytes) => {
        done += bytes;
        progress('copying rows', Math.min(done, total), total);
      }),
    );
  }
  progress('copying rows', total, total);
  progress('selecting terms', 0, 1);
  if (release.view === 'Full' || hasSeveral(release)) await keepLatest(trx);
  await stageRf2(trx, selection);
  progress('selecting terms', 1, 1);
}

/** An extension is delivered beside its base: a component may stand in both. */
function hasSeveral({ files }: Rf2Release): boolean {
  return new Set(files.map(({ format }) => format.table)).size < files.length;
}

async function* withoutHeader(
  stream: Parameters<typeof readLines>[0],
  onBytes: (bytes: number) => void,
): AsyncGenerator<readonly string[]> & LineBlocks {
  for await (const { first, lines, bytes } of readLines(stream)) {
    yield first === 1 ? lines.slice(1) : lines;
    onBytes(bytes);
  }
}
