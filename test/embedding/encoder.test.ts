import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { type Encoder, openEncoder } from '../../server/embedding/encoder.js';
import { distance, SHIPPED, threadsOf, withCopy } from './support.js';

const NOTE = [
  'chest pain',
  'douleur thoracique',
  'chronic kidney disease',
  'insuffisance rénale chronique',
  'fièvre',
  'x',
];
const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

describe('the encoder', () => {
  let encoder: Encoder;

  before(async () => {
    encoder = await openEncoder({ modelDir: SHIPPED, workers: 2, maxQueue: 1000, cacheSize: 100 });
  });

  after(() => encoder.close());

  it('says which model it runs', () => {
    assert.equal(encoder.model.dimensions, 256);
    assert.match(encoder.model.version, /^[0-9a-f]{12}$/);
  });

  it('gives one unit vector a text, whatever the text', async () => {
    const texts = [...NOTE, '', ' ', '+++', '💊', 'a'.repeat(5000)];
    const vectors = await encoder.encode(texts);
    assert.equal(vectors.length, texts.length);
    for (const [at, vector] of vectors.entries()) {
      assert.equal(vector.length, 256);
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5, texts[at]);
    }
  });

  it('answers no texts with no vectors', async () => {
    assert.deepEqual(await encoder.encode([]), []);
  });

  it('puts the French and the English name of an idea close together', async () => {
    const [pain, douleur, kidney, rein] = await encoder.encode(NOTE);
    assert.ok(pain && douleur && kidney && rein);
    assert.ok(cosine(pain, douleur) > cosine(pain, rein) + 0.2);
    assert.ok(cosine(kidney, rein) > cosine(kidney, douleur) + 0.2);
  });

  it('gives the same vector alone and beside others', async () => {
    const others = Array.from({ length: 300 }, (_, at) => `${'très '.repeat(at % 40)}longue phrase numéro ${at}`);
    const beside = await encoder.encode([...others, ...NOTE], { cache: false });
    for (const [at, text] of NOTE.entries()) {
      const [alone] = await encoder.encode([text], { cache: false });
      assert.ok(distance(alone ?? [], beside[others.length + at] ?? []) < 1e-5, text);
    }
  });

  it('gives each of many concurrent calls its own vectors in its own order', async () => {
    const calls = Array.from({ length: 50 }, (_, call) => [
      `lésion ${call}`,
      ...NOTE,
      `mass ${call}`,
      NOTE[call % 6] ?? '',
    ]);
    const answers = await Promise.all(calls.map((texts) => encoder.encode(texts, { cache: false })));
    for (const [call, texts] of calls.entries()) {
      const expected = await encoder.encode(texts, { cache: false });
      for (const at of texts.keys()) assert.ok(distance(answers[call]?.[at] ?? [], expected[at] ?? []) < 1e-5);
    }
  });

  it('embeds equal texts once, within a call and between concurrent calls', async () => {
    const [[first, second], [third]] = await Promise.all([
      encoder.encode(['hématome', 'hématome'], { cache: false }),
      encoder.encode(['hématome'], { cache: false }),
    ]);
    assert.equal(first, second);
    assert.equal(first, third);
  });

  it('keeps vectors, the last used ones, and none of bulk work', async () => {
    const [kept] = await encoder.encode(['kept']);
    const [bulk] = await encoder.encode(['bulk'], { cache: false });
    await encoder.encode(
      Array.from({ length: 500 }, (_, at) => `bulk ${at}`),
      { cache: false },
    );
    assert.equal((await encoder.encode(['kept']))[0], kept);
    assert.notEqual((await encoder.encode(['bulk'], { cache: false }))[0], bulk);
    await encoder.encode(Array.from({ length: 100 }, (_, at) => `other ${at}`));
    assert.notEqual((await encoder.encode(['kept']))[0], kept);
  });
});

describe('opening and closing the encoder', () => {
  const options = { workers: 1, maxQueue: 10, cacheSize: 10 };

  it('refuses a directory that cannot be used, and leaves no thread behind', async () => {
    await withCopy(SHIPPED, async (modelDir) => {
      await writeFile(`${modelDir}/onnx/model.onnx`, 'no weights');
      const { result, threads, stop } = await threadsOf(() =>
        openEncoder({ ...options, workers: 2, modelDir }).catch((error) => error),
      );
      stop();
      assert.match(result.message, /cannot be used: onnx\/model\.onnx cannot be loaded/);
      assert.deepEqual(
        threads.map((thread) => thread.threadId),
        [-1, -1],
      );
    });
  });

  it('is unavailable once closed, for calls under way too', async () => {
    const encoder = await openEncoder({ ...options, modelDir: SHIPPED });
    const underWay = assert.rejects(encoder.encode(NOTE), { code: 'NLP_UNAVAILABLE' });
    await encoder.close();
    await underWay;
    await assert.rejects(encoder.encode(['fever']), { code: 'NLP_UNAVAILABLE' });
  });
});
