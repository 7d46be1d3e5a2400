/** Fits the thresholds of a release for a model on labelled phrases, ranked as spans of a note are. */

import type { Kysely } from 'kysely';
import { TermWords } from '../concepts/annotate/term-words.js';
import { type RankedPhrase, rankPhrases, type StandingPhrase } from '../concepts/standing-phrases.js';
import type { Config } from '../config.js';
import type { DatabaseHandle } from '../db/connect.js';
import { ensureEmbeddingSet } from '../db/embeddings.js';
import { writeThresholds } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import { countTermWords, readDisplays, releaseChecksum } from '../db/terminology.js';
import { vectorTypeId } from '../db/vector-parameter.js';
import { LANGUAGES } from '../domain/language.js';
import type { Encode } from '../domain/work.js';
import type { Encoder } from '../embedding/encoder.js';
import { chooseThresholds, LEAST_SAMPLES, type Sample, toSample } from '../terminology/fit-thresholds.js';
import { type LabelledPhrase, readPhraseTables } from '../terminology/labelled-phrases.js';
import type { EmbeddingModel } from '../terminology/serve-release.js';
import { type Fitted, phrasesChecksum, shippedThresholds } from '../terminology/shipped-thresholds.js';
import { MemorySearch, searchInMemory } from './memory-search.js';
import { ReleaseScreen } from './release-screen.js';

type RankPhrases = (phrases: readonly StandingPhrase[]) => Promise<RankedPhrase[]>;

/** A model for a database, with the fit on the labelled phrases of a directory; the screen may be as large as that of a service. */
export function embeddingModel(
  encoder: Encoder,
  { kind, vectorType }: DatabaseHandle,
  { CALIBRATION_DIR: calibrationDir, SCREEN_MB }: Pick<Config, 'CALIBRATION_DIR' | 'SCREEN_MB'>,
): EmbeddingModel {
  const encode: Encode = (texts, more) => encoder.encode(texts, more);
  return {
    model: encoder.model,
    encode,
    fitThresholds: async (trx, { modelId, releaseId }) => {
      const phrases = readPhraseTables(calibrationDir);
      const seed = (await releaseChecksum(trx, releaseId)) ?? '';
      const of = { seed, model: encoder.model.version, phrases: phrasesChecksum(phrases) };
      const shipped = shippedThresholds(calibrationDir, of);
      const fitted =
        shipped ??
        (await fitHere(
          trx,
          encoder,
          encode,
          { kind, vectorType, screenMb: SCREEN_MB },
          { modelId, releaseId },
          phrases,
        ));
      for (const { language, thresholds, fittedOn } of fitted)
        await writeThresholds(trx, { modelId, releaseId, language }, thresholds, fittedOn);
    },
  };
}

/** Asks the release itself, with the vectors that are there. */
async function fitHere(
  trx: Kysely<Database>,
  { model }: Encoder,
  encode: Encode,
  { kind, vectorType, screenMb }: Pick<DatabaseHandle, 'kind' | 'vectorType'> & { readonly screenMb: number },
  { modelId, releaseId }: { readonly modelId: number; readonly releaseId: number },
  phrases: readonly LabelledPhrase[],
): Promise<Fitted[]> {
  const release = await ensureEmbeddingSet(trx, modelId, releaseId);
  const local = await ensureEmbeddingSet(trx, modelId, 0);
  const { dimensions } = model;
  const serving = {
    releaseId,
    modelId,
    dimensions,
    releaseTable: release.table,
    releaseLoaded: '',
    localTable: local.table,
    localVersion: 1,
    ready: release.ready,
  };
  const memory = new MemorySearch(vectorType);
  const inMemory = searchInMemory(kind, memory);
  // What is fitted must not hang on how the index was built, nor differ from what a service finds.
  const screen = inMemory(serving) === undefined ? new ReleaseScreen(trx, screenMb * 1e6) : undefined;
  await screen?.follow(serving);
  const types = { id: await vectorTypeId(trx), stored: vectorType, release: inMemory, shortlists: screen?.shortlists };
  const termWords = new TermWords(await countTermWords(trx, releaseId));
  try {
    return await fitLanguages(trx, releaseId, phrases, (asked) =>
      rankPhrases({ db: trx, types }, { serving, model: { encode }, termWords }, asked),
    );
  } finally {
    await screen?.close();
    await memory.close();
  }
}

/** Fits the thresholds of each language that has enough phrases. */
export async function fitLanguages(
  db: Kysely<Database>,
  releaseId: number,
  phrases: readonly LabelledPhrase[],
  rank: RankPhrases,
): Promise<Fitted[]> {
  const fitted: Fitted[] = [];
  for (const language of LANGUAGES) {
    const asked = phrases.filter((phrase) => phrase.language === language);
    const samples = await toSamples(db, releaseId, asked, rank);
    if (samples.filter(({ known }) => known).length < LEAST_SAMPLES) continue;
    fitted.push({ language, thresholds: chooseThresholds(samples), fittedOn: `${samples.length} labelled phrases` });
  }
  return fitted;
}

const NOTHING: RankedPhrase = { ranked: [], doubt: null };

/** What the release answers to a labelled phrase. */
export interface PhraseAnswer<T extends LabelledPhrase> {
  readonly phrase: T;
  readonly answer: RankedPhrase;
  /** Whether the release has a right concept. */
  readonly known: boolean;
}

/** Asks labelled phrases, in their order. */
export async function askPhrases<T extends LabelledPhrase>(
  db: Kysely<Database>,
  releaseId: number,
  phrases: readonly T[],
  rank: RankPhrases,
): Promise<PhraseAnswer<T>[]> {
  if (phrases.length === 0) return [];
  const ranked = await rank(phrases);
  const here = await readDisplays(db, releaseId, [...new Set(phrases.flatMap(({ right }) => right))]);
  return phrases.map((phrase, i) => ({
    phrase,
    answer: ranked[i] ?? NOTHING,
    known: phrase.right.some((sctid) => here.has(sctid)),
  }));
}

/** The answers to labelled phrases as the fit takes them; a phrase whose right concept is not known counts only where the answer is wrong. */
export async function toSamples(...asked: Parameters<typeof askPhrases>): Promise<Sample[]> {
  const answers = await askPhrases(...asked);
  return answers
    .filter(({ phrase, answer }) => !phrase.rightUnknown || phrase.wrong.includes(answer.ranked[0]?.sctid ?? ''))
    .map(({ phrase, answer, known }) => toSample(phrase, answer, known));
}
