import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { ConceptEntry } from '../../server/concepts/answer.js';
import type { ContextEntry } from '../../server/context/request.js';
import { testService } from '../support/service.js';

describe('the two calls', () => {
  const service = testService();

  async function concepts(text: string, more: object = {}): Promise<ConceptEntry[]> {
    const response = await service.running.post('/v1/extract/concepts', { text, ...more });
    assert.equal(response.status, 200);
    return ((await response.json()) as { concepts: ConceptEntry[] }).concepts;
  }

  async function contexts(text: string, items: readonly object[], more: object = {}): Promise<ContextEntry[]> {
    const response = await service.running.post('/v1/extract/contexts', { text, concepts: items, ...more });
    assert.equal(response.status, 200);
    return ((await response.json()) as { contexts: ContextEntry[] }).contexts;
  }

  it('code an English note and say what is denied', async () => {
    const text = 'Admitted with chest pain. Denies fever or cough. Father had a myocardial infarction.';
    const found = await concepts(text);
    const codes = Object.fromEntries(found.map((entry) => [entry.span, entry.code]));
    assert.equal(codes['chest pain'], '29857009');
    assert.equal(codes.fever, '386661006');
    assert.equal(codes['myocardial infarction'], '22298006');
    const answers = await contexts(
      text,
      found.map(({ span, code }) => ({ span, code })),
    );
    const of = (span: string) => answers[found.findIndex((entry) => entry.span === span)]?.context;
    assert.deepEqual(of('fever')?.assertion?.trigger, 'Denies');
    assert.equal(of('cough')?.assertion?.value, 'negated');
    assert.equal(of('myocardial infarction')?.subject?.value, 'family');
    assert.equal(of('chest pain')?.role?.value, 'reason_for_encounter');
  });

  it('code a French note, displayed in French', async () => {
    const text = "Hospitalisé pour douleur thoracique. Pas de fièvre ni de toux. Suspicion d'embolie pulmonaire.";
    const found = await concepts(text);
    const shown = Object.fromEntries(found.map((entry) => [entry.span, entry.candidates[0]?.display]));
    assert.equal(shown['douleur thoracique'], 'douleur thoracique');
    assert.equal(shown.fièvre, 'fièvre');
    const answers = await contexts(text, found);
    const of = (span: string) => answers[found.findIndex((entry) => entry.span === span)]?.context;
    assert.equal(of('fièvre')?.assertion?.value, 'negated');
    assert.equal(of('toux')?.assertion?.value, 'negated');
    assert.equal(of('embolie pulmonaire')?.certainty?.value, 'suspected');
  });

  it('give spans that slice the text, do not overlap, and stand in its order', async () => {
    const text = 'Fièvre à 39 °C 🙂, toux grasse.\r\nHTA connue ; diabète de type 2. Douleurs thoraciques.';
    const found = await concepts(text);
    let end = 0;
    for (const entry of found) {
      assert.equal(text.slice(entry.start, entry.end), entry.span);
      assert.ok(entry.start >= end);
      end = entry.end;
    }
    assert.ok(found.length >= 4);
  });

  it('give at most five distinct candidates, best first, and a margin between concepts', async () => {
    for (const entry of await concepts('Pneumonia, hypertension, severe headache and an itchy rash.')) {
      const cosines = entry.candidates.map((candidate) => candidate.cosine);
      assert.deepEqual(
        cosines,
        [...cosines].sort((a, b) => b - a),
      );
      assert.ok(entry.candidates.length <= 5);
      assert.equal(new Set(entry.candidates.map((candidate) => candidate.code)).size, entry.candidates.length);
      assert.equal(entry.cosine, cosines[0]);
      assert.equal(entry.margin, Math.round((entry.cosine - (cosines[1] ?? 0)) * 1e4) / 1e4);
      assert.equal(entry.concept_confidence, entry.cosine);
      assert.equal(entry.code, entry.status === 'unresolved' ? null : entry.candidates[0]?.code);
    }
  });

  it('give the same bytes whatever else is in flight', async () => {
    const text = 'Known COPD, admitted for dyspnea and fever; no chest pain.';
    const alone = JSON.stringify(await concepts(text));
    const others = Array.from({ length: 6 }, (_, i) =>
      concepts(`Cough for ${i + 2} days with fever and a sore throat.`),
    );
    const together = await Promise.all([concepts(text), ...others, concepts(text)]);
    assert.equal(JSON.stringify(together[0]), alone);
    assert.equal(JSON.stringify(together.at(-1)), alone);
  });

  it('find a term of this site by the next requests, and lose it again', async () => {
    const { db } = service.running.opened.handle;
    const text = 'Comes with zorblatt since Monday.';
    const codes = async () =>
      (await concepts(text)).filter((entry) => entry.span === 'zorblatt').map((entry) => entry.code);
    assert.deepEqual(
      (await codes()).filter((code) => code === '38341003'),
      [],
    );
    await sql`INSERT INTO descriptions (sctid, language, term) VALUES (38341003, 'en', 'zorblatt')`.execute(db);
    await within(2_000, async () => (await codes()).includes('38341003'));
    await sql`DELETE FROM descriptions WHERE release_id = 0 AND term = 'zorblatt'`.execute(db);
    await within(2_000, async () => !(await codes()).includes('38341003'));
  });

  it('follow a trigger that is edited by SQL, and say so in the version header', async () => {
    const { db } = service.running.opened.handle;
    const text = 'Zilch whatsoever fever today.';
    const item = [{ span: 'fever' }];
    const before = await service.running.post('/v1/extract/contexts', { text, concepts: item });
    assert.equal((await contexts(text, item))[0]?.context.assertion?.value, 'affirmed');
    await sql`INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('en', 'assertion', 'negated', 'zilch whatsoever', 'forward', 'Zilch whatsoever [fever].')`.execute(db);
    await within(2_000, async () => (await contexts(text, item))[0]?.context.assertion?.trigger === 'Zilch whatsoever');
    const after = await service.running.post('/v1/extract/contexts', { text, concepts: item });
    assert.equal(Number(after.headers.get('x-lexicon-version')), Number(before.headers.get('x-lexicon-version')) + 1);
  });

  it('call a history of a chronic disease chronic, by the code that is sent', async () => {
    const text = 'History of hypertension and of pneumonia.';
    const [hypertension, pneumonia] = await contexts(text, [
      { span: 'hypertension', code: '38341003' },
      { span: 'pneumonia', code: '233604007' },
    ]);
    assert.equal(hypertension?.context.temporality?.value, 'chronic');
    assert.equal(hypertension?.context.role?.value, 'history');
    assert.equal(pneumonia?.context.temporality?.value, 'past');
  });

  it('explain each answer on request', async () => {
    const response = await service.running.post('/v1/extract/concepts', { text: 'Denies chest pain.', explain: true });
    const body = (await response.json()) as { concepts: ConceptEntry[]; meta: Record<string, unknown> };
    assert.equal(body.concepts[0]?.explain?.tier, 'exact');
    assert.equal(body.concepts[0]?.explain?.descriptions[0]?.term, 'chest pain');
    assert.equal(body.meta.model, response.headers.get('x-model-version'));
    const second = await service.running.post('/v1/extract/contexts', {
      text: 'Denies chest pain.',
      concepts: [{ span: 'chest pain' }],
      explain: true,
    });
    const explained = (await second.json()) as {
      contexts: { explain: { axis: string; row: number; source: string }[] }[];
    };
    const assertion = explained.contexts[0]?.explain.find((axis) => axis.axis === 'assertion');
    assert.equal(assertion?.source, 'trigger');
    const { rows } = await sql<{
      phrase: string;
    }>`SELECT phrase FROM triggers WHERE id = ${assertion?.row ?? 0}`.execute(service.running.opened.handle.db);
    assert.equal(rows[0]?.phrase, 'denies');
  });
});

/** Asks again and again until it holds. */
async function within(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `did not hold within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
