import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parseConfig } from '../server/config.js';

/** `.env.example`: each key with its value, which is the default. */
const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

/** The message of the error that an environment gives. */
function faultsOf(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  return '';
}

describe('the configuration', () => {
  it('has the defaults that .env.example shows', () => {
    assert.deepEqual(parseConfig(parseEnv(example)), parseConfig({}));
  });

  it('has every key in .env.example, and no other', () => {
    const optional = ['DATABASE_READ_URL', 'DATABASE_URL'];
    const keys = Object.keys(parseConfig({})).filter((key) => !['sqlDir', 'workbenchDir', 'version'].includes(key));
    assert.deepEqual(Object.keys(parseEnv(example)).sort(), [...new Set([...keys, ...optional])].sort());
  });

  it('takes an empty string for an absent key', () => {
    const keys = Object.keys(parseEnv(example));
    assert.deepEqual(parseConfig(Object.fromEntries(keys.map((key) => [key, '']))), parseConfig({}));
  });

  it('takes numbers, switches and a database from the environment', () => {
    const config = parseConfig({ PORT: '0', TRUST_PROXY: '1', MAX_TEXT: '500', DATABASE_URL: 'postgresql://db/notes' });
    assert.deepEqual(
      [config.PORT, config.TRUST_PROXY, config.MAX_TEXT, config.DATABASE_URL],
      [0, true, 500, 'postgresql://db/notes'],
    );
    assert.equal(parseConfig({ TRUST_PROXY: 'false' }).TRUST_PROXY, false);
  });

  it('takes a replica only beside its primary', () => {
    assert.match(faultsOf({ DATABASE_READ_URL: 'postgresql://replica/notes' }), /^ {2}DATABASE_READ_URL: /m);
  });

  it('tells every fault at once, by key and never by value', () => {
    const message = faultsOf({
      PORT: '70000',
      MAX_TEXT: 'many-secret',
      TRUST_PROXY: 'maybe-secret',
      LOG_LEVEL: 'loud-secret',
      DATABASE_URL: 'mysql://user:secret@host/db',
    });
    for (const key of ['PORT', 'MAX_TEXT', 'TRUST_PROXY', 'LOG_LEVEL', 'DATABASE_URL']) {
      assert.match(message, new RegExp(`^ {2}${key}: .{5,}$`, 'm'));
    }
    assert.match(message, /\.env\.example/);
    assert.doesNotMatch(message, /secret|70000/);
  });

  for (const value of ['-1', '1.5', '1e3', ' 5', '0x10', '9999999999']) {
    it(`refuses ${JSON.stringify(value)} as a whole number`, () => {
      assert.match(faultsOf({ RATE_LIMIT: value }), /RATE_LIMIT: /);
    });
  }

  it('refuses numbers outside their range', () => {
    for (const [key, value] of [
      ['MAX_IN_FLIGHT', '0'],
      ['MAX_BODY_BYTES', '10'],
      ['EMBED_WORKERS', '65'],
      ['DEADLINE_MS', '99'],
    ] as const) {
      assert.match(faultsOf({ [key]: value }), new RegExp(`${key}: `));
    }
  });

  it('ignores what it does not know, and cannot be changed', () => {
    const config = parseConfig({ PATH: '/bin', UNKNOWN: '1' });
    assert.ok(!('UNKNOWN' in config));
    assert.ok(Object.isFrozen(config));
  });
});
