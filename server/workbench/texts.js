/** All words of the page, in the language that was chosen. */

import { ENGLISH } from './texts-en.js';
import { FRENCH } from './texts-fr.js';

export const TEXTS = { en: ENGLISH, fr: FRENCH };

/** Puts the words into the fixed parts of the page. */
export function translatePage(language) {
  const texts = TEXTS[language];
  document.documentElement.lang = language;
  document.title = texts.title;
  for (const part of document.querySelectorAll('[data-text]')) part.textContent = texts[part.dataset.text];
  for (const button of document.querySelectorAll('[data-interface]')) {
    button.setAttribute('aria-pressed', String(button.dataset.interface === language));
  }
}

/** A value of an axis in words. */
export function valueName(texts, value) {
  return value === null ? texts.notApplicable : (texts.values[value] ?? value.replaceAll('_', ' '));
}

/** Why a phrase lost, which the service says in English: `part of "year old" (row 6166)`, `out of scope: comma`. */
export function whyInWords(texts, why) {
  const word = (part) => texts.whyWords[part] ?? part;
  const part = /^part of "(.*)" \(row (\d+)\)$/.exec(why);
  if (part) return `${word('part of')} ${texts.quote(part[1])} (${word('row')} ${part[2]})`;
  return why.split(': ').map(word).join(texts.colon);
}

/** A number with a fixed number of decimals, as the language writes it. */
export function decimals(language, number, digits) {
  return number.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
