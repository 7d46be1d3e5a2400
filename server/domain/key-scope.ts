/** What an API key may call. */

export const SCOPES = ['concepts', 'contexts', 'review'] as const;
/** What an API key may call. */
export type KeyScope = (typeof SCOPES)[number];

/** The scopes of a key that is made without naming any: those that read and change nothing. */
export const READING_SCOPES: readonly KeyScope[] = ['concepts', 'contexts'];
