/** `docs/rules.md`: the rules that hold a concept back, as the registry has them. */

import { RULES, type ShownRule } from '../../server/concepts/rules/registry.js';

const INTRO = `# Rules of the concept path

Generated from the registry by \`npm run rules\`; a test holds it current.

A rule holds the first candidate of a span back, so that it is never \`resolved\`, or clears what another rule found. \`"explain": true\` lists what fired, with the words and the row.
Where several fire, \`doubt\` is the reason of the first of them in this order. The span of each sentence is in bold.

| rule | reason | fires | does not fire |
|---|---|---|---|`;

/** The page, with a line end. */
export function rulesPage(): string {
  return `${INTRO}\n${RULES.map(lineOf).join('\n')}\n`;
}

function lineOf({ id, group, fires, quiet }: ShownRule): string {
  return `| \`${id}\` | ${group ?? 'clears'} | ${shown(fires)} | ${shown(quiet)} |`;
}

/** A sentence in a cell of a table, its span in bold. */
function shown(sentence: string): string {
  return sentence
    .replaceAll('|', '\\|')
    .replace(/\[([^\]]+)\]/, '**$1**')
    .replaceAll('\n', ' ¶ ');
}
