import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { testService } from '../support/service.js';

const NOTES = fileURLToPath(new URL('../../../test/fixtures/notes/', import.meta.url));

describe('a batch on the whole service', function () {
  this.timeout(60_000);
  // Whatever else the machine does: what is compared is the answers.
  const service = testService({ DEADLINE_MS: '60000', BATCH_NOTES: '3' });
  const texts = readdirSync(NOTES)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(NOTES + name, 'utf8'));

  async function batch(lines: readonly object[], query = ''): Promise<string[]> {
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const response = await service.running.post(`/v1/extract/batch${query}`, body, {
      'Content-Type': 'application/x-ndjson',
    });
    assert.equal(response.status, 200);
    return (await response.text()).trimEnd().split('\n');
  }

  const single = async (body: object) => (await service.running.post('/v1/extract', body)).text();

  it('answers every note with the bytes of the single call', async () => {
    const options = { offsets: 'utf8', only: { assertion: ['affirmed', 'negated'] } };
    const query = `?offsets=utf8&only=${encodeURIComponent(JSON.stringify(options.only))}`;
    const answers = await batch(
      texts.map((text, id) => ({ id, text, note_date: '2024-03-05' })),
      query,
    );
    assert.equal(answers.length, texts.length + 1);
    for (const [id, text] of texts.entries()) {
      const alone = await single({ text, note_date: '2024-03-05', ...options });
      assert.ok(alone.length > 1_000);
      assert.equal(answers[id], `{"id":${id},${alone.slice(1)}`);
    }
  });

  it('says which versions answered, and of a lexicon that there is not only in its line', async () => {
    const [first, second, last] = await batch([
      { id: 1, text: 'Denies fever.', as_of: 999_999 },
      { id: 2, text: 'Denies fever.' },
    ]);
    assert.match(first ?? '', /^\{"id":1,"line":1,"error":\{"code":"VALIDATION_ERROR"/);
    assert.match(second ?? '', /"value":"negated"/);
    const response = await service.running.post('/v1/extract', { text: 'Denies fever.' });
    const { summary } = JSON.parse(last ?? '') as { summary: { versions: object[] } };
    assert.deepEqual(summary.versions, [
      {
        model: response.headers.get('x-model-version'),
        terminology: response.headers.get('x-terminology-version'),
        lexicon: response.headers.get('x-lexicon-version'),
      },
    ]);
  });
});
