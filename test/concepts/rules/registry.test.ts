import assert from 'node:assert/strict';
import type { ConceptEntry } from '../../../server/concepts/answer.js';
import { type ClearRuleId, PRECEDENCE } from '../../../server/concepts/rules/precedence.js';
import { RULES, type ShownRule } from '../../../server/concepts/rules/registry.js';
import { testSpans } from '../notes/spans.js';

/** Every rule that clears; the compiler sees to it that none is missing. */
const CLEARING: Readonly<Record<ClearRuleId, true>> = {
  'condition-expected': true,
  'measured-observable': true,
  'valued-test': true,
  'apart-complete': true,
  'apart-sign': true,
  'apart-reading': true,
  'apart-tests': true,
  'apart-picture': true,
};

/** The only span in brackets. */
const EXAMPLE = /^([^[\]]*)\[([^[\]]+)\]([^[\]]*)$/;

describe('the registry of rules', () => {
  it('has each rule once, those that hold back by their precedence, then those that clear', () => {
    const ids = RULES.map(({ id }) => id);
    const held = PRECEDENCE.map(([id]) => id);
    assert.deepEqual(ids.slice(0, held.length), held);
    assert.deepEqual(ids.slice(held.length).sort(), Object.keys(CLEARING).sort());
    assert.equal(new Set(ids).size, ids.length);
  });
});

describe('a rule', () => {
  const { ask } = testSpans();

  /** The span in brackets. */
  async function spanIn(example: string): Promise<ConceptEntry> {
    const [, before, words, behind] = EXAMPLE.exec(example) ?? assert.fail(`one span in brackets: ${example}`);
    const concepts = await ask(`${before}${words}${behind}`, true);
    const found = concepts.find(({ span, start }) => span === words && start === before?.length);
    return found ?? assert.fail(`${words} among ${concepts.map(({ span }) => span).join(', ')}`);
  }

  /** What a rule found about the first concept of a span. */
  const foundBy = ({ id }: ShownRule, { explain }: ConceptEntry) =>
    explain?.evidence.filter(({ rule }) => rule === id) ?? [];

  for (const rule of RULES) {
    it(`"${rule.id}" fires: ${rule.fires}`, async () => {
      const span = await spanIn(rule.fires);
      const [found] = foundBy(rule, span);
      assert.ok(found, JSON.stringify(span.explain?.evidence));
      assert.deepEqual([found.effect, found.reason], [rule.effect, rule.group]);
    });

    it(`"${rule.id}" is quiet: ${rule.quiet}`, async () => {
      assert.deepEqual(foundBy(rule, await spanIn(rule.quiet)), []);
    });
  }
});
