/** Tells an error of work that is tried again and again once, not at every try. */
export class TellOnce {
  #last = '';

  /** @param onError told the first error of a kind; the kind is its name and code */
  constructor(private readonly onError: (error: unknown) => void) {}

  failed(error: unknown): void {
    const kind = error instanceof Error ? `${error.name} ${'code' in error ? error.code : ''}` : 'unknown';
    if (kind !== this.#last) this.onError(error);
    this.#last = kind;
  }

  worked(): void {
    this.#last = '';
  }
}
