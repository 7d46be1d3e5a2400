/** Phrases with the concepts that they mean: what thresholds are fitted on. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SpanReview } from '../db/span-reviews.js';
import { LANGUAGES, type Language } from '../domain/language.js';
import { foldTerm } from '../text/normalize.js';

export interface LabelledPhrase {
  readonly language: Language;
  readonly words: string;
  /** Right SCTIDs; empty when no concept is right, so that any resolved one is wrong. */
  readonly right: readonly string[];
  /** SCTIDs of look-alikes that it must never be resolved to. */
  readonly wrong: readonly string[];
  /** Which concept is right is not known: it says something only while a wrong one is the first answer. */
  readonly rightUnknown?: boolean;
}

/**
 * All tables of a directory in the order of their names; none when there is no such directory.
 * @throws Error with file and line when a row is not of the format
 */
export function readPhraseTables(dir: string): LabelledPhrase[] {
  if (!existsSync(dir)) return [];
  const files = readdirSync(dir).filter((name) => name.endsWith('.tsv'));
  return files.sort().flatMap((name) => parsePhrases(join(dir, name), readFileSync(join(dir, name), 'utf8')));
}

/**
 * The rows of one table with the columns lang, query, sctids and perhaps wrong; codes are separated by semicolons.
 * @throws Error with file and line when a row is not of the format
 */
export function parsePhrases(file: string, content: string): LabelledPhrase[] {
  const [header = '', ...lines] = content.split(/\r?\n/);
  if (!/^lang\tquery\tsctids(\twrong)?$/.test(header))
    throw new Error(`${file}:1: the columns must be lang, query, sctids and perhaps wrong`);
  return lines.flatMap((line, i) => {
    if (line === '') return [];
    const [lang, words = '', right, wrong = ''] = line.split('\t');
    const language = LANGUAGES.find((known) => known === lang);
    const codes = [...split(right ?? ''), ...split(wrong)];
    if (
      language === undefined ||
      words === '' ||
      right === undefined ||
      !codes.every((code) => /^\d{6,18}$/.test(code))
    )
      throw new Error(`${file}:${i + 2}: not a language, a phrase and SCTIDs separated by semicolons`);
    return [{ language, words, right: split(right), wrong: split(wrong) }];
  });
}

function split(codes: string): string[] {
  return codes.split(';').filter((code) => code !== '');
}

/** Reviewed spans as labelled phrases. A span that a term of this site has by now says nothing about likeness: it is left out. */
export function reviewedPhrases(reviews: readonly SpanReview[]): LabelledPhrase[] {
  return reviews
    .filter(({ isLocalTerm }) => !isLocalTerm)
    .map(({ language, span, verdict, offeredCode, correctCode }) => {
      const right = verdict === 'accepted' ? offeredCode : correctCode;
      const wrong = verdict === 'accepted' ? null : offeredCode;
      return {
        language,
        words: span,
        right: right === null ? [] : [right],
        wrong: wrong === null ? [] : [wrong],
        rightUnknown: verdict === 'rejected',
      };
    });
}

/** The phrases with others added, which take the place of phrases with the same words. */
export function withPhrases(
  phrases: readonly LabelledPhrase[],
  added: readonly LabelledPhrase[],
): readonly LabelledPhrase[] {
  const keyOf = ({ language, words }: LabelledPhrase) => `${language} ${foldTerm(words)}`;
  const taken = new Set(added.map(keyOf));
  return [...phrases.filter((phrase) => !taken.has(keyOf(phrase))), ...added];
}
