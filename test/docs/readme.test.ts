import assert from 'node:assert/strict';
import { testService } from '../support/service.js';
import { fencedBlocks, readPage } from './pages.js';

/** JSON without the white space between its members, where "..." may stand for anything. */
function packed(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** @throws AssertionError unless the answer is what is shown; where that has "..." anything may stand */
function assertShown(shown: string, answer: string): void {
  const parts = packed(shown).split('...');
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*');
  assert.match(packed(answer), new RegExp(`^${pattern}$`, 's'));
}

describe('the examples of the README', () => {
  const service = testService();
  const blocks = fencedBlocks(readPage('README.md'));
  const calls = blocks.flatMap(({ body }, i) => {
    const [, path, json] = /^curl http:\/\/127\.0\.0\.1:8080(\S+)[\s\S]*--json '([^']+)'\s*$/.exec(body) ?? [];
    return path === undefined || json === undefined ? [] : [{ path, json, answer: blocks[i + 1] }];
  });

  it('shows a call of each operation and its answer', () => {
    assert.deepEqual(
      calls.map(({ path, answer }) => [path, answer?.language]),
      [
        ['/v1/extract/concepts', 'json'],
        ['/v1/extract/contexts', 'json'],
      ],
    );
  });

  for (const { path, json, answer } of calls) {
    it(`shows what ${path} answers`, async () => {
      const response = await service.running.post(path, json);
      assert.equal(response.status, 200);
      assertShown(answer?.body ?? '', await response.text());
    });
  }
});
