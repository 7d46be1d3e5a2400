import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readModelDirectory } from '../../server/embedding/model-directory.js';
import { openSession } from '../../server/embedding/session.js';
import { openTokenizer } from '../../server/embedding/tokenizer.js';
import { distance, patchJson, SHIPPED, TINY, withCopy } from './support.js';

interface Expected {
  readonly text: string;
  readonly ids: number[];
  readonly mean: number[];
  readonly cls: number[];
}
const EXPECTED: Expected[] = JSON.parse(readFileSync(path.join(TINY, 'expected.json'), 'utf8'));
const TEXTS = EXPECTED.map(({ text }) => text);

/** The vectors of all expected texts in one batch, so with padding. */
async function embedAll(dir: string): Promise<Float32Array[]> {
  const session = await openSession(await readModelDirectory(dir));
  const flat = await session.embed(TEXTS);
  const size = flat.length / TEXTS.length;
  return TEXTS.map((_, at) => flat.slice(at * size, (at + 1) * size));
}

/** The message of the error that opening a spoilt copy of the fixture gives. */
async function faultOf(spoil: (dir: string) => Promise<void>): Promise<string> {
  return withCopy(TINY, async (dir) => {
    await spoil(dir);
    const model = await readModelDirectory(dir);
    return openSession(model).then(
      () => 'no fault',
      (error: Error) => error.message,
    );
  });
}

describe('a session with a transformer', () => {
  it('cuts texts into the tokens of its tokenizer.json', async () => {
    const tokenizer = await openTokenizer(await readModelDirectory(TINY));
    for (const { text, ids } of EXPECTED) assert.deepEqual(tokenizer.ids(text), ids, text);
  });

  it('cuts off what is beyond the maximum length, and keeps the last special token', async () => {
    const model = await readModelDirectory(TINY);
    const tokenizer = await openTokenizer({ ...model, maxTokens: 4 });
    assert.deepEqual(tokenizer.ids('chest pain of the'), [2, 5, 6, 3]);
  });

  it('puts the prompt of the model before a text', async () => {
    const model = await readModelDirectory(TINY);
    const tokenizer = await openTokenizer({ ...model, prompt: 'no ' });
    assert.deepEqual(tokenizer.ids('cough'), EXPECTED.find(({ text }) => text === 'no cough')?.ids);
  });

  it('gives the vectors that PyTorch gives with mean pooling, padded or not', async () => {
    for (const [at, vector] of (await embedAll(TINY)).entries()) {
      assert.ok(distance(vector, EXPECTED[at]?.mean ?? []) < 1e-5, TEXTS[at]);
    }
  });

  it('gives the vectors that PyTorch gives with CLS pooling', async () => {
    await withCopy(TINY, async (dir) => {
      const change = { pooling_mode_mean_tokens: false, pooling_mode_cls_token: true };
      await patchJson(path.join(dir, '1_Pooling/config.json'), change);
      for (const [at, vector] of (await embedAll(dir)).entries()) {
        assert.ok(distance(vector, EXPECTED[at]?.cls ?? []) < 1e-5, TEXTS[at]);
      }
    });
  });

  it('refuses weights that cannot be loaded', async () => {
    const message = await faultOf((dir) => writeFile(path.join(dir, 'onnx/model.onnx'), 'no weights'));
    assert.match(message, /onnx\/model\.onnx cannot be loaded/);
  });

  it('refuses a tokenizer that cannot be opened', async () => {
    const message = await faultOf((dir) => writeFile(path.join(dir, 'tokenizer.json'), '{}'));
    assert.match(message, /its tokenizer cannot be opened/);
  });

  it('refuses a declared size that the model does not give', async () => {
    const message = await faultOf((dir) =>
      patchJson(path.join(dir, '1_Pooling/config.json'), { word_embedding_dimension: 32 }),
    );
    assert.match(message, /declares 32 dimensions, but last_hidden_state has 16/);
  });

  it('refuses token vectors without a pooling module', async () => {
    const message = await faultOf(async (dir) => {
      await rm(path.join(dir, '1_Pooling'), { recursive: true });
      await writeFile(path.join(dir, 'modules.json'), '[{ "path": "", "type": "Transformer" }]');
    });
    assert.match(message, /no pooling module and onnx\/model\.onnx gives token vectors only/);
  });
});

describe('a session with the shipped model', () => {
  it('gives the vectors that PyTorch gives', async () => {
    const checks: { text: string; vector: number[] }[] = JSON.parse(
      readFileSync(path.join(SHIPPED, 'check.json'), 'utf8'),
    );
    const session = await openSession(await readModelDirectory(SHIPPED));
    const flat = await session.embed(checks.map(({ text }) => text));
    for (const [at, { text, vector }] of checks.entries()) {
      assert.ok(distance(flat.subarray(at * 256, (at + 1) * 256), vector) < 1e-5, text);
    }
  });
});
