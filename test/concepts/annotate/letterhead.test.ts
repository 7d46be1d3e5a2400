import assert from 'node:assert/strict';
import { letterhead } from '../../../server/concepts/annotate/letterhead.js';
import type { Language } from '../../../server/domain/language.js';
import { read } from '../read.js';

/** The words of the head of a note. */
function head(text: string, language: Language): string {
  const note = read(text, { language });
  const marked = letterhead(note);
  return note.tokens
    .filter((token, at) => marked[at] === 1 && token.kind !== 'punctuation')
    .map(({ start, end }) => text.slice(start, end))
    .join(' ');
}

describe('the head of a note', () => {
  it('is the first lines with a place, a specialty or a kind of document', () => {
    const text = 'Clinique Saint-Ruf – Chirurgie orthopédique\nConsultation préopératoire\n\nMme T., gonarthrose.';
    assert.equal(head(text, 'fr'), 'Clinique Saint Ruf Chirurgie orthopédique Consultation préopératoire');
  });

  it('ends at punctuation, wide spaces and prepositions', () => {
    assert.equal(head('Breast clinic, bilateral mammogram\nNo mass.', 'en'), 'Breast clinic');
    assert.equal(head('MRI LUMBAR SPINE      Radiology\nNo mass.', 'en'), 'Radiology');
    assert.equal(head('Consultation pour lombalgie\nEVA 6', 'fr'), 'Consultation');
  });

  it('holds no dose, and nothing behind a full stop', () => {
    assert.equal(head('Home meds: insulin glargine 24 units\nNo rash.', 'en'), '');
    assert.equal(
      head('District nurse visit. Takes paracetamol before a visit.\nNo rash.', 'en'),
      'District nurse visit',
    );
    assert.equal(head('Consultation du Dr A. Sous insuline, 24 unités avant la visite.\nEVA 6', 'fr'), 'Consultation');
  });

  it('goes on behind a preposition where it names a place, not where it tells what was reviewed', () => {
    assert.equal(head('Unité de chirurgie thoracique\nEVA 6', 'fr'), 'Unité de chirurgie thoracique');
    assert.equal(head('Attends for review of her COPD and gout.\nNo rash.', 'en'), 'Attends for review');
    assert.equal(head("Suivi d'une HTA\nEVA 6", 'fr'), 'Suivi');
  });

  it('is no line behind one that is the note, and none of a note of one line', () => {
    assert.equal(head('Chest pain since noon.\nSeen by cardiology.', 'en'), '');
    assert.equal(head('Hospital acquired pneumonia', 'en'), '');
  });
});
