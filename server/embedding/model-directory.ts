import { access } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import {
  type CharacterNgramSettings,
  characterNgramFile,
  configFile,
  modelFault,
  modulesFile,
  poolingFile,
  promptsFile,
  readModelFile,
  sentenceBertFile,
  tokenizerConfigFile,
} from './model-settings.js';
import { modelVersion } from './model-version.js';

export type Pooling = 'mean' | 'cls' | 'none';

/** A model directory that has been read and checked. Plain data, so that it can be sent to a worker thread. */
export interface ModelDirectory {
  readonly dir: string;
  /** The last part of the path of the directory. */
  readonly name: string;
  /** 12 hexadecimal digits; changes with any file that vectors depend on. */
  readonly version: string;
  readonly dimensions: number;
  readonly pooling: Pooling;
  /** Tokens of a text beyond this are cut off. */
  readonly maxTokens: number;
  readonly lowerCase: boolean;
  /** Put before every text: the default prompt of the model, empty when it has none. */
  readonly prompt: string;
  readonly tokenizer: { readonly kind: 'standard' } | ({ readonly kind: 'character-ngram' } & CharacterNgramSettings);
}

/** Longer than any description of SNOMED CT in tokens, and short enough for attention over a whole batch. */
const DEFAULT_MAX_TOKENS = 128;

/**
 * Reads and checks a directory in the sentence-transformers ONNX layout (docs/models.md).
 *
 * @throws Error that names the file and the fault when the directory cannot be used
 */
export async function readModelDirectory(dir: string): Promise<ModelDirectory> {
  const modules = await required(dir, 'modules.json', modulesFile);
  const config = await required(dir, 'config.json', configFile);
  await requireFile(dir, 'onnx/model.onnx');
  const poolingPath = modules.find((module) => module.type.endsWith('Pooling'))?.path;
  const pooling = poolingPath === undefined ? undefined : await readPooling(dir, poolingPath);
  const sentence = await readModelFile(dir, 'sentence_bert_config.json', sentenceBertFile, 'optional');
  const dimensions = pooling?.dimensions ?? config.hidden_size ?? config.dim ?? config.d_model;
  if (dimensions === undefined)
    throw modelFault(dir, 'config.json has no "hidden_size" and there is no pooling module');
  return {
    dir,
    name: path.basename(path.resolve(dir)),
    version: await modelVersion(dir, poolingPath),
    dimensions,
    pooling: pooling?.mode ?? 'none',
    maxTokens: sentence?.max_seq_length ?? DEFAULT_MAX_TOKENS,
    lowerCase: sentence?.do_lower_case ?? false,
    prompt: await readPrompt(dir),
    tokenizer: await readTokenizer(dir),
  };
}

async function required<T>(dir: string, file: string, schema: z.ZodType<T>): Promise<T> {
  return (await readModelFile(dir, file, schema, 'required')) as T;
}

async function requireFile(dir: string, file: string): Promise<void> {
  try {
    await access(path.join(dir, file));
  } catch {
    throw modelFault(dir, `${file} is missing`);
  }
}

async function readPooling(dir: string, folder: string): Promise<{ mode: Pooling; dimensions: number }> {
  const file = `${folder}/config.json`;
  const config = await required(dir, file, poolingFile);
  const modes = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true);
  if (modes.length !== 1 || !(config.pooling_mode_mean_tokens || config.pooling_mode_cls_token)) {
    throw modelFault(dir, `${file} asks for ${modes.join(' and ') || 'no pooling mode'}; only mean or cls is known`);
  }
  if (!config.include_prompt) throw modelFault(dir, `${file} has "include_prompt": false, which is not supported`);
  return { mode: config.pooling_mode_cls_token ? 'cls' : 'mean', dimensions: config.word_embedding_dimension };
}

async function readPrompt(dir: string): Promise<string> {
  const file = 'config_sentence_transformers.json';
  const config = await readModelFile(dir, file, promptsFile, 'optional');
  const name = config?.default_prompt_name;
  if (typeof name !== 'string') return '';
  const prompt = config?.prompts?.[name];
  if (prompt === undefined) throw modelFault(dir, `${file} has no prompt "${name}", which it names as the default`);
  return prompt;
}

async function readTokenizer(dir: string): Promise<ModelDirectory['tokenizer']> {
  const config = await required(dir, 'tokenizer_config.json', tokenizerConfigFile);
  if (config.tokenizer_class !== 'CharacterNgramTokenizer') {
    await requireFile(dir, 'tokenizer.json');
    return { kind: 'standard' };
  }
  const settings = await required(dir, 'tokenizer_config.json', characterNgramFile);
  if (settings.min_n > settings.max_n) throw modelFault(dir, 'tokenizer_config.json has "min_n" above "max_n"');
  return { kind: 'character-ngram', ...settings };
}
