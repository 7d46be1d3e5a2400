/** Notes read with the shipped lexicon, for the tests of the stages. */

import { annotate } from '../../server/concepts/annotate/annotate.js';
import type { AnnotatedNote } from '../../server/concepts/annotate/annotated-note.js';
import { TermWords } from '../../server/concepts/annotate/term-words.js';
import { classSteps } from '../../server/concepts/annotate/token-classes.js';
import { tokenRoles } from '../../server/concepts/annotate/token-role.js';
import type { Mention } from '../../server/concepts/mentions/mention.js';
import { mentionsIn } from '../../server/concepts/mentions/mentions.js';
import { triggerRanges } from '../../server/context/analyse.js';
import type { RequestLanguage } from '../../server/domain/language.js';
import { type Note, readNote } from '../../server/text/note.js';
import { finish } from '../../server/text/steps.js';
import { shippedLexicon } from '../support/annotated.js';

interface ReadOptions {
  readonly language?: RequestLanguage;
  /** Whether context cues count. */
  readonly cues?: boolean;
}

/** A note with the classes and roles of its tokens. */
export type ReadNote = Note & Pick<AnnotatedNote, 'vocabulary' | 'classes' | 'roles'>;

/** A terminology without a word: nothing is a typo. */
const NO_WORDS = new TermWords({ counts: new Map(), letters: new Set() });

/** A note with the classes and roles of its tokens; places of care are not marked. */
export function read(text: string, { language = 'en', cues = false }: ReadOptions = {}): ReadNote {
  const lexicon = shippedLexicon();
  const { vocabulary } = lexicon;
  const note = readNote(text, language, vocabulary);
  const classes = finish(classSteps(note, vocabulary));
  return { ...note, vocabulary, classes, roles: tokenRoles(note, classes, cues ? triggerRanges(note, lexicon) : []) };
}

/** The same with all its annotations. */
export async function annotated(text: string, options: ReadOptions = {}): Promise<AnnotatedNote> {
  const note = read(text, options);
  const state = { vocabulary: note.vocabulary, termWords: NO_WORDS, cuesOf: () => [] };
  return { ...(await annotate(note, state)), roles: note.roles };
}

/** The words of mentions. */
export function wordsOf(note: Note, mentions: readonly Mention[]): string[] {
  return mentions.map(({ start, end }) => note.text.slice(start, end));
}

/** The mentions of all sentences whose very words may be a term. */
export function allMentions(note: AnnotatedNote): Mention[] {
  return note.sentences.flatMap((_, index) => mentionsIn(note, index));
}
