import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The files that change vectors; a model card or a check file does not. */
const SETTINGS = [
  'config.json',
  'modules.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
];

/**
 * The version of a model: 12 hexadecimal digits of a SHA-256 over the names and contents of the files that vectors
 * depend on (the settings, the pooling folder, every file in `onnx/`, so weights kept outside model.onnx count too).
 */
export async function modelVersion(dir: string, poolingPath: string | undefined): Promise<string> {
  const folders = ['onnx', ...(poolingPath === undefined ? [] : [poolingPath])];
  const files = [...SETTINGS];
  for (const folder of folders) {
    for (const name of await readdir(path.join(dir, folder))) files.push(`${folder}/${name}`);
  }
  const total = createHash('sha256');
  for (const file of files.sort()) {
    const digest = await fileDigest(path.join(dir, file));
    if (digest !== undefined) total.update(`${file}\0${digest}\0`);
  }
  return total.digest('hex').slice(0, 12);
}

async function fileDigest(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}
