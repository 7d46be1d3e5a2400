/** How long a request may take, and what ends it before: its client goes, or the process stops. */

import { AppError } from '../errors.js';
import type { HttpContext } from './context.js';

const MS_PER_1000_CHARACTERS = 400;

/** The time that a text of this length may take, milliseconds. */
export function deadlineMs(baseMs: number, textLength: number): number {
  return baseMs + Math.ceil(textLength / 1_000) * MS_PER_1000_CHARACTERS;
}

/**
 * Runs the work under a deadline; the work is told by its signal, and is not waited for once the signal is set.
 * @param ms null for none
 * @param stop set when the process gives up its last requests
 * @throws AppError NLP_UNAVAILABLE when the deadline passes or the process stops
 */
export async function withDeadline<T>(
  ctx: HttpContext,
  ms: number | null,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const end = (message: string) => controller.abort(new AppError('NLP_UNAVAILABLE', { message, retryAfter: 1 }));
  const onStop = () => end('The service is shutting down; try again.');
  const onClose = () => end('The client has gone.');
  const late = () => end('The request took longer than its deadline; try again later.');
  const timer = ms === null ? undefined : setTimeout(late, ms);
  ctx.res.once('close', onClose);
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  if (ctx.res.closed) onClose();
  try {
    controller.signal.throwIfAborted();
    return await Promise.race([aborted(controller.signal), work(controller.signal)]);
  } catch (error) {
    // An error of the work that the abort caused is not the one to show.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    ctx.res.off('close', onClose);
    stop.removeEventListener('abort', onStop);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
