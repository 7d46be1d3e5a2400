/** The result on the page: the note with its spans, the chosen one, its open axis. */

import { firstAxis } from './axes.js';
import { renderComparison } from './comparison.js';
import { renderDetails, renderNoChoice } from './details.js';
import { byId, element } from './dom.js';
import { renderLegend } from './legend.js';
import { marksOf } from './marks.js';
import { renderNote } from './note-view.js';

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const NOTHING = { trigger: null, scope: null };

export class ResultView {
  #words;
  #result = null;
  #chosen = null;
  #axis = null;

  /** @param {() => { texts: object, interfaceLanguage: string }} words the language of the moment */
  constructor(words) {
    this.#words = words;
    byId('reading').addEventListener('keydown', (event) => this.#onKey(event));
    byId('reading').addEventListener('click', (event) => {
      const button = event.target.closest('[data-index]');
      if (button) this.#choose(Number(button.dataset.index));
    });
    byId('details').addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#button(this.#chosen)?.focus();
    });
  }

  /** Shows a result; the span that was chosen stays chosen when the note is the same. */
  show(result) {
    const same = this.#result?.text === result.text && this.#chosen !== null;
    const before = same ? this.#result.concepts[this.#chosen] : null;
    const index = result.concepts.findIndex(({ start, end }) => start === before?.start && end === before?.end);
    this.#result = result;
    this.#chosen = index < 0 ? null : index;
    if (index < 0) this.#axis = null;
    byId('results').hidden = result.concepts.length === 0;
    this.render();
  }

  hide() {
    this.#result = null;
    this.#chosen = null;
    byId('results').hidden = true;
  }

  render() {
    if (this.#result === null) return;
    const { texts } = this.#words();
    const { contexts, versions, draftVersion, draftContexts, differing } = this.#result;
    this.#renderReading();
    this.#renderDetails();
    byId('legend').replaceChildren(renderLegend(texts, draftContexts !== undefined));
    const comparison =
      draftContexts && renderComparison(this.#page(), contexts, differing, (index) => this.#choose(index, true));
    byId('comparison').replaceChildren(...(comparison ? [comparison] : []));
    const lexicon = draftVersion ? `${versions.lexicon} / ${draftVersion}` : versions.lexicon;
    byId('versions').textContent = texts.versions({ ...versions, lexicon });
  }

  #page() {
    const { text, draftName } = this.#result;
    return { ...this.#words(), text, draftName };
  }

  #item(index) {
    const { concepts, contexts, draftContexts } = this.#result;
    return { concept: concepts[index], context: contexts[index], draftContext: draftContexts?.[index] };
  }

  #renderReading() {
    const reading = byId('reading');
    const hadFocus = reading.contains(document.activeElement) ? document.activeElement.dataset.index : undefined;
    const spans = this.#result.concepts.map((concept, index) => ({
      ...concept,
      attributes: this.#spanAttributes(index),
    }));
    const { nodes, overlapping } = renderNote(this.#result.text, spans, this.#highlight());
    reading.replaceChildren(...nodes);
    if (overlapping.length > 0) {
      const { texts } = this.#words();
      const buttons = overlapping.flatMap(({ span, attributes }) => [' ', element('span', attributes, span)]);
      reading.append(element('p', { class: 'overlapping' }, texts.overlapping, ...buttons));
    }
    if (hadFocus !== undefined) this.#button(hadFocus)?.focus();
  }

  #spanAttributes(index) {
    const { texts } = this.#words();
    const { concept, context } = this.#item(index);
    const marks = marksOf(context.context, this.#result.differing[index]?.length > 0);
    const label = [concept.span, texts.status[concept.status], ...marks.map((mark) => texts.markNames[mark])];
    return {
      class: `span ${concept.status}`,
      role: 'button',
      tabindex: '0',
      'data-index': index,
      'data-marks': marks.length > 0 ? marks.map((mark) => texts.marks[mark]).join(' · ') : null,
      'aria-label': label.join(', '),
      'aria-pressed': String(index === this.#chosen),
    };
  }

  /** The trigger and scope of the open axis of the chosen span. */
  #highlight() {
    const explain = this.#chosen === null ? undefined : this.#item(this.#chosen).context.explain;
    const decision = explain?.find(({ axis }) => axis === this.#axis);
    return decision ? { trigger: decision.trigger, scope: decision.scope } : NOTHING;
  }

  #renderDetails() {
    const page = this.#page();
    const panel =
      this.#chosen === null
        ? renderNoChoice(page.texts)
        : renderDetails(page, this.#item(this.#chosen), this.#axis, (axis) => this.#open(axis));
    byId('details').replaceChildren(...panel);
  }

  #open(axis) {
    if (axis === this.#axis) return;
    this.#axis = axis;
    this.#renderReading();
  }

  #choose(index, focus = false) {
    // The second Enter goes to the details.
    if (index === this.#chosen && !focus) byId('details-title').focus();
    else {
      this.#chosen = index;
      this.#axis = firstAxis(this.#item(index).context.explain);
      this.render();
      byId('announcement').textContent =
        `${this.#item(index).concept.span}: ${this.#item(index).context.readable_note}`;
      if (focus) this.#button(index)?.focus();
    }
  }

  #button(index) {
    return index === null ? null : byId('reading').querySelector(`[data-index="${index}"]`);
  }

  #onKey(event) {
    const button = event.target.closest('[data-index]');
    if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...byId('reading').querySelectorAll('[data-index]')];
    const at = buttons.indexOf(button);
    const target = { Home: buttons[0], End: buttons.at(-1) }[event.key] ?? buttons[at + (STEPS[event.key] ?? NaN)];
    if (event.key === 'Enter' || event.key === ' ') this.#choose(Number(button.dataset.index));
    else if (target) target.focus();
    else if (!(event.key in STEPS)) return;
    event.preventDefault();
  }
}
