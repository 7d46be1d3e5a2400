import path from 'node:path';
import type { ModelDirectory } from './model-directory.js';
import { ModelFault, modelFault } from './model-settings.js';
import { InferenceSession, Tensor } from './onnxruntime.js';
import { clsPool, meanPool, normalise } from './pooling.js';
import { openTokenizer, type TextTokenizer } from './tokenizer.js';

/** Texts that run together at most. */
const BATCH_ROWS = 32;
/**
 * Texts are filled up to a multiple of this many tokens, and only those of one width run together: the width, and with it the last bits of
 * a vector, hangs on the text alone.
 */
const WIDTH_STEP = 8;
const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'];
const SENTENCE = 'sentence_embedding';
const TOKENS = ['last_hidden_state', 'token_embeddings'];

/** One loaded model in the thread that uses it. */
export interface EmbeddingSession {
  /** Unit vectors of the texts, one after the other: [texts, dimensions] flattened. */
  embed(texts: readonly string[]): Promise<Float32Array<ArrayBuffer>>;
}

/**
 * Loads tokenizer and weights, and embeds one text to see that both work and give the declared dimensions.
 *
 * @throws Error that says what is wrong with the directory
 */
export async function openSession(model: ModelDirectory): Promise<EmbeddingSession> {
  const tokenizer = await openTokenizer(model).catch((error: Error) => {
    throw modelFault(model.dir, `its tokenizer cannot be opened (${error.message})`);
  });
  const network = await InferenceSession.create(path.join(model.dir, 'onnx/model.onnx'), {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Waiting threads must not burn the cores of the others (docs/models.md, threads).
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }).catch((error: Error) => {
    throw modelFault(model.dir, `onnx/model.onnx cannot be loaded (${error.message})`);
  });
  const output = outputOf(model, network);
  const session: EmbeddingSession = { embed: (texts) => embedTexts(model, tokenizer, network, output, texts) };
  await session.embed(['fever']).catch((error: Error) => {
    if (error instanceof ModelFault) throw error;
    throw modelFault(model.dir, `onnx/model.onnx cannot run (${error.message.split('\n')[0]})`);
  });
  return session;
}

/** The output to read: a sentence embedding as it is, else token vectors, which need pooling. */
function outputOf(model: ModelDirectory, network: InferenceSession): string {
  const unknown = network.inputNames.filter((name) => !INPUTS.includes(name));
  if (unknown.length > 0) throw modelFault(model.dir, `onnx/model.onnx wants the unknown input ${unknown.join(', ')}`);
  const output = [SENTENCE, ...TOKENS].find((name) => network.outputNames.includes(name));
  if (output === undefined)
    throw modelFault(model.dir, `onnx/model.onnx has none of the outputs ${SENTENCE}, ${TOKENS}`);
  if (output !== SENTENCE && model.pooling === 'none') {
    throw modelFault(model.dir, 'modules.json has no pooling module and onnx/model.onnx gives token vectors only');
  }
  return output;
}

async function embedTexts(
  model: ModelDirectory,
  tokenizer: TextTokenizer,
  network: InferenceSession,
  output: string,
  texts: readonly string[],
): Promise<Float32Array<ArrayBuffer>> {
  const tokens = texts.map((text) => tokenizer.ids(text));
  const vectors = new Float32Array(texts.length * model.dimensions);
  for (const { width, batch } of batchesOf(tokens, model.maxTokens)) {
    const rows = batch.map((index) => tokens[index] ?? []);
    const results = await network.run(inputsOf(rows, width, tokenizer.padId, network.inputNames), [output]);
    const values = results[output]?.data as Float32Array;
    const dims = results[output]?.dims ?? [];
    if (dims.at(-1) !== model.dimensions) {
      throw modelFault(model.dir, `it declares ${model.dimensions} dimensions, but ${output} has ${dims.at(-1)}`);
    }
    for (const [row, index] of batch.entries()) {
      const into = vectors.subarray(index * model.dimensions, (index + 1) * model.dimensions);
      normalise(vectorOf(model, values, dims, row, rows[row]?.length ?? 0), into);
    }
  }
  return vectors;
}

/** Which texts run together, by their places. */
function* batchesOf(
  tokens: readonly number[][],
  widest: number,
): Generator<{ readonly width: number; readonly batch: number[] }> {
  const byWidth = new Map<number, number[]>();
  for (const [index, { length }] of tokens.entries()) {
    const width = Math.min(widest, Math.max(1, Math.ceil(length / WIDTH_STEP)) * WIDTH_STEP);
    const same = byWidth.get(width);
    if (same === undefined) byWidth.set(width, [index]);
    else same.push(index);
  }
  for (const [width, indexes] of byWidth) {
    for (let from = 0; from < indexes.length; from += BATCH_ROWS)
      yield { width, batch: indexes.slice(from, from + BATCH_ROWS) };
  }
}

/** Ids, mask and token types [rows, width], filled up with `padId`. */
function inputsOf(
  rows: readonly number[][],
  width: number,
  padId: number,
  names: readonly string[],
): Record<string, Tensor> {
  const shape = [rows.length, width];
  const ids = new BigInt64Array(rows.length * width).fill(BigInt(padId));
  const mask = new BigInt64Array(rows.length * width);
  // The low halves of the 64-bit ids: a BigInt for each would cost more than the network (Node runs on little-endian machines only).
  const low = new Int32Array(ids.buffer);
  for (const [index, row] of rows.entries()) {
    const start = index * width;
    for (let at = 0; at < row.length; at++) low[2 * (start + at)] = row[at] as number;
    mask.fill(1n, start, start + row.length);
  }
  const values: Record<string, BigInt64Array> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new BigInt64Array(ids.length),
  };
  return Object.fromEntries(names.map((name) => [name, new Tensor('int64', values[name] ?? ids, shape)]));
}

/** The vector of one row of an output: [batch, dimensions], or [batch, width, dimensions] to pool. */
function vectorOf(
  model: ModelDirectory,
  values: Float32Array,
  dims: readonly number[],
  row: number,
  length: number,
): Float32Array {
  const size = model.dimensions;
  if (dims.length === 2) return values.subarray(row * size, (row + 1) * size);
  const width = dims.length === 3 ? (dims[1] ?? 1) : 1;
  if (model.pooling === 'cls') return clsPool(values, row, width, size);
  return meanPool(values, row, length, width, size);
}
