/** Shows the progress of long work: a bar that redraws itself on a terminal, a line a stage elsewhere. */

import type { Progress } from '../domain.js';

const WIDTH = 24;

/** A progress function that writes to a stream, with rate and time left. */
export function showProgress(stream: NodeJS.WriteStream): Progress {
  let stage = '';
  let began = 0;
  return (name, done, total) => {
    if (name !== stage) {
      stage = name;
      began = performance.now();
    }
    const finished = done >= total;
    if (!stream.isTTY && !finished) return;
    const seconds = (performance.now() - began) / 1_000;
    const line = total <= 1 ? name : `${name} ${bar(done / total)} ${done}/${total}${timing(done, total, seconds)}`;
    stream.write(stream.isTTY ? `\r\u001B[K${line}${finished ? '\n' : ''}` : `${line}\n`);
  };
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * WIDTH);
  return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}]`;
}

function timing(done: number, total: number, seconds: number): string {
  if (seconds < 0.5 || done === 0) return '';
  const rate = done / seconds;
  const left = Math.ceil((total - done) / rate);
  return ` ${Math.round(rate)}/s${left > 0 ? `, ${left} s left` : ''}`;
}
