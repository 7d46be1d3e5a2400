/** Shows the progress of long work: a bar that redraws itself on a terminal; elsewhere a line every few seconds and at the end of a stage. */

import type { Progress } from '../domain/work.js';

const WIDTH = 24;
/** Between two lines of a stage where nothing can be redrawn. */
const LINE_MS = 5_000;

/**
 * A progress function that writes to a stream, with rate and time left.
 * @param redraws whether a line may be written over; not where something else writes between
 */
export function showProgress(stream: NodeJS.WriteStream, redraws = stream.isTTY): Progress {
  let stage = '';
  let began = 0;
  let shown = 0;
  let over = false;
  return (name, done, total) => {
    const now = performance.now();
    if (name !== stage) {
      stage = name;
      began = now;
      shown = now;
      over = false;
    }
    const finished = done >= total;
    if (over || (!redraws && !finished && now - shown < LINE_MS)) return;
    over = finished;
    shown = now;
    const seconds = (now - began) / 1_000;
    const line = `${name}${amount(done, total, seconds)}`;
    stream.write(redraws ? `\r\u001B[K${line}${finished ? '\n' : ''}` : `${line}\n`);
  };
}

/** A total of 1 is work that is not counted: a share of it may be known. */
function amount(done: number, total: number, seconds: number): string {
  if (total > 1) return ` ${bar(done / total)} ${done}/${total}${timing(done, total, seconds)}`;
  return done > 0 && done < 1 ? ` ${bar(done)} ${Math.floor(done * 100)} %${timing(done, total, seconds)}` : '';
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * WIDTH);
  return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}]`;
}

function timing(done: number, total: number, seconds: number): string {
  if (seconds < 0.5 || done === 0) return '';
  const rate = done / seconds;
  const left = Math.ceil((total - done) / rate);
  return `${total > 1 ? ` ${Math.round(rate)}/s` : ''}${left > 0 ? `, ${left} s left` : ''}`;
}
