import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rulesPage } from './rules-page.js';

const PAGE = fileURLToPath(new URL('../../../docs/rules.md', import.meta.url));

describe('the page of rules', () => {
  it('says what the registry has', () => {
    if (process.env.UPDATE) writeFileSync(PAGE, rulesPage());
    assert.equal(readFileSync(PAGE, 'utf8'), rulesPage());
  });
});
