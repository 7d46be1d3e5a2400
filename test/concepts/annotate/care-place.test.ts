import assert from 'node:assert/strict';
import { markCarePlaces } from '../../../server/concepts/annotate/care-place.js';
import { WALL } from '../../../server/concepts/annotate/token-role.js';
import type { Language } from '../../../server/domain/language.js';
import { read } from '../read.js';

/** The words that are taken out of every phrase because they name a place of care. */
function named(text: string, language: Language): string[] {
  const note = read(text, { language });
  const { roles } = note;
  const before = roles.slice();
  markCarePlaces(note, note.classes, roles);
  return note.tokens
    .filter((_, at) => roles[at] === WALL && before[at] !== WALL)
    .map(({ start, end }) => text.slice(start, end));
}

describe('the name of a place of care', () => {
  it('is what stands right before it in English, and after "of"', () => {
    assert.deepEqual(named('Seen in the fracture clinic today.', 'en'), ['fracture']);
    assert.deepEqual(named('Transferred to the heart failure unit.', 'en'), ['heart', 'failure']);
    assert.deepEqual(named('Diabetes & Endocrine Clinic', 'en'), ['Diabetes', '&', 'Endocrine']);
    assert.deepEqual(named('Diabetes/Endocrine clinic', 'en'), ['Diabetes', '/', 'Endocrine']);
    assert.deepEqual(named('Department of cardiology, chest pain.', 'en'), ['cardiology']);
  });

  it('is what stands before people, or before the time of a visit', () => {
    assert.deepEqual(named('Stroke team aware, HF nurse 2/52.', 'en'), ['Stroke', 'HF']);
    assert.deepEqual(named('Hypoxia nurse rang.', 'en'), []);
    assert.deepEqual(named('Known HTN & diabetes clinic.', 'en'), ['diabetes']);
    assert.deepEqual(named('Fracture clinic 1/52.', 'en'), ['Fracture']);
  });

  it('is what stands after "de" in French', () => {
    assert.deepEqual(named('Hospitalisé en unité de gastro-entérologie pour colite.', 'fr'), ['gastro', 'entérologie']);
    assert.deepEqual(named('Suivi au centre de la douleur.', 'fr'), ['douleur']);
  });

  it('is no finding that only stands near such a word', () => {
    assert.deepEqual(named('Examen clinique de la hanche.', 'fr'), []);
    assert.deepEqual(named('Transfusion de 2 unités de sang.', 'fr'), []);
    assert.deepEqual(named('Admis dans le service pour pneumonie.', 'fr'), []);
    assert.deepEqual(named('Pneumonia, unit 4. HTN clinic BP high.', 'en'), []);
    assert.deepEqual(named('Hospital acquired pneumonia.', 'en'), []);
  });
});
