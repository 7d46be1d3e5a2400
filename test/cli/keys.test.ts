import assert from 'node:assert/strict';
import { ApiKeyVerifier, isWellFormedApiKey } from '../../server/app/api-keys.js';
import { main } from '../../server/cli/keys.js';
import { listApiKeys } from '../../server/db/api-keys.js';
import { testDatabase } from '../support/database.js';

describe('the command keys', () => {
  const database = testDatabase();

  async function keys(...argv: string[]) {
    const out: string[] = [];
    const err: string[] = [];
    const streams = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
    const code = await main(argv, { open: (work) => work(database.handle), streams });
    return { code, out, err };
  }

  it('creates a key, with nothing but the secret on stdout', async () => {
    const { code, out, err } = await keys('create', '--name', 'Ward 5');
    assert.equal(code, 0);
    assert.equal(out.length, 1);
    assert.ok(isWellFormedApiKey(out[0] ?? ''));
    assert.ok(!err.join('').includes(out[0] ?? ''));
    const key = await new ApiKeyVerifier(database.handle.db).verify(out[0] ?? '');
    assert.deepEqual({ ...key, keyId: 0 }, { keyId: 0, scopes: ['concepts', 'contexts'], requestsPerMinute: null });
  });

  it('creates a key with a limit, scopes and an end', async () => {
    const { out } = await keys(
      'create',
      '--name',
      'Lab',
      '--rpm',
      '600',
      '--scopes',
      'contexts',
      '--expires-in',
      '90d',
    );
    const key = await new ApiKeyVerifier(database.handle.db).verify(out[0] ?? '');
    assert.deepEqual([key?.scopes, key?.requestsPerMinute], [['contexts'], 600]);
    const row = (await listApiKeys(database.handle.db)).at(-1);
    const days = ((row?.expires_at?.getTime() ?? 0) - Date.now()) / 86_400_000;
    assert.ok(days > 89.9 && days < 90.1);
  });

  it('lists keys by number and prefix, never the secret', async () => {
    const made = await keys('create', '--name', 'Listed');
    const secret = made.out[0] ?? '';
    const { code, out } = await keys('list');
    assert.equal(code, 0);
    const line = out.find((each) => each.includes('Listed')) ?? '';
    assert.match(
      line,
      /^\d+\tccx_live_\w{4}\.\.\.\tListed\tconcepts,contexts\tdefault limit\tnever expires\tnever used$/,
    );
    assert.ok(!out.join('').includes(secret));
  });

  it('revokes a key once', async () => {
    await keys('create', '--name', 'Gone');
    const id = String((await listApiKeys(database.handle.db)).at(-1)?.key_id);
    assert.equal((await keys('revoke', id)).code, 0);
    assert.match((await keys('list')).out.at(-1) ?? '', /revoked \d{4}-\d\d-\d\d/);
    const again = await keys('revoke', id);
    assert.equal(again.code, 1);
    assert.match(again.err.join(''), /no key/);
  });

  const WRONG = [
    [],
    ['destroy'],
    ['create'],
    ['create', '--name', ' '],
    ['create', '--name', 'a'.repeat(101)],
    ['create', '--name', 'a', '--rpm', '0'],
    ['create', '--name', 'a', '--rpm', 'many'],
    ['create', '--name', 'a', '--scopes', 'admin'],
    ['create', '--name', 'a', '--scopes', ''],
    ['create', '--name', 'a', '--expires-in', '90'],
    ['create', '--name', 'a', '--expires-in', '0d'],
    ['create', '--name', 'a', '--colour', 'red'],
    ['create', 'a'],
    ['list', 'all'],
    ['list', '--name', 'a'],
    ['revoke'],
    ['revoke', 'x'],
    ['revoke', '1', '2'],
  ];
  for (const argv of WRONG) {
    it(`refuses "${argv.join(' ').slice(0, 40)}" with its usage, without opening the database`, async () => {
      const err: string[] = [];
      const streams = {
        out: () => assert.fail('nothing belongs on stdout'),
        err: (line: string) => void err.push(line),
      };
      const code = await main(argv, { open: async () => assert.fail('must not open'), streams });
      assert.equal(code, 2);
      assert.match(err.join('\n'), /Usage:/);
    });
  }
});
