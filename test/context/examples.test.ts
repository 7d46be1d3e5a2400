import assert from 'node:assert/strict';
import { counterFault, type ExampleFault, exampleFault, sectionFault } from '../../server/context/example-run.js';
import { lexiconFiles, shippedLexicon } from '../support/annotated.js';

function inWords({ came, trigger }: ExampleFault): string {
  return trigger === null ? came : `${came}, decided by "${trigger}"`;
}

describe('the examples of the lexicon files', function () {
  this.timeout(60_000);

  it('show what each row does, and where it does nothing', () => {
    const { triggers, sections, places } = lexiconFiles();
    const lexicon = shippedLexicon();
    const faults = triggers.flatMap((row) => {
      const found = [exampleFault(row, lexicon), counterFault(row, lexicon)].filter((fault) => fault !== null);
      return found.map((fault) => `${places.get(row)} "${row.phrase}" in "${row.example_ok}": ${inWords(fault)}`);
    });
    for (const row of sections) {
      const fault = sectionFault(row, lexicon);
      if (fault) faults.push(`${places.get(row)} "${row.heading}" in "${row.example_ok}": ${inWords(fault)}`);
    }
    assert.equal(faults.length, 0, `${faults.length} examples do not show what their rows do:\n${faults.join('\n')}`);
  });
});
