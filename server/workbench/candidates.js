/** The concepts that a span may mean, and the statement that makes it a term of the site. */

import { statementBlock } from './copy.js';
import { element, table } from './dom.js';
import { localTerm } from './sql.js';
import { decimals } from './texts.js';

export function renderCandidates({ texts, interfaceLanguage }, concept) {
  const { candidates, explain } = concept;
  const shown = (number) => decimals(interfaceLanguage, number, 4);
  const rows = candidates.map(({ code, display, semantic_tag, cosine }, index) => {
    const next = candidates[index + 1];
    const term = explain?.descriptions[index]?.term ?? '';
    const kind = texts.semanticTag[semantic_tag] ?? semantic_tag;
    return [element('code', {}, code), display, kind, shown(cosine), next ? shown(cosine - next.cosine) : '–', term];
  });
  const headings = [texts.sctid, texts.display, texts.kind, texts.cosine, texts.margin, texts.matched];
  const tier = explain?.tier ? `${texts.tier[explain.tier]} ` : '';
  const thresholds = explain?.thresholds ? texts.thresholds(explain.thresholds) : texts.noThresholds;
  return element(
    'section',
    { class: 'block' },
    element('h3', {}, texts.concepts),
    rows.length === 0 ? element('p', {}, texts.noCandidates) : table(headings, rows, { class: 'candidates' }),
    element('p', { class: 'hint' }, tier, thresholds),
    explain?.probability == null ? null : element('p', { class: 'hint' }, texts.probability(explain)),
    explain?.doubt ? element('p', { class: 'doubt' }, texts.doubt[explain.doubt]) : null,
    concept.status === 'resolved' ? null : renderSynonym(texts, concept),
  );
}

function renderSynonym(texts, { span, candidates, explain }) {
  const place = element('div', {});
  const show = (code) =>
    place.replaceChildren(statementBlock(texts, texts.sqlSynonym, localTerm(span, code, explain?.language ?? 'en')));
  const options = candidates.map(({ code, display }) => element('option', { value: code }, `${display} (${code})`));
  options.push(element('option', { value: '' }, texts.synonymOther));
  const choice = element('select', { id: 'synonym', on: { change: () => show(choice.value || null) } }, ...options);
  show(candidates[0]?.code ?? null);
  return element(
    'div',
    { class: 'synonym' },
    element('h4', {}, texts.synonym),
    element('p', { class: 'hint' }, texts.synonymHelp),
    element('label', { for: 'synonym' }, texts.synonymConcept),
    choice,
    place,
  );
}
