/** `npm run calibrate -- FILE...`: fits the thresholds of what is served on labelled phrases. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answeredSpans } from '../app/decision-fit.js';
import { calibrationError, crossValidated, fitDecision, reliability } from '../app/fit-decision.js';
import type { OpenService } from '../app/open-service.js';
import { toSamples } from '../app/threshold-fit.js';
import { parseConfig } from '../config.js';
import { replaceDecisionWeights, writeThresholds } from '../db/serving.js';
import { newestReviews } from '../db/span-reviews.js';
import { LANGUAGES, type Language } from '../domain/language.js';
import { type CurvePoint, coverageCurve, crossValidate } from '../terminology/calibration.js';
import { chooseThresholds, LEAST_SAMPLES, outcomeOf } from '../terminology/fit-thresholds.js';
import {
  type LabelledPhrase,
  readPhraseTables,
  reviewedPhrases,
  withPhrases,
} from '../terminology/labelled-phrases.js';
import { readArguments, run, type Streams, TERMINAL, UsageError } from './arguments.js';
import { curvePicture } from './calibration-picture.js';
import { share } from './evaluation/intervals.js';
import { type JudgedNote, readJudgedNotes } from './evaluation/judged-notes.js';
import { readPhrases } from './evaluation/labelled-phrases.js';
import { withService } from './open.js';

const USAGE = `Usage:
  npm run --silent calibrate -- [--only] [--reviews] [--dry-run] [--out DIR] [--judged PATH]... [FILE...]

Fits floor, resolved cosine and resolved margin of the served model and terminology, for each language, on the shipped
labelled phrases, those of FILE (docs/models.md) and the reviews (docs/span-queue.md). A running service uses the new values within a second.

  --only      only the phrases of FILE and the reviews, without the shipped ones
  --judged    a judged note, or a directory of them (docs/models.md), on which the weights of the decision are fitted; may be
              given again
  --reviews   also the newest review of each span in span_reviews, in the place of phrases with the same words
  --dry-run   says what would be stored
  --out DIR   writes the curve of coverage and precision, DIR/calibration.svg and DIR/calibration.tsv, and how often
              candidates of each probability are right, DIR/reliability.tsv`;

interface Options {
  readonly write: boolean;
  readonly out: string | undefined;
  readonly reviews: boolean;
}

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return run(USAGE, argv, streams, async () => {
    const { values, positionals } = readArguments(argv, {
      only: { type: 'boolean' },
      reviews: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      judged: { type: 'string', multiple: true },
      out: { type: 'string' },
    });
    if (values.only && !values.reviews && values.judged === undefined && positionals.length === 0)
      throw new UsageError('Name a file with --only, or say --reviews.');
    const given = positionals.length === 0 ? [] : await readPhrases(positionals);
    const shipped = values.only ? [] : readPhraseTables(parseConfig(process.env).CALIBRATION_DIR);
    const notes = readJudgedNotes(values.judged ?? []);
    const options = { write: values['dry-run'] !== true, out: values.out, reviews: values.reviews === true };
    await withService(async (opened) => {
      const phrases = [...shipped, ...given];
      const asked = options.reviews ? withPhrases(phrases, await readReviews(opened, streams)) : phrases;
      await calibrate(opened, asked, options, streams);
      if (notes.length > 0) await calibrateDecision(opened, notes, options, streams);
    });
  });
}

async function readReviews({ handle }: OpenService, streams: Streams): Promise<LabelledPhrase[]> {
  const reviews = await newestReviews(handle.db);
  const phrases = reviewedPhrases(reviews);
  const local = reviews.length - phrases.length;
  streams.out(`${phrases.length} reviewed spans; ${local} more are terms of this site by now and are left out`);
  return phrases;
}

async function calibrate(
  { live, handle, rank }: OpenService,
  phrases: readonly LabelledPhrase[],
  { write, out, reviews }: Options,
  streams: Streams,
): Promise<void> {
  if (live.state === null)
    throw new Error('No terminology is served yet: start the service once, or import a release.');
  const { modelId, releaseId, releaseName } = live.state.serving;
  const curves: Partial<Record<Language, CurvePoint[]>> = {};
  for (const language of LANGUAGES) {
    const asked = phrases.filter((phrase) => phrase.language === language);
    const samples = await toSamples(handle.db, releaseId, asked, rank);
    const known = samples.filter((sample) => sample.known).length;
    streams.out(`${language}: ${samples.length} phrases, ${known} with a concept in ${releaseName}`);
    if (known < LEAST_SAMPLES) {
      streams.out(`   fewer than ${LEAST_SAMPLES}: its thresholds stay as they are`);
      continue;
    }
    const thresholds = chooseThresholds(samples);
    const { mention, floor, shown, resolvedCosine, resolvedMargin, termMargin } = thresholds;
    const { right, resolved, coverage } = outcomeOf(samples, thresholds);
    const unseen = crossValidate(samples);
    streams.out(
      `   floor ${floor}, mention ${mention}, shown ${shown}, resolved from cosine ${resolvedCosine} and margin ${resolvedMargin} on, terms from ${termMargin} on`,
    );
    streams.out(`   resolved is right  ${share(right, Math.round(resolved))}, coverage ${coverage.toFixed(3)}`);
    streams.out(
      `   on unseen fifths   ${unseen.precision.toFixed(3)} (${unseen.low.toFixed(3)} to ${unseen.high.toFixed(3)}), coverage ${unseen.coverage.toFixed(3)}`,
    );
    curves[language] = coverageCurve(samples, thresholds);
    if (write)
      await writeThresholds(
        handle.db,
        { modelId, releaseId, language },
        thresholds,
        `${samples.length} labelled phrases${reviews ? ', reviews among them' : ''}`,
      );
  }
  if (out !== undefined) await writeCurves(out, curves, `${releaseName}, model ${live.state.versions.model}`);
}

async function calibrateDecision(
  { live, handle, service }: OpenService,
  notes: readonly JudgedNote[],
  { write, out }: Options,
  streams: Streams,
): Promise<void> {
  const modelId = live.state?.serving.modelId;
  const spans = await answeredSpans((request, signal) => service.extractConcepts(request, signal), notes);
  streams.out(`decision: ${spans.length} judged spans of ${notes.length} notes`);
  if (modelId === undefined || spans.length < LEAST_SAMPLES) {
    streams.out(`   fewer than ${LEAST_SAMPLES}: its weights stay as they are`);
    return;
  }
  const bins = reliability(spans, crossValidated(spans));
  streams.out(`   on notes held out, expected calibration error ${calibrationError(bins).toFixed(3)}`);
  for (const { spans: count, probability, right } of bins)
    streams.out(`   probability ${probability.toFixed(3)}  right ${share(right, count)}`);
  if (write)
    await replaceDecisionWeights(
      handle.db,
      modelId,
      fitDecision(spans),
      `${spans.length} judged spans of ${notes.length} notes`,
    );
  if (out === undefined) return;
  const rows = bins.map(({ spans: count, probability, right }) => [probability.toFixed(4), count, right].join('\t'));
  await writeFile(join(out, 'reliability.tsv'), `${['probability\tspans\tright', ...rows].join('\n')}\n`);
}

async function writeCurves(dir: string, curves: Partial<Record<Language, CurvePoint[]>>, title: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const rows = Object.entries(curves).flatMap(([language, points]) =>
    points.map(({ cosine, coverage, precision, low, high }) =>
      [language, cosine, ...[coverage, precision, low, high].map((value) => value.toFixed(4))].join('\t'),
    ),
  );
  const header = ['language', 'cosine', 'coverage', 'precision', 'low', 'high'].join('\t');
  await writeFile(join(dir, 'calibration.tsv'), `${[header, ...rows].join('\n')}\n`);
  await writeFile(join(dir, 'calibration.svg'), curvePicture(curves, title));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
