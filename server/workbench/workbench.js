/** The workbench: reads the form, asks the service, shows the note. The key is only ever in its field and in a call. */

import { analyse } from './analysis.js';
import { CallFailed, extractFhir, lookUp } from './api.js';
import { byId } from './dom.js';
import { asCsv, asJson, save } from './export.js';
import { KeyRights } from './key-rights.js';
import { NoteForm } from './note-form.js';
import { renderProblem } from './problems.js';
import { ResultView } from './result-view.js';
import { Reviews } from './reviews.js';
import { listenToShortcuts } from './shortcuts.js';
import { TEXTS, translatePage } from './texts.js';

let interfaceLanguage = navigator.language.startsWith('fr') ? 'fr' : 'en';
let running = false;
/** The last problem and its draft, so that a change of language can say it again. */
let problem = null;
let statusWords = () => '';
/** What the status said of the result that is shown. */
let outcomeWords = () => '';

const rights = new KeyRights();
const reviews = new Reviews();
const form = new NoteForm(compareWithShown);
const view = new ResultView(
  () => ({ texts: TEXTS[interfaceLanguage], interfaceLanguage, mayReview: rights.mayReview }),
  reviews,
  {
    review: (concept, verdict, correct) =>
      reviews.add({ key: form.request.key, reviewer: byId('reviewer').value.trim() }, concept, { verdict, correct }),
    lookUp: async ({ language }, text) => {
      const { concepts } = await lookUp(form.request.key, { text, language });
      return concepts.flatMap(({ candidates }) => candidates);
    },
  },
);

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
  const { request } = form;
  setRunning(true);
  tell(null);
  say((texts) => texts.running);
  try {
    const [result] = await Promise.all([analyse(request), learnKey(request.key)]);
    if (rights.mayReview) await reviews.load(request.key, result.concepts).catch(() => undefined);
    view.show(result);
    tell(result.problem ?? null, request.draftName);
    outcomeWords = (texts) => outcome(texts, result);
    say(outcomeWords);
    compareWithShown();
    bringIntoView();
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

/** Scrolls to the result where most of it is below the window, as on a phone. */
function bringIntoView() {
  const results = byId('results');
  if (!results.hidden && results.getBoundingClientRect().top > innerHeight * 0.65)
    byId('status').scrollIntoView({ block: 'start' });
}

/** What the key may do, and the drafts of the moment. */
async function learnKey(key) {
  if (key === '') return;
  await Promise.all([rights.learn(key), form.drafts.refresh(key, TEXTS[interfaceLanguage])]);
  byId('reviewer-field').hidden = !rights.mayReview;
  byId('export-fhir').hidden = !rights.fhir;
  view.renderDetails();
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

/** A reading stands beside the note that it is of, and beside no other. */
function compareWithShown() {
  const shown = view.shown?.result.request;
  if (!shown) return;
  const asked = form.request;
  const stale = ['text', 'language', 'draftName'].some((member) => shown[member] !== asked[member]);
  view.setStale(stale);
  if (!running) say(stale ? (texts) => texts.changed : outcomeWords);
}

function translate(language) {
  interfaceLanguage = language;
  translatePage(language);
  form.render(TEXTS[language], language);
  byId('status').textContent = statusWords(TEXTS[language]);
  if (problem) tell(problem.failed, problem.draftName);
  view.render();
  compareWithShown();
}

function nextToReview() {
  if (!view.goToNext()) say((texts) => texts.nothingLeft);
}

function saved(name, type, content) {
  save(name, type, content);
  say((texts) => texts.exported(name));
}

async function saveFhir() {
  const { result, filter } = view.shown;
  const { key, text, language } = result.request;
  const only = Object.fromEntries(
    ['status', 'assertion']
      .filter((member) => !['all', 'none'].includes(filter[member]))
      .map((member) => [member, [filter[member]]]),
  );
  const fhir = await extractFhir(key, { text, language, only });
  if (fhir === null) byId('export-fhir').hidden = true;
  else saved('spans.fhir.json', 'application/fhir+json', fhir);
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault();
  run();
});
byId('key').addEventListener('change', () => learnKey(form.request.key));
addEventListener('focus', () => {
  if (byId('key').value !== '') form.drafts.refresh(form.request.key, TEXTS[interfaceLanguage]);
});
for (const button of document.querySelectorAll('[data-interface]')) {
  button.addEventListener('click', () => translate(button.dataset.interface));
}
for (const button of document.querySelectorAll('[data-next]')) button.addEventListener('click', nextToReview);
byId('export-json').addEventListener('click', () => {
  const { result, items, listed } = view.shown;
  saved('spans.json', 'application/json', asJson(result, items, listed));
});
byId('export-csv').addEventListener('click', () => {
  const { result, items, listed } = view.shown;
  saved('spans.csv', 'text/csv', asCsv(result, items, listed, TEXTS[interfaceLanguage].csvSeparator));
});
byId('export-fhir').addEventListener('click', () => saveFhir().catch((error) => tell(error)));
listenToShortcuts({ analyse: run, next: nextToReview });
translate(interfaceLanguage);
