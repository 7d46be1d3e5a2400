import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExtractEntry } from '../../server/app/extract.js';
import type { ConceptEntry } from '../../server/concepts/answer.js';
import type { ContextEntry } from '../../server/context/request.js';
import { testService } from '../support/service.js';

const NOTES = fileURLToPath(new URL('../../../test/fixtures/notes/', import.meta.url));
const NOTE =
  'Her mother has asthma.\n\nToday: denies chest pain 🙂. Takes ramipril 5 mg daily.\n\nŒdème des chevilles ce jour.';

interface Extracted {
  readonly language: string;
  readonly spans: readonly ExtractEntry[];
}

describe('extract, the two operations in one call', () => {
  const service = testService();

  async function ask<T>(path: string, body: object): Promise<T> {
    const answer = await service.running.post(path, body);
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as T;
  }
  const extract = (body: object) => ask<Extracted>('/v1/extract', body);

  it('knows from the codes that what stands in brackets behind a drug is why it is not given', async () => {
    const { spans } = await extract({ text: 'No aspirin (peptic ulcer). No aspirin (ibuprofen).', language: 'en' });
    const read = spans.map(({ span, context }) => `${span}: ${context.assertion?.value}`);
    assert.deepEqual(read, ['aspirin: negated', 'peptic ulcer: affirmed', 'aspirin: negated', 'ibuprofen: negated']);
  });

  for (const file of readdirSync(NOTES).filter((name) => name.endsWith('.txt'))) {
    it(`answers what both calls answer, span by span: ${file}`, async () => {
      const text = readFileSync(NOTES + file, 'utf8');
      const { spans } = await extract({ text, explain: true });
      const { concepts } = await ask<{ concepts: ConceptEntry[] }>('/v1/extract/concepts', { text, explain: true });
      const items = concepts.map(({ span, code, start, end }) => ({ span, code, start, end }));
      const { contexts } = await ask<{ contexts: ContextEntry[] }>('/v1/extract/contexts', {
        text,
        concepts: items,
        explain: true,
      });
      assert.deepEqual(
        spans.map(
          ({
            semantic_tag,
            language,
            section,
            context,
            context_confidence,
            readable_note,
            values,
            dosage,
            ...concept
          }) => ({
            ...concept,
            explain: concept.explain?.concept,
          }),
        ),
        concepts,
      );
      assert.deepEqual(
        spans.map(({ span, code, start, end, context, context_confidence, readable_note, explain }) => ({
          code,
          span,
          start,
          end,
          context,
          context_confidence,
          readable_note,
          explain: explain?.context,
        })),
        contexts,
      );
      for (const { semantic_tag, candidates, language, section, explain } of spans) {
        assert.equal(semantic_tag, candidates[0]?.semantic_tag ?? null);
        assert.deepEqual([language, section], [explain?.concept?.language, explain?.concept?.section]);
      }
    });
  }

  it('answers only the spans that are asked for', async () => {
    const { spans: all } = await extract({ text: NOTE });
    const names = async (only: object) => (await extract({ text: NOTE, only })).spans.map(({ span }) => span);
    assert.deepEqual(await names({ subject: ['family'] }), ['asthma']);
    assert.deepEqual(await names({ assertion: ['negated'] }), ['chest pain']);
    assert.deepEqual(await names({ semantic_tag: ['substance', 'product', 'medicinal product'] }), ['ramipril']);
    assert.deepEqual(await names({ assertion: ['affirmed'], subject: ['patient'], status: ['unresolved'] }), []);
    const sure = all.filter((entry) => Math.min(entry.concept_confidence, entry.context_confidence) >= 0.95);
    assert.deepEqual(
      await names({ min_confidence: 0.95 }),
      sure.map(({ span }) => span),
    );
    assert.deepEqual(
      await names({}),
      all.map(({ span }) => span),
    );
  });

  it('chooses concepts alone by status, kind and confidence too', async () => {
    const concepts = async (only: object) =>
      (await ask<{ concepts: ConceptEntry[] }>('/v1/extract/concepts', { text: NOTE, only })).concepts;
    for (const { status } of await concepts({ status: ['resolved'] })) assert.equal(status, 'resolved');
    for (const { candidates } of await concepts({ semantic_tag: ['finding'] }))
      assert.equal(candidates[0]?.semantic_tag, 'finding');
    for (const entry of await concepts({ min_confidence: 0.9 })) assert.ok(entry.concept_confidence >= 0.9);
  });

  it('counts offsets in the unit that is asked for, those of triggers too', async () => {
    const points = [...NOTE];
    const bytes = Buffer.from(NOTE);
    const { spans } = await extract({ text: NOTE, explain: true });
    const inPoints = (await extract({ text: NOTE, offsets: 'codepoint', explain: true })).spans;
    const inBytes = (await extract({ text: NOTE, offsets: 'utf8' })).spans;
    for (const [i, { span, start, end }] of spans.entries()) {
      assert.equal(NOTE.slice(start, end), span);
      assert.equal(points.slice(inPoints[i]?.start, inPoints[i]?.end).join(''), span);
      assert.equal(bytes.subarray(inBytes[i]?.start, inBytes[i]?.end).toString(), span);
    }
    const oedema = inPoints.find(({ span }) => span.startsWith('Œdème'));
    assert.equal(oedema?.start, points.join('').replace('🙂', '.').indexOf('Œdème'));
    const [evidence] = inPoints.flatMap(({ explain }) => explain?.concept?.evidence ?? []);
    if (evidence) assert.equal(points.slice(evidence.start, evidence.end).join(''), evidence.words);
  });

  it('reads the values of measurements and the doses of medicines, with offsets in the unit that is asked for', async () => {
    const text = '🙂 BP 138/84. Takes ramipril 5 mg po daily. Denies chest pain.';
    const points = [...text];
    const { spans } = await extract({ text, offsets: 'codepoint' });
    const of = (name: string) => spans.find(({ span }) => span === name);
    const [systolic, diastolic] = of('BP')?.values ?? [];
    assert.deepEqual([systolic?.value, systolic?.unit, systolic?.component], [138, 'mm[Hg]', 'systolic']);
    assert.equal(points.slice(diastolic?.start, diastolic?.end).join(''), '84');
    const { dose, route, frequency, duration } = of('ramipril')?.dosage ?? {};
    assert.deepEqual([dose?.value, dose?.unit, route?.code, duration], [5, 'mg', '26643006', null]);
    assert.deepEqual([frequency?.times, frequency?.period, frequency?.period_unit], [1, 1, 'd']);
    assert.equal(points.slice(dose?.start, dose?.end).join(''), '5 mg');
    assert.equal(points.slice(frequency?.start, frequency?.end).join(''), 'daily');
    const pain = of('chest pain') as object;
    assert.ok(pain && !('values' in pain) && !('dosage' in pain));
  });

  it('reads an earlier lexicon or a draft as extract/contexts does, and says which', async () => {
    const answer = await service.running.post('/v1/extract', { text: NOTE, as_of: 1 });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('x-lexicon-version'), '1');
    const unknown = await service.running.post('/v1/extract', { text: NOTE, draft: 'nobody has made it' });
    assert.equal(unknown.status, 400);
  });

  it('answers a note without a span with an empty list, and its language', async () => {
    assert.deepEqual(await extract({ text: 'Il a été vu ce jour avec sa mère.' }), { language: 'fr', spans: [] });
  });

  it('needs a key with both scopes', async () => {
    for (const scope of ['concepts', 'contexts'] as const) {
      const key = await service.running.makeKey({ scopes: [scope] });
      const headers = { Authorization: `Bearer ${key}` };
      assert.equal((await service.running.post('/v1/extract', { text: NOTE }, headers)).status, 403);
    }
  });

  for (const [pointer, body] of [
    ['/only/assertion/0', { only: { assertion: ['maybe'] } }],
    ['/only/status', { only: { status: 'resolved' } }],
    ['/only/status', { only: { status: [] } }],
    ['/only', { only: { code: ['22298006'] } }],
    ['/only/semantic_tag/0', { only: { semantic_tag: [''] } }],
    ['/only/min_confidence', { only: { min_confidence: 2 } }],
    ['/offsets', { offsets: 'bytes' }],
    ['/draft', { as_of: 1, draft: 'x' }],
    ['/note_date', { note_date: 'yesterday' }],
  ] as const) {
    it(`refuses ${JSON.stringify(body)}`, async () => {
      const answer = await service.running.post('/v1/extract', { text: NOTE, ...body });
      assert.equal(answer.status, 400);
      const { error } = (await answer.json()) as { error: { details: { pointer: string }[] } };
      assert.deepEqual([...new Set(error.details.map((detail) => detail.pointer))], [pointer]);
    });
  }
});
