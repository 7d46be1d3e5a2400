/** What an embedding worker thread and its pool say to each other; one batch is under way at a time. */

/** To the worker: embed these texts, or finish what runs and end. */
export type WorkMessage = { readonly texts: readonly string[] } | 'end';

/** From the worker. `failed` comes instead of `ready`, when the model cannot be loaded. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'vectors'; readonly vectors: Float32Array }
  | { readonly kind: 'error'; readonly reason: string };
