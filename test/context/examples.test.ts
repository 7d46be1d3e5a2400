import assert from 'node:assert/strict';
import { exampleFaults, sectionExampleFault } from '../../server/context/lexicon-examples.js';
import { lexiconFiles, shippedLexicon } from '../support/annotated.js';

describe('the examples of the lexicon files', function () {
  this.timeout(60_000);

  it('show what each row does, and where it does nothing', () => {
    const { triggers, sections, places } = lexiconFiles();
    const faults = triggers.flatMap((row) =>
      exampleFaults(row, shippedLexicon()).map(
        (fault) => `${places.get(row)} "${row.phrase}" in "${row.example_ok}": ${fault}`,
      ),
    );
    for (const row of sections) {
      const fault = sectionExampleFault(row, shippedLexicon());
      if (fault) faults.push(`${places.get(row)} "${row.heading}" in "${row.example_ok}": ${fault}`);
    }
    assert.equal(faults.length, 0, `${faults.length} examples do not show what their rows do:\n${faults.join('\n')}`);
  });
});
