/** What the words around a mention look for, prevent or except: nobody is said to have it. */

import { CONDITIONS, HAPPENINGS, SITUATION } from '../../domain/semantic-tags.js';
import { assayOf } from './assay.js';
import { atMention, type ReviewRule, type TermSubject } from './rule.js';

export const ASSAY: ReviewRule<TermSubject> = {
  id: 'assay',
  when: ({ note, mention, hit }) => (HAPPENINGS.has(hit.semantic_tag) ? assayOf(note, mention) : null),
  fires: '[Syphilis] and HIV serology sent.',
  quiet: '[Syphilis] treated in 2010, serology not repeated.',
};

export const AROUND: readonly ReviewRule<TermSubject>[] = [
  {
    id: 'vaccine',
    when: ({ mention, hit, isPrevented }) =>
      isPrevented && CONDITIONS.has(hit.semantic_tag) ? atMention(mention) : null,
    fires: 'She had her [flu] and COVID jabs in October.',
    quiet: 'Recovered from [flu] in October.',
  },
  {
    // "No known allergies except penicillin"; the exception may stand in brackets.
    id: 'exception-behind',
    when: ({ note: { tokens, sentences, vocabulary }, mention: { to, sentence, language }, hit }) => {
      if (hit.semantic_tag !== SITUATION) return null;
      const end = sentences[sentence]?.to ?? to;
      const at = to < end && '(,'.includes(tokens[to]?.norm ?? ' ') ? to + 1 : to;
      return vocabulary.opensException(language, tokens, at, end) ? { at: { from: at, to: at + 1 } } : null;
    },
    fires: 'Patient calm, [NKDA] except latex.',
    quiet: 'Patient calm, [NKDA], latex tolerated.',
  },
];
