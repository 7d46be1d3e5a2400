import assert from 'node:assert/strict';
import type { RankedConcept } from '../../../server/concepts/decide/candidates.js';
import { shownFor } from '../../../server/concepts/decide/shown.js';
import { unknownMention } from '../../../server/concepts/lookup/term-mention.js';
import { mentionAt } from '../../../server/concepts/mentions/mention.js';
import type { Tier } from '../../../server/domain/candidate.js';
import { annotated } from '../read.js';

const THRESHOLDS = {
  mention: 0.7,
  floor: 0.8,
  shown: 0.6,
  resolvedCosine: 0.9,
  resolvedMargin: 0.02,
  termMargin: 0.01,
};
const TAGS: Readonly<Record<string, string>> = {
  listeriosis: 'disorder',
  ramipril: 'substance',
  lisinopril: 'substance',
};
const UNWEIGHED = { weights: new Map<string, number>(), termWords: { commonness: () => 0 } };
const DISPLAYS = new Map(
  Object.entries(TAGS).map(([name, semanticTag]) => [name, { semanticTag, chronic: false, terms: {} }]),
);

/** What is answered for the first word of a text with these concepts, as "status: candidates". */
async function answerTo(
  text: string,
  ...concepts: readonly (readonly [name: string, cosine: number, tier?: Tier])[]
): Promise<string> {
  const note = await annotated(text);
  const mention = unknownMention(mentionAt(note, 0, { from: 0, to: 1 }, 1), { words: 'x', strange: true });
  const ranked = concepts.map(
    ([sctid, cosine, tier = 'dense']): RankedConcept => ({ sctid, descriptionId: sctid, cosine, tier }),
  );
  const { status, candidates } = shownFor(note, { ...mention, ranked }, DISPLAYS, THRESHOLDS, UNWEIGHED);
  return `${status}: ${candidates.map(({ sctid }) => sctid).join(', ')}`;
}

describe('the candidates that are shown', () => {
  it('are all of a span with a code', async () => {
    assert.equal(
      await answerTo('Lisinopril daily', ['lisinopril', 1, 'exact'], ['listeriosis', 0.4]),
      'resolved: lisinopril, listeriosis',
    );
    assert.equal(
      await answerTo('Lisinoprill daily', ['lisinopril', 0.85], ['listeriosis', 0.4]),
      'flag: lisinopril, listeriosis',
    );
  });

  it('are near enough where nothing is chosen, or there are none', async () => {
    assert.equal(await answerTo('Lisinopril daily', ['ramipril', 0.7], ['listeriosis', 0.59]), 'unresolved: ramipril');
    assert.equal(await answerTo('Lisinopril daily', ['listeriosis', 0.5]), 'unresolved: ');
  });

  it('are medicines before a dose, but for terms with the very words', async () => {
    assert.equal(await answerTo('Lisinopril 10 mg', ['listeriosis', 0.85], ['ramipril', 0.7]), 'unresolved: ramipril');
    assert.equal(await answerTo('Lisinopril 10 mg', ['ramipril', 0.85], ['listeriosis', 0.7]), 'flag: ramipril');
    assert.equal(await answerTo('Listeriosis 10 mg', ['listeriosis', 1, 'exact']), 'resolved: listeriosis');
  });
});
