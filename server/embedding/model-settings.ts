import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** What the files of a model directory must hold; members that are not named here are ignored. */

export const modulesFile = z.array(z.object({ path: z.string(), type: z.string() })).min(1);

export const configFile = z.object({
  hidden_size: z.int().positive().optional(),
  dim: z.int().positive().optional(),
  d_model: z.int().positive().optional(),
});

export const tokenizerConfigFile = z.looseObject({ tokenizer_class: z.string().optional() });

/** The tokenizer that tokenizer.json cannot express: hashed character n-grams (models/clinical-ngram-en-fr/README.md). */
export const characterNgramFile = z.object({
  tokenizer_class: z.literal('CharacterNgramTokenizer'),
  buckets: z.int().positive(),
  min_n: z.int().positive(),
  max_n: z.int().positive(),
});
export type CharacterNgramSettings = z.infer<typeof characterNgramFile>;

export const sentenceBertFile = z.object({
  max_seq_length: z.int().positive().nullish(),
  do_lower_case: z.boolean().nullish(),
});

export const promptsFile = z.object({
  prompts: z.record(z.string(), z.string()).nullish(),
  default_prompt_name: z.string().nullish(),
});

export const poolingFile = z.looseObject({
  word_embedding_dimension: z.int().positive(),
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(false),
  include_prompt: z.boolean().default(true),
});

/**
 * Reads one JSON file of a model directory.
 *
 * @returns its content, or undefined when an optional file is not there
 * @throws Error naming the file and what is wrong with it
 */
export async function readModelFile<T>(
  dir: string,
  file: string,
  schema: z.ZodType<T>,
  presence: 'required' | 'optional',
): Promise<T | undefined> {
  let content: string;
  try {
    content = await readFile(path.join(dir, file), 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing && presence === 'optional') return undefined;
    throw modelFault(dir, missing ? `${file} is missing` : `${file} cannot be read`);
  }
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw modelFault(dir, `${file} is not valid JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw modelFault(dir, `${file} is wrong at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'unknown fault'}`);
}

/** Why a directory cannot be used. */
export class ModelFault extends Error {}

/** The error of a directory that cannot be used; docs/models.md is where to look. */
export function modelFault(dir: string, fault: string): ModelFault {
  return new ModelFault(`Model directory ${dir} cannot be used: ${fault}. See docs/models.md for its layout.`);
}
