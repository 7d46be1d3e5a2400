/** The five axes of a span: value, confidence, trigger, and on opening one the row that decided. */

import { AXES } from './compare.js';
import { statementBlock } from './copy.js';
import { element, table } from './dom.js';
import { changeInDraft, changeLive, lookAt, newPhrase, tableOf } from './sql.js';
import { decimals, valueName, whyInWords } from './texts.js';

/** The axis to open first: one that a row decided, else the first. */
export function firstAxis(explain) {
  const decided = (explain ?? []).filter(({ row }) => row !== null);
  return (decided.find(({ value, axis }) => !DEFAULTS.has(`${axis} ${value}`)) ?? decided[0])?.axis ?? AXES[0];
}

const DEFAULTS = new Set([
  'assertion affirmed',
  'subject patient',
  'temporality current',
  'certainty confirmed',
  'role finding',
]);

/**
 * @param {object} page texts, interfaceLanguage, text, draftName
 * @param {object} item concept, context, draftContext (or undefined)
 * @param {string} open the axis that is open
 * @param {(axis: string) => void} onOpen told when the reader opens another one
 */
export function renderAxes(page, item, open, onOpen) {
  const { texts } = page;
  const heads = [texts.axis, texts.value, texts.confidence, texts.trigger].map((text) => element('span', {}, text));
  const axes = AXES.map((axis) => renderAxis(page, item, axis, open === axis, onOpen));
  return element(
    'section',
    { class: 'block' },
    element('h3', {}, texts.context),
    element('div', { class: 'axis-row axis-heads', 'aria-hidden': 'true' }, ...heads),
    ...axes,
  );
}

function renderAxis(page, item, axis, open, onOpen) {
  const { texts, interfaceLanguage } = page;
  const answer = item.context.context[axis];
  const decision = (item.context.explain ?? []).find((each) => each.axis === axis);
  const summary = element(
    'summary',
    { class: 'axis-row' },
    element('span', { class: 'axis-name' }, texts.axes[axis]),
    named(texts, answer?.value ?? null),
    element('span', {}, answer ? decimals(interfaceLanguage, answer.confidence, 2) : '–'),
    answer?.trigger
      ? element('q', { class: 'trigger-words' }, answer.trigger)
      : element('span', { class: 'muted' }, texts.noTrigger),
    draftLine(texts, item, axis),
  );
  const details = element('details', { name: 'axis', 'data-axis': axis, open }, summary);
  if (decision) details.append(renderDecision(page, item, decision));
  details.addEventListener('toggle', () => details.open && onOpen(axis));
  return details;
}

/** A value as the reader calls it, with its name in the lexicon where that differs. */
function named(texts, value) {
  const name = valueName(texts, value);
  const plain = value === null || Object.keys(texts.values).length === 0;
  return element(
    'span',
    { class: 'axis-value', 'data-value': value ?? '' },
    name,
    plain ? null : element('code', {}, value),
  );
}

function draftLine(texts, { context, draftContext }, axis) {
  const [active, draft] = [context.context[axis], draftContext?.context[axis]];
  if (!draftContext || (active?.value === draft?.value && active?.trigger === draft?.trigger)) return null;
  const words = [`≠ ${texts.draftReads}${texts.colon}${valueName(texts, draft?.value ?? null)}`];
  if (draft?.trigger) words.push(texts.quote(draft.trigger));
  return element('span', { class: 'axis-draft' }, words.join(', '));
}

function renderDecision(page, item, decision) {
  const { texts, text } = page;
  const { source, row, phrase, version, scope } = decision;
  const facts = [element('p', {}, texts.source[source] ?? source)];
  if (row !== null) {
    const since = element('span', { class: 'muted' }, ` (${texts.sinceVersion(version)})`);
    facts.push(
      element(
        'p',
        { class: 'rule' },
        element('strong', {}, texts.decidedBy(tableOf(decision), row)),
        texts.colon,
        element('code', {}, phrase),
        since,
      ),
    );
  }
  if (scope)
    facts.push(
      element('p', {}, texts.scopeText, texts.colon, texts.quote(shortened(text.slice(scope.start, scope.end)))),
    );
  return element(
    'div',
    { class: 'decision' },
    ...facts,
    ...statements(page, item, decision),
    ...losers(page, decision),
  );
}

function statements({ texts, draftName }, item, decision) {
  if (decision.row === null) {
    if (decision.source !== 'default') return [];
    const language = item.concept.explain?.language ?? 'en';
    return [statementBlock(texts, texts.sqlNew, newPhrase(decision.axis, language, draftName))];
  }
  const section = decision.source === 'section';
  return [
    statementBlock(texts, texts.sqlLook, lookAt(decision)),
    statementBlock(texts, section ? texts.sqlSectionDraft : texts.sqlOffDraft, changeInDraft(decision, draftName)),
    statementBlock(texts, section ? texts.sqlSectionLive : texts.sqlOffLive, changeLive(decision)),
  ];
}

function losers({ texts, text }, { losers: lost }) {
  const title = element('h4', {}, texts.losing);
  if (lost.length === 0) return [title, element('p', { class: 'muted' }, texts.losingNone)];
  const rows = lost.map(({ row, phrase, value, trigger, why }) => [
    element('code', {}, String(row)),
    element('code', {}, phrase),
    value === null ? '–' : valueName(texts, value),
    texts.quote(shortened(text.slice(trigger.start, trigger.end))),
    whyInWords(texts, why),
  ]);
  return [title, table([texts.row, texts.phrase, texts.value, texts.inNote, texts.why], rows, { class: 'losers' })];
}

/** One line, cut in the middle where it is long. */
function shortened(words) {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length <= 120 ? line : `${line.slice(0, 70)} … ${line.slice(-45)}`;
}
