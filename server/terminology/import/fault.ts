/** Faults of files that a person wants to import: every one told with its file and line, before anything is written. */

const MOST_SHOWN = 20;

/** The files cannot be imported; the message lists the faults, one a line. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** Collects faults; more than a person reads are only counted. */
export class Faults {
  readonly #shown: string[] = [];
  #count = 0;

  add(place: string, message: string): void {
    this.#count++;
    if (this.#shown.length < MOST_SHOWN) this.#shown.push(`${place}: ${message}`);
  }

  /** @throws ImportError when there are any */
  check(): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#shown.length;
    throw new ImportError(
      `Nothing was imported: ${this.#count} fault(s).\n${this.#shown.join('\n')}${more > 0 ? `\n... and ${more} more` : ''}`,
    );
  }
}
