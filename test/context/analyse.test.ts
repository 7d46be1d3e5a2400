import assert from 'node:assert/strict';
import { analyseContexts, triggerRanges } from '../../server/context/analyse.js';
import { readNote } from '../../server/text/note.js';
import { answersOf, assertionScores, assertReads, parseAnnotated, shippedLexicon } from '../support/annotated.js';

function notes(source: string): string[] {
  return answersOf(parseAnnotated(source)).map((answer) => answer.readable_note);
}

describe('an answer', () => {
  it('says in its readable note what absence a span names', () => {
    assert.deepEqual(notes('<t assertion=affirmed>NKDA</t>.'), ['No known allergy ("NKDA"), patient, current.']);
    assert.deepEqual(notes('<t assertion=affirmed>No proteinuria</t>.'), ['Stated absence ("No"), patient, current.']);
    assert.deepEqual(notes("<t assertion=affirmed>Pas d'allergie</t> connue."), [
      "Pas d'allergie connue (« Pas d' »), patient, actuel.",
    ]);
    assert.deepEqual(notes('<t assertion=negated>No fever</t>.'), ['Absent ("No"), patient, current.']);
  });

  it('has a readable note in the language of the sentence', () => {
    assert.deepEqual(notes('Denies <t assertion=negated>nausea</t>.'), ['Absent ("Denies"), patient, current.']);
    assert.deepEqual(notes('<t subject=family>Goutte</t> chez la mère.'), ['Antécédent familial (« chez la mère »).']);
    assert.deepEqual(notes('Return if <t certainty=null>fever</t>.'), [
      'Hypothetical ("Return if"), patient, current.',
    ]);
    assert.deepEqual(notes('Possible <t certainty=suspected>gout</t>.'), [
      'Uncertain ("Possible"), suspected, patient, current.',
    ]);
    assert.deepEqual(notes('No family history of <t subject=family>gout</t>.'), [
      'No family history ("No family history of").',
    ]);
    assert.deepEqual(notes('History of <t role=history>gout</t>.'), [
      'Present, patient, past ("History of"), history.',
    ]);
    assert.deepEqual(notes('<t assertion=affirmed>Toux</t> grasse.'), ['Présent, patient, actuel.']);
  });

  it('has the lowest confidence of its axes as its own', () => {
    const [answer] = answersOf(parseAnnotated('Denies <t assertion=negated>nausea</t>.'));
    const lowest = Math.min(...Object.values(answer?.context ?? {}).map((axis) => axis?.confidence ?? 1));
    assert.equal(answer?.context_confidence, lowest);
    assert.ok((answer?.context.subject?.confidence ?? 0) > 0.95);
  });

  it('is less sure far from its trigger and in a list without coordinator', () => {
    const scores = assertionScores(
      'Denies <t assertion=negated>nausea</t>, <t assertion=negated>ear discharge</t>, <t assertion=negated>gout</t>.',
    );
    assert.ok((scores[0] ?? 0) > (scores[1] ?? 0), scores.join());
  });

  it('is null on every axis for a span that is not in the text', () => {
    const lexicon = shippedLexicon();
    const [answer] = analyseContexts(readNote('Pas de toux.', 'auto', lexicon.vocabulary), [null], lexicon);
    assert.deepEqual(Object.values(answer?.context ?? {}), [null, null, null, null, null]);
    assert.equal(answer?.context_confidence, 0);
    assert.equal(answer?.readable_note, "Ce fragment n'est pas dans le texte.");
  });

  it('explains each axis: row, phrase, trigger, scope, and why other cues lost', () => {
    const lexicon = shippedLexicon();
    const text = 'No rash, possible gout.';
    const note = readNote(text, 'auto', lexicon.vocabulary);
    const [answer] = analyseContexts(note, [{ start: 18, end: 22 }], lexicon, { explain: true });
    const assertion = answer?.explain?.[0];
    assert.equal(assertion?.phrase, 'possible');
    assert.equal(assertion?.source, 'trigger');
    assert.deepEqual(assertion?.trigger, { start: 9, end: 17 });
    assert.equal(assertion?.distance, 0);
    assert.ok(assertion?.losers.some((loser) => loser.phrase === 'no' && loser.why !== ''));
  });

  it('does not take a word of another submitted span for a cue', () => {
    assertReads(['<t subject=patient>Familial hypercholesterolaemia</t> and <t subject=patient>gout</t>.']);
    assertReads(['<t temporality=chronic>Chronic bronchitis</t>, <t temporality=current>sprain</t>.']);
  });
});

describe('trigger ranges', () => {
  it('are the words that say how, without what stands in their gap or what a pseudo holds', () => {
    const lexicon = shippedLexicon();
    const slices = (text: string): string[] => {
      const note = readNote(text, 'auto', lexicon.vocabulary);
      return [...new Set(triggerRanges(note, lexicon).map((range) => text.slice(range.start, range.end)))];
    };
    assert.ok(slices('She denies nausea.').includes('denies'));
    const french = slices("L'enfant ne vomit pas.").map((slice) => slice.trim());
    assert.ok(
      french.includes('ne') && french.includes('pas') && !french.some((slice) => slice.includes('vomit')),
      french.join(),
    );
    assert.ok(!slices('No change in the cyst.').includes('No'));
  });
});
