/** U+0000 and lone surrogates: what PostgreSQL cannot store. */
export const UNENCODABLE = /[\p{Surrogate}\0]/u;
