/** SQL statements that a curator copies into psql. */

const AXIS_EXAMPLES = {
  assertion: 'negated',
  subject: 'family',
  temporality: 'past',
  certainty: 'suspected',
  role: 'history',
};

/** A string literal: quotes doubled, white space and control characters as single spaces. */
export function literal(text) {
  return `'${text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replaceAll("'", "''")}'`;
}

/** Where the row of a decision is. */
export function tableOf({ source }) {
  return source === 'section' ? 'section_rules' : 'triggers';
}

/** To look at the row. */
export function lookAt(decision) {
  const columns =
    decision.source === 'section'
      ? 'id, language, heading, section, assertion, subject, temporality, certainty, role, enabled, origin'
      : 'id, language, kind, axis, value, phrase, direction, priority, strength, enabled, origin';
  return `SELECT ${columns}\nFROM ${tableOf(decision)} WHERE id = ${decision.row};`;
}

/** To take the effect of the row away: a phrase is switched off, a heading loses its default on the axis. */
export function changeLive(decision) {
  return `UPDATE ${tableOf(decision)} SET ${change(decision)} WHERE id = ${decision.row};`;
}

/** The same in a draft; `name` is empty for the draft that is called "draft". */
export function changeInDraft(decision, name) {
  const draft = literal(name || 'draft');
  const where = `draft = ${draft} AND id = ${decision.row}`;
  return `SELECT lexicon_begin(${draft});\nUPDATE draft_${tableOf(decision)} SET ${change(decision)} WHERE ${where};`;
}

/** To make the rows of a draft live; the curator writes why. */
export function activate(name) {
  return `SELECT lexicon_activate(${literal(name)}, 'REASON');`;
}

/** A new phrase for an axis, to be completed by the curator: the note itself is no example sentence. */
export function newPhrase(axis, language, name) {
  return [
    'INSERT INTO draft_triggers (draft, language, axis, value, phrase, direction, example_ok)',
    `VALUES (${literal(name || 'draft')}, ${literal(language)}, ${literal(axis)}, ${literal(AXIS_EXAMPLES[axis])}, 'PHRASE', 'forward', 'PHRASE [${language === 'fr' ? 'fièvre' : 'fever'}].');`,
  ].join('\n');
}

/** A term of the site for a concept; without a candidate the curator writes the SCTID. */
export function localTerm(span, code, language) {
  return `INSERT INTO descriptions (sctid, language, term)\nVALUES (${code ?? 'SCTID'}, ${literal(language)}, ${literal(span)});`;
}

function change({ source, axis }) {
  return source === 'section' ? `${axis} = NULL` : 'enabled = false';
}
