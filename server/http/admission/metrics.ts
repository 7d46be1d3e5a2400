/** What admission tells Prometheus: numbers of the whole process, of no key. */

import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics.js';
import type { Gate } from './gate.js';

/** Adds how many requests were admitted and refused, what runs and waits, and the measured pace. */
export function addAdmission({ registry }: Pick<Metrics, 'registry'>, { admission, bodies }: Gate): void {
  const registers = [registry];
  new Counter({
    name: 'admission_requests_total',
    help: 'Requests for work: begun at once, begun after a wait, refused for the expected wait or because too many wait, left while waiting',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(admission.counts)) this.inc({ outcome }, count);
    },
  });
  const gauges: readonly (readonly [name: string, help: string, value: () => number])[] = [
    ['admission_running', 'Requests and notes of batches that are worked on', () => admission.running],
    ['admission_running_weight', 'Their weight, in characters', () => admission.runningWeight],
    ['admission_waiting', 'Requests that wait for their turn', () => admission.waiting],
    ['admission_waiting_weight', 'Their weight, in characters', () => admission.waitingWeight],
    ['admission_characters_per_second', 'The measured pace of work', () => admission.pace.perSecond],
    [
      'admission_expected_wait_seconds',
      'How long all that waits takes at this pace',
      () => (admission.waitingWeight + admission.runningWeight / 2) / admission.pace.perSecond,
    ],
    ['admission_body_bytes', 'Bodies of requests that are held in memory', () => bodies.held],
    ['admission_bodies_waiting', 'Bodies that are not read yet for want of room', () => bodies.waiting],
  ];
  for (const [name, help, value] of gauges) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  }
}
