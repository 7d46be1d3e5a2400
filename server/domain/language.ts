/** The languages of notes and of requests. */

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];
/** What a note can be in: `other` is neither. */
export const NOTE_LANGUAGES = [...LANGUAGES, 'other'] as const;
export type NoteLanguage = (typeof NOTE_LANGUAGES)[number];
export const REQUEST_LANGUAGES = ['en', 'fr', 'auto'] as const;
export type RequestLanguage = (typeof REQUEST_LANGUAGES)[number];
