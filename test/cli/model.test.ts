import assert from 'node:assert/strict';
import path from 'node:path';
import { main } from '../../server/cli/model.js';
import { patchJson, SHIPPED, TINY, withCopy } from '../embedding/support.js';
import { call } from './command.js';

describe('the command model', () => {
  for (const argv of [[], ['try', SHIPPED], ['check'], ['check', SHIPPED, TINY], ['check', '--fast', SHIPPED]]) {
    it(`ends with 2 and its usage: ${argv.map((word) => path.basename(word)).join(' ')}`, async () => {
      const { code, err } = await call(main, ...argv);
      assert.equal(code, 2);
      assert.match(err, /model -- check DIR/);
    });
  }

  it('says what the shipped model is', async () => {
    const { code, out } = await call(main, 'check', SHIPPED);
    assert.equal(code, 0);
    assert.match(out[0] ?? '', /^clinical-ngram-en-fr \([0-9a-f]{12}\) can be used\.$/);
    for (const line of [/dimensions {2}256/, /character-ngram/, /in the network/, /\d+ texts have their vectors/])
      assert.match(out.join('\n'), line);
  });

  it('says what a sentence-transformers model is, with its prompt', () =>
    withCopy(TINY, async (dir) => {
      await patchJson(path.join(dir, 'tokenizer_config.json'), {});
      const { code, out } = await call(main, 'check', dir);
      assert.equal(code, 0);
      for (const line of [/standard, at most \d+ tokens/, /pooling {5}mean/, /check.json {2}none/])
        assert.match(out.join('\n'), line);
    }));

  it('ends with 1 and says which file is missing', async () => {
    const { code, err } = await call(main, 'check', path.join(TINY, 'onnx'));
    assert.equal(code, 1);
    assert.match(err, /cannot be used: modules\.json is missing/);
  });

  it('refuses a model that gives other vectors than its check.json', () =>
    withCopy(SHIPPED, async (dir) => {
      await patchJson(path.join(dir, 'tokenizer_config.json'), { max_n: 4 });
      const { code, err } = await call(main, 'check', dir);
      assert.equal(code, 1);
      assert.match(err, /text 1 of its check\.json gets another vector/);
    }));
});
