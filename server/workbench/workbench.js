/** The workbench: reads the form, asks the service, shows the note. The key is only ever in its field and in a call. */

import { analyse } from './analysis.js';
import { CallFailed } from './api.js';
import { byId, element } from './dom.js';
import { EXAMPLES } from './examples.js';
import { renderProblem } from './problems.js';
import { ResultView } from './result-view.js';
import { TEXTS, translatePage } from './texts.js';

let interfaceLanguage = navigator.language.startsWith('fr') ? 'fr' : 'en';
let running = false;
/** The last problem and its draft, so that a change of language can say it again. */
let problem = null;
let statusWords = () => '';

const view = new ResultView(() => ({ texts: TEXTS[interfaceLanguage], interfaceLanguage }));

function say(words) {
  statusWords = words;
  byId('status').textContent = words(TEXTS[interfaceLanguage]);
}

function tell(failed, draftName = '') {
  problem = failed && { failed, draftName };
  const texts = TEXTS[interfaceLanguage];
  byId('problem').replaceChildren(...(problem ? [renderProblem(texts, failed, draftName)] : []));
}

async function run() {
  if (running) return;
  const request = {
    key: byId('key').value.trim(),
    text: byId('note').value,
    language: byId('language').value,
    draftName: byId('draft').value.trim(),
  };
  setRunning(true);
  tell(null);
  say((texts) => texts.running);
  try {
    const result = await analyse(request);
    view.show(result);
    tell(result.problem ?? null, request.draftName);
    say((texts) => outcome(texts, result));
  } catch (error) {
    view.hide();
    say(() => '');
    tell(error instanceof CallFailed ? error : new CallFailed('other'));
    if (error.code === 'noKey' || error.code === 'INVALID_API_KEY') byId('key').focus();
    if (error.code === 'noNote') byId('note').focus();
  } finally {
    setRunning(false);
  }
}

function outcome(texts, { concepts, noteLanguage, draftContexts, differing }) {
  const hint = noteLanguage === 'other' ? texts.otherLanguage : '';
  if (concepts.length === 0) return texts.noSpans + hint;
  const changed = differing.filter((axes) => axes.length > 0).length;
  return texts.done(concepts.length) + (draftContexts ? texts.doneDraft(changed) : '') + hint;
}

function setRunning(value) {
  running = value;
  // Not `disabled`, which would throw the keyboard focus away.
  byId('run').setAttribute('aria-disabled', String(value));
  byId('results').setAttribute('aria-busy', String(value));
}

function translate(language) {
  interfaceLanguage = language;
  translatePage(language);
  fillExamples();
  byId('status').textContent = statusWords(TEXTS[language]);
  if (problem) tell(problem.failed, problem.draftName);
  view.render();
}

function fillExamples() {
  const chosen = byId('example').value;
  const options = EXAMPLES.map(({ language, title }, index) =>
    element('option', { value: index, lang: language }, `${language.toUpperCase()}: ${title}`),
  );
  byId('example').replaceChildren(element('option', { value: '' }, TEXTS[interfaceLanguage].exampleNone), ...options);
  byId('example').value = chosen;
}

function markChanged() {
  if (!running && !byId('results').hidden) say((texts) => texts.changed);
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault();
  run();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    run();
  }
});
byId('example').addEventListener('change', (event) => {
  const example = EXAMPLES[Number(event.target.value)];
  if (event.target.value === '' || !example) return;
  byId('note').value = example.text;
  markChanged();
});
for (const id of ['note', 'language', 'draft']) byId(id).addEventListener('input', markChanged);
for (const button of document.querySelectorAll('[data-interface]')) {
  button.addEventListener('click', () => translate(button.dataset.interface));
}
translate(interfaceLanguage);
