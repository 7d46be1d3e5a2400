/** The models that a process has at hand: the one it started with, and one that the database has switched to since. */

import type { Embedder } from '../domain/work.js';
import type { Encoder } from '../embedding/encoder.js';

/** Finds what embeds with the model that is served. */
export interface ModelSource {
  /** @returns null when this process has no such model, here or in the directory */
  take(version: string, directory: string | null): Promise<Embedder | null>;
}

/** Requests that began with the model before end in this time. */
const GRACE_MS = 30_000;

/** Opens a model when the database switches to it; the one before is closed when its requests have ended. */
export class ModelShelf implements ModelSource {
  readonly #open: (directory: string) => Promise<Encoder>;
  readonly #retired = new Map<Encoder, NodeJS.Timeout>();
  #current: Encoder;
  /** A version that its directory does not hold: told once, not tried at every poll. */
  #absent = '';

  constructor(first: Encoder, open: (directory: string) => Promise<Encoder>) {
    this.#current = first;
    this.#open = open;
  }

  async take(version: string, directory: string | null): Promise<Embedder | null> {
    if (this.#current.model.version !== version && !(await this.#change(version, directory))) return null;
    return this.#current;
  }

  async close(): Promise<void> {
    for (const timer of this.#retired.values()) clearTimeout(timer);
    await Promise.all([this.#current, ...this.#retired.keys()].map((encoder) => encoder.close()));
  }

  async #change(version: string, directory: string | null): Promise<boolean> {
    if (directory === null || this.#absent === version) return false;
    const found = await this.#open(directory).catch(() => null);
    if (found?.model.version !== version) {
      await found?.close();
      this.#absent = version;
      return false;
    }
    this.#retire(this.#current);
    this.#current = found;
    return true;
  }

  #retire(encoder: Encoder): void {
    const timer = setTimeout(() => {
      this.#retired.delete(encoder);
      void encoder.close();
    }, GRACE_MS);
    timer.unref();
    this.#retired.set(encoder, timer);
  }
}
