/** What an API key may call. */

export const SCOPES = ['concepts', 'contexts'] as const;
/** What an API key may call. */
export type KeyScope = (typeof SCOPES)[number];
