import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ConceptEntry } from '../../server/concepts/answer.js';
import type { ContextEntry } from '../../server/context/request.js';
import { testService } from '../support/service.js';

/** `SENT_BACK_NOTES=20000 npx mocha dist/test/app/sent-back.test.js` asks for more. */
const NOTES = Number(process.env.SENT_BACK_NOTES ?? 300);

const WORDS = [
  ...['fever', 'Fever', 'FEVER', 'chest pain', 'pain', 'back pain', 'cough', 'MI', 'HTA', 'copd', 'type 2 diabetes'],
  ...['fièvre', 'douleur thoracique', 'douleur', 'œdème', 'toux', 'Hépatite B', 'embolie pulmonaire', 'asthme'],
  ...[
    'No ',
    'denies ',
    'Pas de ',
    'history of ',
    "antécédent d'",
    'mother had ',
    'since 2019',
    '3 weeks ago',
    '38.5 °C',
  ],
  ...[
    'pneumonia',
    'hypertension',
    'aspirin 75 mg',
    'paracétamol 1 g',
    'rash',
    'midazolam',
    'antihistamine',
    'afebrile',
  ],
];
const GLUE = [
  ' ',
  ' ',
  ' ',
  ', ',
  '. ',
  '.\n',
  '\r\n',
  '\n\n',
  ' and ',
  ' et ',
  ': ',
  ' - ',
  '/',
  '',
  '(',
  ') ',
  "l'",
  '|',
  '=> ',
];
const HOSTILE = [
  ...[
    '\u200B',
    '\u200C',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u200E',
    '\u200F',
    '\u202A',
    '\u202E',
    '\u2066',
    '\u2069',
  ],
  ...['\u0301', '\u0308', '\u20D0', '\uFE0F', '\u{E0100}', '\u00A0', '\u3000', '\u2028', '\u0085', '\u{1F642}', '👩‍⚕️'],
  ...[
    '&nbsp;',
    '<b>',
    '</b>',
    '[**',
    '**]',
    '&#8203;',
    '\\n',
    'ﬁ',
    'İ',
    'ß',
    '\u{1D51}',
    '𝐟',
    '-\n',
    '’',
    'e\u0301',
    '\t',
  ],
];

const INVISIBLE_ENDS =
  /^[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]$/;

function placesOf(entries: readonly { readonly start?: number; readonly end?: number }[]): (number | undefined)[][] {
  return entries.map(({ start, end }) => [start, end]);
}

/** A few clinical phrases and what stands between them, with hostile characters at random places. */
const notes = fc
  .tuple(
    fc.array(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...WORDS) }, { weight: 2, arbitrary: fc.constantFrom(...GLUE) }),
      {
        minLength: 3,
        maxLength: 40,
      },
    ),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...HOSTILE)), { maxLength: 12 }),
    fc.constantFrom('NFC', 'NFD'),
  )
  .map(([parts, hostile, form]) => {
    let text = parts.join('').normalize(form);
    for (const [at, character] of hostile) {
      const place = at % (text.length + 1);
      text = text.slice(0, place) + character + text.slice(place);
    }
    return text;
  })
  .filter((text) => !/\p{Surrogate}/u.test(text) && text.trim().length > 2);

describe('the spans of extract/concepts, sent back without offsets', () => {
  const service = testService();

  async function ask<T>(path: string, body: object): Promise<T> {
    const response = await service.running.post(path, body);
    assert.equal(response.status, 200);
    return (await response.json()) as T;
  }

  it('land where they came from', async function () {
    this.timeout(60_000 + NOTES * 1_000);
    let spans = 0;
    await fc.assert(
      fc.asyncProperty(notes, async (text) => {
        const { concepts } = await ask<{ concepts: ConceptEntry[] }>('/v1/extract/concepts', { text });
        if (concepts.length === 0) return;
        const items = concepts.map(({ span, code }) => ({ span, code }));
        const { contexts } = await ask<{ contexts: ContextEntry[] }>('/v1/extract/contexts', { text, concepts: items });
        assert.deepEqual(placesOf(contexts), placesOf(concepts));
        for (const { span } of concepts) assert.doesNotMatch(span, INVISIBLE_ENDS);
        spans += concepts.length;
      }),
      { numRuns: NOTES },
    );
    assert.ok(spans > NOTES / 2);
  });

  it('land there however many they are', async () => {
    const text = 'MI, DM, HTA, COPD. '.repeat(400);
    const { concepts } = await ask<{ concepts: ConceptEntry[] }>('/v1/extract/concepts', { text });
    assert.ok(concepts.length > 1_000);
    const items = concepts.map(({ span, code }) => ({ span, code }));
    const { contexts } = await ask<{ contexts: ContextEntry[] }>('/v1/extract/contexts', { text, concepts: items });
    assert.deepEqual(placesOf(contexts), placesOf(concepts));
    const refused = await service.running.post('/v1/extract/contexts', { text: 'MI', concepts: items });
    assert.equal(refused.status, 400);
  });
});
