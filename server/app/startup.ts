/** The service while it starts: it listens already, tells how far it is, and answers once everything is open. */

import type { Progress } from '../domain/work.js';
import { AppError } from '../errors.js';
import type { KeyVerifier } from './api-keys.js';
import type { ExtractionService } from './operations.js';
import type { RateLimiter } from './rate-limit.js';
import type { ReviewDesk } from './review-desk.js';

/** What requests are answered with. */
export interface Answering {
  readonly service: ExtractionService;
  readonly desk: ReviewDesk;
  readonly keys: KeyVerifier;
  readonly limiter: RateLimiter;
}

/** What a start is doing. */
export interface Stage {
  readonly name: string;
  /** How much of it is done, 0 to 100. */
  readonly percent: number;
}

/** Stands in for what is not open yet; from `open` on it hands every call on. */
export class Startup implements ExtractionService, ReviewDesk, KeyVerifier, RateLimiter {
  #stage: Stage = { name: 'opening the database', percent: 0 };
  #answering: Answering | undefined;

  /** Notes how far the start is. */
  readonly progress: Progress = (name, done, total) => {
    this.#stage = { name, percent: Math.floor((100 * done) / total) };
  };

  /** What the start is doing; null once it is over. */
  get stage(): Stage | null {
    return this.#answering === undefined ? this.#stage : null;
  }

  /** Ends the start: requests are answered from now on. */
  open(answering: Answering): void {
    this.#answering = answering;
  }

  async extractConcepts(...asked: Parameters<ExtractionService['extractConcepts']>) {
    return this.#opened().service.extractConcepts(...asked);
  }

  async extractContexts(...asked: Parameters<ExtractionService['extractContexts']>) {
    return this.#opened().service.extractContexts(...asked);
  }

  async extract(...asked: Parameters<ExtractionService['extract']>) {
    return this.#opened().service.extract(...asked);
  }

  async searchTerms(...asked: Parameters<ExtractionService['searchTerms']>) {
    return this.#opened().service.searchTerms(...asked);
  }

  async siteConcepts(...asked: Parameters<ExtractionService['siteConcepts']>) {
    return this.#opened().service.siteConcepts(...asked);
  }

  async faults() {
    return this.#opened().service.faults();
  }

  async addReview(...asked: Parameters<ReviewDesk['addReview']>) {
    return this.#opened().desk.addReview(...asked);
  }

  async reviewsOf(...asked: Parameters<ReviewDesk['reviewsOf']>) {
    return this.#opened().desk.reviewsOf(...asked);
  }

  async drafts() {
    return this.#opened().desk.drafts();
  }

  async verify(secret: string) {
    return this.#opened().keys.verify(secret);
  }

  get isLost() {
    return this.#answering?.limiter.isLost ?? false;
  }

  async take(...asked: Parameters<RateLimiter['take']>) {
    return this.#opened().limiter.take(...asked);
  }

  #opened(): Answering {
    if (this.#answering === undefined) throw startingError(this.#stage);
    return this.#answering;
  }
}

const RETRY_SECONDS = 2;

/** The answer to whoever asks before the start is over. */
export function startingError({ name, percent }: Stage): AppError {
  return new AppError('NLP_UNAVAILABLE', {
    message: `The service is starting: ${name}, ${percent} %.`,
    details: [{ pointer: '/starting', rule: `${name}, ${percent} %` }],
    retryAfter: RETRY_SECONDS,
  });
}
