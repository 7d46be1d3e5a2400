import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { emptyDirectory, FIRST_USE_MS, preparedEnv, serve } from './service-process.js';

describe('a service', function () {
  this.timeout(FIRST_USE_MS);

  // A library of ours keeps a number of the device there unless it is told not to (server/embedding/no-telemetry.ts).
  it('leaves nothing in the home directory nor among temporary files', async () => {
    const [HOME, TMPDIR] = [emptyDirectory(), emptyDirectory()];
    const service = await serve({ ...(await preparedEnv()), HOME, TMPDIR, XDG_CACHE_HOME: '' });
    const text = 'Admitted for chest pain. No zorgotic cardiomyopathy.';
    assert.equal((await service.post('/v1/extract/concepts', { text })).status, 200);
    assert.equal(
      (await service.post('/v1/extract/contexts', { text, concepts: [{ span: 'chest pain' }] })).status,
      200,
    );
    await service.end();
    const left = [HOME, TMPDIR].flatMap((directory) => readdirSync(directory, { recursive: true, encoding: 'utf8' }));
    assert.deepEqual(left, []);
  });
});
