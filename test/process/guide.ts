/** The curators' guides as sessions: what they type, and what they show. */

import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

/** One statement of psql, or one command of a shell, with the lines below it. */
export interface Step {
  readonly kind: 'sql' | 'shell';
  readonly typed: string;
  readonly shown: readonly string[];
  /** Whether psql is opened anew for it. */
  readonly opens: boolean;
}

export interface Guide {
  readonly steps: readonly Step[];
  /** The statements that make the role, its rights and one who has it. */
  readonly grants: string;
  /** The statement that takes the term of the site away again. */
  readonly undoTerm: string;
  /** Bytes of each picture. */
  readonly pictures: readonly number[];
}

/** Reads a guide of docs/. */
export function readGuide(name: string): Guide {
  const text = readFileSync(DOCS + name, 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, body = '']) => ({ language, body }));
  return {
    steps: blocks.filter(({ language }) => language === '').flatMap(({ body }) => stepsOf(body)),
    grants:
      readFileSync(`${DOCS}curator-role.sql`, 'utf8') + (blocks.find(({ language }) => language === 'sql')?.body ?? ''),
    undoTerm: /`(DELETE FROM descriptions_r0 [^`]+)`/.exec(text)?.[1] ?? '',
    pictures: [...text.matchAll(/\]\((images\/[^)]+)\)/g)].map(([, path]) => statSync(`${DOCS}${path}`).size),
  };
}

function stepsOf(block: string): Step[] {
  const kind = block.startsWith('=> ') ? 'sql' : 'shell';
  return block
    .split(/^(?:=> |\$ )/m)
    .slice(1)
    .map((step, i) => {
      const end = kind === 'sql' ? step.indexOf(';\n') + 1 : step.indexOf('\n');
      const shown = step.slice(end).split('\n');
      return { kind, typed: step.slice(0, end), shown: shown.filter((line) => line.trim() !== ''), opens: i === 0 };
    });
}

/** What must be the same: counts, row numbers, scores, the number of the seed and the widths of columns may change with the rows. */
function essence(line: string): string {
  return line
    .replace(/seed-[0-9a-f]+/g, 'seed-#')
    .replace(/\d+\.\d+|\d{2,}|\d+(?= (?:warnings|hints))/g, '#')
    .replace(/-{2,}/g, '--')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @throws AssertionError unless the answer is what the guide shows; where it has a line "..." more may stand */
export function assertShown({ shown, typed }: Step, answer: readonly string[]): void {
  const lines = answer.map(essence).filter((line) => line !== '');
  if (!shown.includes('...')) {
    assert.deepEqual(lines, shown.map(essence), typed);
    return;
  }
  let from = 0;
  for (const line of shown.filter((each) => each !== '...')) {
    from = lines.indexOf(essence(line), from) + 1;
    assert.ok(from > 0, `${typed} does not show ${line} but\n${answer.join('\n')}`);
  }
}
