/** The concepts of a clinical note with the context of each, in one call. It needs nothing but fetch; copy it. */

export interface Options {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  readonly key: string;
  readonly language?: 'en' | 'fr' | 'auto';
  /** YYYY-MM-DD: dates in the note are judged against it. */
  readonly noteDate?: string;
  /** Which spans are answered: `{ assertion: ['affirmed'], subject: ['patient'] }`. */
  readonly only?: Readonly<Record<string, readonly string[] | number>>;
  readonly signal?: AbortSignal;
}

export interface Axis {
  readonly value: string;
  readonly confidence: number;
  readonly trigger: string | null;
}

/** One span; docs/http-api.md has all members. */
export interface Span {
  readonly span: string;
  /** `text.slice(start, end) === span` */
  readonly start: number;
  readonly end: number;
  readonly code: string | null;
  readonly status: 'resolved' | 'flag' | 'unresolved';
  readonly candidates: readonly { readonly code: string; readonly display: string; readonly cosine: number }[];
  readonly context: Readonly<Record<'assertion' | 'subject' | 'temporality' | 'certainty' | 'role', Axis | null>>;
  readonly readable_note: string;
}

/** What the service refused, or could not do in five attempts. */
export class ExtractError extends Error {
  constructor(
    readonly status: number,
    /** See docs/errors.md. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const ATTEMPTS = 5;
const RETRIED = [429, 502, 503];

/** @throws ExtractError; TypeError where nothing answers at `url` */
export async function extract(text: string, options: Options): Promise<readonly Span[]> {
  const { url, key, language, noteDate, only, signal } = options;
  const request: RequestInit = {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    // What is undefined is left out.
    body: JSON.stringify({ text, language, note_date: noteDate, only }),
    ...(signal === undefined ? {} : { signal }),
  };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url}/v1/extract`, request);
    if (response.ok) return ((await response.json()) as { readonly spans: readonly Span[] }).spans;
    if (attempt === ATTEMPTS || !RETRIED.includes(response.status)) throw await failureOf(response);
    await response.body?.cancel();
    const seconds = Math.max(Number(response.headers.get('Retry-After')), 2 ** (attempt - 2));
    await new Promise((done) => setTimeout(done, seconds * 1_000));
    signal?.throwIfAborted();
  }
}

async function failureOf(response: Response): Promise<ExtractError> {
  // A proxy in between may answer something else than this service.
  const { error } = (await response.json().catch(() => ({}))) as { error?: { code: string; message: string } };
  return new ExtractError(response.status, error?.code ?? 'UNKNOWN', error?.message ?? `HTTP ${response.status}`);
}
