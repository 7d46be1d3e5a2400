/** How far a run is, as lines for people. */

import type { BulkRun, RunCounts, RunRate } from '../db/bulk.js';

export interface RunState {
  readonly run: BulkRun;
  readonly counts: RunCounts;
  /** Null where nothing was done of late. */
  readonly rate: RunRate | null;
  /** Batches that wait or are in work. */
  readonly batches: number;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export function statusLines({ run, counts, rate, batches }: RunState): string[] {
  const { waiting, done, setApart, stale, reasons } = counts;
  const state = run.paused ? 'paused' : waiting === 0 ? 'done' : rate === null ? 'waits for a worker' : 'at work';
  const line = (name: string, value: string) => `  ${name.padEnd(10)} ${value}`;
  return [
    `${run.target}: ${state}`,
    line(
      'notes',
      `${amount(done)} done, ${amount(setApart)} set apart, ${amount(waiting)} wait in ${amount(batches)} batches`,
    ),
    ...(rate === null ? [] : [line('rate', rateOf(rate, waiting))]),
    ...(setApart === 0
      ? []
      : [line('set apart', reasons.map(({ reason, notes }) => `${reason} ${amount(notes)}`).join(', '))]),
    ...(stale === 0 ? [] : [line('stale', `${amount(stale)} were made with other versions than today's`)]),
  ];
}

function rateOf({ workers, perSecond, reading, writing }: RunRate, waiting: number): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const left = waiting === 0 ? '' : `, ${duration(waiting / perSecond)} left`;
  return `${perSecond.toFixed(1)} notes/s by ${workers} worker${workers === 1 ? '' : 's'} in the last minutes${left}; reading ${percent(reading)} and writing ${percent(writing)} of their time`;
}

/** About how long, in the two largest units. */
function duration(seconds: number): string {
  const parts: string[] = [];
  let left = Math.ceil(seconds / 60) * 60;
  for (const [name, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return `about ${parts.slice(0, 2).join(' ')}`;
}

function amount(count: number): string {
  return count.toLocaleString('en-US');
}
