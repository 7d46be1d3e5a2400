/** Callers that ask for concepts again and again, each over one connection while that is kept. */

import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How requests ended: their status, or the code of the error. */
export type Outcomes = Map<string, number>;

export interface SteadyLoad {
  readonly outcomes: Outcomes;
  /** Ends the callers after the requests under way. */
  stop(): Promise<void>;
}

/** Begins to ask. @param restMs between the answer and the next request of a caller */
export function load(url: string, key: string, notes: readonly string[], callers: number, restMs = 0): SteadyLoad {
  const outcomes: Outcomes = new Map();
  let stopped = false;
  const caller = async (first: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = first; !stopped; n += callers) {
      const outcome = await ask(agent, new URL('/v1/extract/concepts', url), key, notes[n % notes.length] as string);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // Nobody listens any more: another try would be refused as well.
      if (outcome === 'ECONNREFUSED') await sleep(100);
      await sleep(restMs);
    }
    agent.destroy();
  };
  const running = Array.from({ length: callers }, (_, first) => caller(first));
  return {
    outcomes,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

function ask(agent: Agent, url: URL, key: string, text: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, agent }, (answer) => {
      answer.once('error', (error: NodeJS.ErrnoException) => resolve(`answer cut: ${error.code}`));
      answer.once('end', () => resolve(String(answer.statusCode))).resume();
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(JSON.stringify({ text, language: 'auto' }));
  });
}

/** "200: 312, ECONNREFUSED: 8". */
export const told = (outcomes: Outcomes): string =>
  [...outcomes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
