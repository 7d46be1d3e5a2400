/** A bounded map from text to vector that forgets what was not used for longest. */
export class VectorCache {
  readonly #limit: number;
  readonly #vectors = new Map<string, Float32Array>();

  /** @param limit how many texts to hold; 0 switches the cache off */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(text: string): Float32Array | undefined {
    const vector = this.#vectors.get(text);
    // A Map keeps the order of insertion: putting it in again makes it the youngest.
    if (vector !== undefined) this.set(text, vector);
    return vector;
  }

  set(text: string, vector: Float32Array): void {
    this.#vectors.delete(text);
    this.#vectors.set(text, vector);
    if (this.#vectors.size <= this.#limit) return;
    const oldest = this.#vectors.keys().next();
    if (!oldest.done) this.#vectors.delete(oldest.value);
  }
}
