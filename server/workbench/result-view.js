/** The result on the page: worklist, note, the chosen span and its open axis. */

import { firstAxis } from './axes.js';
import { renderComparison } from './comparison.js';
import { renderDetails, renderNoChoice } from './details.js';
import { byId } from './dom.js';
import { filtered, nextToReview } from './filter.js';
import { renderLegend } from './legend.js';
import { labelOf, marksOf } from './marks.js';
import { NO_HIGHLIGHT, NotePane, neighbour } from './note-pane.js';
import { Worklist } from './worklist.js';

export class ResultView {
  #page;
  #reviews;
  #actions;
  #note = new NotePane(byId('reading'), (index) => this.choose(index));
  #worklist = new Worklist(
    (index) => this.choose(index),
    () => this.#refilter(),
  );
  #result = null;
  #items = [];
  #listed = [];
  #chosen = null;
  #axis = null;

  /**
   * @param {() => object} page texts, interfaceLanguage, mayReview at this moment
   * @param {import('./reviews.js').Reviews} reviews
   * @param {{ review: (concept, verdict, correct) => Promise<void>, lookUp: (concept, words) => Promise<object[]> }} actions
   */
  constructor(page, reviews, actions) {
    this.#page = page;
    this.#reviews = reviews;
    this.#actions = actions;
    byId('details').addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#backToNote();
    });
    byId('sheet-close').addEventListener('click', () => this.#close());
    byId('sheet-previous').addEventListener('click', () => this.#step(-1));
    byId('sheet-following').addEventListener('click', () => this.#step(1));
  }

  /** The result with its reviews, and the places of the spans that are listed; null where nothing is shown. */
  get shown() {
    return (
      this.#result && { result: this.#result, items: this.#items, listed: this.#listed, filter: this.#worklist.filter }
    );
  }

  /** Shows a result; the span that was chosen stays chosen, and the filter stays, when the note is the same. */
  show(result) {
    const sameNote = this.#result?.text === result.text;
    const before = sameNote && this.#chosen !== null ? this.#result.concepts[this.#chosen] : null;
    const index = result.concepts.findIndex(({ start, end }) => start === before?.start && end === before?.end);
    this.#result = result;
    this.#chosen = index < 0 ? null : index;
    if (index < 0) this.#axis = null;
    if (!sameNote) this.#worklist.reset();
    byId('results').hidden = result.concepts.length === 0;
    this.render();
  }

  hide() {
    this.#result = null;
    this.#chosen = null;
    byId('results').hidden = true;
  }

  /** Hides a result that is of another note or setting than the form has, and shows it again when they agree. */
  setStale(stale) {
    if (this.#result !== null) byId('results').hidden = stale || this.#result.concepts.length === 0;
  }

  render() {
    if (this.#result === null) return;
    const { texts } = this.#page();
    const { contexts, versions, draftVersion, draftContexts, differing } = this.#result;
    this.#items = this.#result.concepts.map((concept, index) => this.#makeItem(concept, index));
    this.#refilter();
    this.#renderDetails();
    byId('legend').replaceChildren(renderLegend(texts, draftContexts !== undefined));
    const comparison =
      draftContexts && renderComparison(this.#pageOfNote(), contexts, differing, (index) => this.choose(index, true));
    byId('comparison').replaceChildren(...(comparison ? [comparison] : []));
    const lexicon = draftVersion ? `${versions.lexicon} / ${draftVersion}` : versions.lexicon;
    byId('versions').textContent = texts.versions({ ...versions, lexicon });
  }

  /** Goes to the next span that is to be reviewed. @returns whether there is one */
  goToNext() {
    const next = nextToReview(this.#items, this.#listed, this.#chosen);
    if (next === undefined) return false;
    this.choose(next, true);
    return true;
  }

  /** Chooses a span; the second time goes to its details. */
  choose(index, focus = false) {
    if (index === this.#chosen && !focus) {
      byId('details-title').focus();
      return;
    }
    const before = this.#chosen;
    const { concept, context } = this.#items[index];
    this.#chosen = index;
    this.#axis = firstAxis(context.explain);
    this.#note.update([before, index], this.#highlight());
    this.#worklist.mark(before, index);
    this.#renderDetails();
    byId('announcement').textContent = `${concept.span}: ${context.readable_note}`;
    // All that has to know where things stand comes last, so that the page is laid out once.
    byId('details').scrollTop = 0;
    this.#worklist.reveal(index);
    if (focus) this.#note.focus(index);
    else this.#note.reveal(index);
  }

  /** Draws the chosen span again, when what the key may do is known. */
  renderDetails() {
    if (this.#result !== null) this.#renderDetails();
  }

  #makeItem(concept, index) {
    const { contexts, draftContexts, differing } = this.#result;
    const context = contexts[index];
    const marks = marksOf(context.context, differing[index]?.length > 0);
    return { concept, context, draftContext: draftContexts?.[index], marks, review: this.#reviews.of(concept) };
  }

  #pageOfNote() {
    const { text, draftName } = this.#result;
    return { ...this.#page(), text, draftName };
  }

  #refilter() {
    const { texts } = this.#page();
    const { listed, counts } = filtered(this.#items, this.#worklist.filter);
    this.#listed = listed;
    this.#worklist.render({ texts, items: this.#items, listed, counts, chosen: this.#chosen });
    const inList = new Set(listed);
    this.#note.show({
      text: this.#result.text,
      spans: this.#result.concepts,
      attributesOf: (index) => this.#attributesOf(index, inList),
      highlight: this.#highlight(),
      listed,
      chosen: this.#chosen,
      overlappingTitle: texts.overlapping,
    });
  }

  #attributesOf(index, inList) {
    const { texts } = this.#page();
    const item = this.#items[index];
    const signs = item.marks.map((mark) => texts.marks[mark]);
    if (item.review) signs.push(texts.review.signs[item.review.verdict]);
    return {
      class: `span ${item.concept.status}${inList.has(index) ? '' : ' off'}`,
      'data-marks': signs.length > 0 ? signs.join(' · ') : null,
      'aria-label': labelOf(texts, item).join(', '),
      'aria-pressed': String(index === this.#chosen),
    };
  }

  /** The trigger and scope of the open axis of the chosen span. */
  #highlight() {
    const explain = this.#chosen === null ? undefined : this.#items[this.#chosen].context.explain;
    const decision = explain?.find(({ axis }) => axis === this.#axis);
    return decision ? { trigger: decision.trigger, scope: decision.scope } : NO_HIGHLIGHT;
  }

  #renderDetails() {
    const page = this.#pageOfNote();
    const index = this.#chosen;
    byId('results').classList.toggle('open', index !== null);
    if (index === null) {
      byId('details-body').replaceChildren(...renderNoChoice(page.texts));
      return;
    }
    const { concept } = this.#items[index];
    const panel = renderDetails(page, () => this.#items[index], this.#axis, {
      open: (axis) => this.#open(axis),
      review: async (verdict, correct) => {
        await this.#actions.review(concept, verdict, correct);
        this.#afterReview();
      },
      lookUp: (words) => this.#actions.lookUp(concept, words),
    });
    byId('details-body').replaceChildren(...panel);
  }

  /** The same words may stand in several places: every span that has a review by it is drawn again. */
  #afterReview() {
    const { texts } = this.#page();
    const changed = [];
    this.#items = this.#items.map((item, index) => {
      const review = this.#reviews.of(item.concept);
      if (review !== item.review) changed.push(index);
      return { ...item, review };
    });
    for (const index of changed) this.#worklist.update(texts, this.#items, index, this.#chosen);
    this.#note.update(changed, this.#highlight());
  }

  #open(axis) {
    if (axis === this.#axis) return;
    this.#axis = axis;
    this.#note.update([], this.#highlight());
  }

  #step(by) {
    const next = this.#chosen === null ? this.#listed[0] : neighbour(this.#listed, this.#chosen, by);
    if (next !== undefined) this.choose(next);
  }

  #close() {
    const before = this.#chosen;
    this.#chosen = null;
    this.#note.update([before], NO_HIGHLIGHT);
    this.#worklist.mark(before, null);
    this.#renderDetails();
    this.#note.focus(before);
  }

  #backToNote() {
    if (this.#chosen !== null) this.#note.focus(this.#chosen);
  }
}
