import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ConceptEntry } from '../../server/concepts/answer.js';
import { FLAG_PROBABILITY, RESOLVED_PROBABILITY } from '../../server/concepts/decide/status.js';
import { testService } from '../support/service.js';

const NOTE = [
  'History: asthma and gout. The patient has pneumonia; no fever. Deep endometriosis suspected.',
  'Urine: methadone +, cocaine -. Swelling over the lateral malleolus. Bloods tomorrow. RTC on Monday.',
  'Takes ramipril 5 mg daily. CXR clear. Eye myiasis since his trip. Gastropathy in 2010.',
].join('\n');

describe('the decision over HTTP', () => {
  const service = testService();

  async function ask(text: string, explain = true): Promise<readonly ConceptEntry[]> {
    const answer = await service.running.post('/v1/extract/concepts', { text, language: 'en', explain });
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { concepts: readonly ConceptEntry[] }).concepts;
  }

  it('gives each status the probability that it asks for, and says what moved it', async () => {
    const concepts = await ask(NOTE);
    assert.ok(concepts.some(({ status }) => status === 'resolved'));
    for (const { span, status, explain } of concepts) {
      const { probability = null, moved_by = [] } = explain ?? {};
      if (status === 'resolved') assert.ok((probability ?? 0) >= RESOLVED_PROBABILITY, span);
      if (status === 'flag') assert.ok((probability ?? 0) >= FLAG_PROBABILITY, span);
      const sizes = moved_by.map(({ log_odds }) => Math.abs(log_odds));
      assert.deepEqual(
        sizes,
        [...sizes].sort((a, b) => b - a),
      );
      const odds = moved_by.reduce((sum, { log_odds }) => sum + log_odds, 0);
      if (probability !== null) assert.ok(Math.abs(probability - 1 / (1 + Math.exp(-odds))) < 0.001, span);
    }
  });

  it('resolves what a plain sentence says of a patient', async () => {
    for (const [text, code] of [
      ['He has asthma and takes his inhalers.', '195967001'],
      ['The patient has pneumonia.', '233604007'],
      ['Admitted with gout.', '90560007'],
      ['No fever.', '386661006'],
    ] as const) {
      const [found] = await ask(text);
      assert.deepEqual([found?.code, found?.status], [code, 'resolved'], text);
    }
  });

  it('says nothing of the probability without explain', async () => {
    for (const entry of await ask(NOTE, false)) assert.equal('explain' in entry, false);
  });

  it('follows a weight that is edited by hand, within a second', async () => {
    const { db } = service.running.opened.handle;
    const resolved = async () => (await ask('He has asthma.', false)).filter(({ status }) => status === 'resolved');
    assert.equal((await resolved()).length, 1);
    await sql`UPDATE decision_weights SET weight = weight - 20 WHERE feature = 'bias'`.execute(db);
    await sleep(1_000);
    const [found] = await ask('He has asthma.');
    assert.deepEqual([found?.code, found?.status, found?.candidates[0]?.code], [null, 'unresolved', '195967001']);
    await sql`UPDATE decision_weights SET weight = weight + 20 WHERE feature = 'bias'`.execute(db);
    await sleep(1_000);
    assert.equal((await resolved()).length, 1);
  });

  it('is not asked about a term of this site: somebody here has decided', async () => {
    const { db } = service.running.opened.handle;
    await sql`INSERT INTO descriptions (sctid, language, term) VALUES (195967001, 'en', 'wheezy lungs of Zorg')`.execute(
      db,
    );
    await sleep(2_000);
    const found = (await ask('Known wheezy lungs of Zorg.')).find(({ span }) => span.includes('Zorg'));
    assert.deepEqual([found?.code, found?.status, found?.explain?.probability], ['195967001', 'resolved', null]);
  });
});
