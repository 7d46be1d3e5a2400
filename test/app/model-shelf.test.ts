import assert from 'node:assert/strict';
import { ModelShelf } from '../../server/app/model-shelf.js';
import type { Encoder } from '../../server/embedding/encoder.js';

describe('the models at hand', () => {
  const opened: string[] = [];
  const closed: string[] = [];

  /** An encoder whose vectors are the length of its version. */
  const encoderOf = (version: string): Encoder => ({
    model: { name: 'test', version, dimensions: 1 },
    encode: async (texts) => texts.map(() => Float32Array.of(version.length)),
    keyOf: (text) => text,
    close: async () => void closed.push(version),
  });

  function shelf(): ModelShelf {
    opened.length = 0;
    closed.length = 0;
    return new ModelShelf(encoderOf('a'), async (directory) => {
      opened.push(directory);
      if (directory === '/missing') throw new Error('no such directory');
      return encoderOf(directory.slice(1));
    });
  }

  it('embed with the one that the process started with', async () => {
    const model = await shelf().take('a', null);
    assert.deepEqual(await model?.encode(['x']), [Float32Array.of(1)]);
    assert.deepEqual(opened, []);
  });

  it('take up another from its directory, and keep the one before for the requests that it still has', async () => {
    const models = shelf();
    const before = await models.take('a', null);
    const after = await models.take('bb', '/bb');
    assert.deepEqual(await after?.encode(['x']), [Float32Array.of(2)]);
    assert.deepEqual(await before?.encode(['x']), [Float32Array.of(1)]);
    assert.deepEqual(closed, []);
    await models.close();
    assert.deepEqual(closed.sort(), ['a', 'bb']);
  });

  it('are none where the directory is not here or has another version, and look only once', async () => {
    const models = shelf();
    assert.equal(await models.take('bb', null), null);
    assert.equal(await models.take('bb', '/missing'), null);
    assert.equal(await models.take('bb', '/missing'), null);
    assert.equal(await models.take('ccc', '/dddd'), null);
    assert.deepEqual(opened, ['/missing', '/dddd']);
    assert.deepEqual(closed, ['dddd']);
    assert.notEqual(await models.take('a', null), null);
  });
});
