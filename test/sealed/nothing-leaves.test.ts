import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyDirectory, FIRST_USE_MS, MAIN, preparedEnv, READY } from '../process/service-process.js';

/** The telemetry of onnxruntime looks its host up nine seconds after the start of the process. */
const IDLE_MS = 15_000;
const CALLS = 'trace=connect,sendto,sendmsg,sendmmsg,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2';

/** The calls of the system that a service makes from its start to its end, while it answers the operations and the tools. */
async function tracedCalls(env: Readonly<Record<string, string>>): Promise<string[]> {
  const trace = join(emptyDirectory(), 'trace');
  const child = spawn('strace', ['-f', '-qq', '-o', trace, '-e', CALLS, process.execPath, MAIN], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DRAIN_MS: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let said = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error('This test needs strace: apt-get install strace', { cause: error })),
    );
    child.once('close', () => reject(new Error(`The service ended: ${said}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const url = READY.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  try {
    const url = await ready;
    await answer(url, readFileSync(join(env.DATA_DIR ?? '', 'api-key'), 'utf8').trim());
    await sleep(IDLE_MS);
  } finally {
    // A signal to strace would only detach it.
    const traced = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
    if (traced !== '') process.kill(Number(traced), 'SIGTERM');
  }
  await ended;
  return readFileSync(trace, 'utf8').split('\n');
}

async function answer(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const text = 'Admitted for chest pain. No zorgotic cardiomyopathy.';
  for (const [path, body] of [
    ['concepts', { text }],
    ['contexts', { text, concepts: [{ span: 'chest pain' }] }],
  ] as const) {
    const response = await fetch(`${url}/v1/extract/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(response.status, 200);
  }
  const call = { name: 'extract', arguments: { text } };
  const tools = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  });
  assert.match(await tools.text(), /29857009/);
}

describe('a service that runs', function () {
  this.timeout(FIRST_USE_MS);
  let calls: string[];
  let env: Readonly<Record<string, string>>;

  before('trace one', async function () {
    this.timeout(FIRST_USE_MS);
    env = { ...(await preparedEnv()), MCP_HTTP: '1', HOME: emptyDirectory(), TMPDIR: emptyDirectory() };
    calls = await tracedCalls(env);
    assert.ok(calls.length > 100, 'strace saw what the service does');
  });

  it('connects to nothing beyond this machine, and asks for no name', () => {
    const network = calls.filter((call) => /\b(?:connect|sendto|sendmsg|sendmmsg)\(/.test(call));
    const beyond = network.filter(
      (call) =>
        /sin6?_addr|inet_pton|htons\(53\)/.test(call) &&
        (/htons\(53\)/.test(call) || !/"(?:127\.[\d.]+|::1)"/.test(call)),
    );
    assert.deepEqual(beyond, []);
  });

  it('writes nothing outside its data directory', () => {
    const own = [env.DATA_DIR ?? '', '/dev/', '/proc/'];
    const writes = calls.filter(
      (call) =>
        /O_WRONLY|O_RDWR|O_CREAT|\bcreat\(|\bmkdir(?:at)?\(|\brename(?:at2?)?\(/.test(call) && !/ = -1 /.test(call),
    );
    const paths = writes.map((call) => /"([^"]*)"/.exec(call)?.[1] ?? call);
    assert.deepEqual(
      paths.filter((path) => !own.some((prefix) => prefix !== '' && path.startsWith(prefix))),
      [],
    );
  });
});
