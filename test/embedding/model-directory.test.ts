import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readModelDirectory } from '../../server/embedding/model-directory.js';
import { patchJson, SHIPPED, TINY, withCopy } from './support.js';

/** The message of the error that a spoilt copy of the fixture gives. */
function faultOf(spoil: (dir: string) => Promise<void>, source = TINY): Promise<string> {
  return withCopy(source, async (dir) => {
    await spoil(dir);
    return readModelDirectory(dir).then(
      () => 'no fault',
      (error: Error) => error.message,
    );
  });
}

describe('a model directory', () => {
  it('gives the name, version and dimensions of the shipped model', async () => {
    const model = await readModelDirectory(SHIPPED);
    assert.equal(model.name, path.basename(SHIPPED));
    assert.match(model.version, /^[0-9a-f]{12}$/);
    assert.equal(model.dimensions, 256);
    assert.equal(model.tokenizer.kind, 'character-ngram');
  });

  it('gives the settings of a sentence-transformers export', async () => {
    const model = await readModelDirectory(TINY);
    assert.deepEqual(
      [model.dimensions, model.pooling, model.maxTokens, model.prompt, model.tokenizer.kind],
      [16, 'mean', 8, '', 'standard'],
    );
  });

  it('has a version that changes with a file that vectors depend on, and with no other', async () => {
    const { version } = await readModelDirectory(TINY);
    await withCopy(TINY, async (dir) => {
      await writeFile(path.join(dir, 'README.md'), 'another model card');
      assert.equal((await readModelDirectory(dir)).version, version);
      await writeFile(path.join(dir, 'onnx/model.onnx_data'), 'weights');
      const changed = (await readModelDirectory(dir)).version;
      assert.notEqual(changed, version);
      await patchJson(path.join(dir, '1_Pooling/config.json'), {
        pooling_mode_mean_tokens: false,
        pooling_mode_cls_token: true,
      });
      assert.notEqual((await readModelDirectory(dir)).version, changed);
    });
  });

  it('takes the default prompt', async () => {
    await withCopy(TINY, async (dir) => {
      const prompts = { prompts: { query: 'query: ', passage: 'passage: ' }, default_prompt_name: 'query' };
      await writeFile(path.join(dir, 'config_sentence_transformers.json'), JSON.stringify(prompts));
      assert.equal((await readModelDirectory(dir)).prompt, 'query: ');
    });
  });

  for (const file of [
    'modules.json',
    'config.json',
    'tokenizer.json',
    'tokenizer_config.json',
    'onnx/model.onnx',
    '1_Pooling/config.json',
  ]) {
    it(`names ${file} when it is missing`, async () => {
      const message = await faultOf((dir) => rm(path.join(dir, file)));
      assert.ok(message.includes(`${file} is missing`), message);
    });
  }

  it('says that a directory that does not exist has no modules.json', async () => {
    await assert.rejects(readModelDirectory(path.join(TINY, 'nowhere')), /modules\.json is missing/);
  });

  it('names a file that is not JSON', async () => {
    const message = await faultOf((dir) => writeFile(path.join(dir, 'config.json'), '{'));
    assert.match(message, /config\.json is not valid JSON/);
  });

  it('names the member that is wrong', async () => {
    const message = await faultOf((dir) =>
      patchJson(path.join(dir, 'sentence_bert_config.json'), { max_seq_length: -1 }),
    );
    assert.match(message, /sentence_bert_config\.json is wrong at "max_seq_length"/);
  });

  it('refuses a pooling mode that it does not know', async () => {
    const message = await faultOf((dir) =>
      patchJson(path.join(dir, '1_Pooling/config.json'), { pooling_mode_max_tokens: true }),
    );
    assert.match(message, /pooling_mode_mean_tokens and pooling_mode_max_tokens; only mean or cls/);
  });

  it('refuses a default prompt that is not there', async () => {
    const message = await faultOf((dir) =>
      writeFile(path.join(dir, 'config_sentence_transformers.json'), '{"default_prompt_name":"query"}'),
    );
    assert.match(message, /has no prompt "query"/);
  });

  it('refuses character n-grams without their settings', async () => {
    const message = await faultOf(
      (dir) => patchJson(path.join(dir, 'tokenizer_config.json'), { buckets: undefined }),
      SHIPPED,
    );
    assert.match(message, /tokenizer_config\.json is wrong at "buckets"/);
  });
});
