/** The body of an answer as it is sent. */

import type { Timings, Versions } from '../domain/versions.js';
import { giveWay } from '../slices.js';

/** Writes a body as JSON, with `meta` when it is explained; others have their turn before and after. */
export async function answerText(
  body: object,
  answer: { readonly versions: Versions; readonly timings: Timings },
  explain: boolean,
): Promise<string> {
  const { model, terminology, lexicon } = answer.versions;
  const meta = { model, terminology, lexicon, timings: answer.timings };
  await giveWay();
  const text = JSON.stringify(explain ? { ...body, meta } : body);
  await giveWay();
  return text;
}
