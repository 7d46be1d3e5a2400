import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureModel } from '../../server/db/embeddings.js';
import { decisionSources, readDecisionWeights, replaceDecisionWeights } from '../../server/db/serving.js';
import { DECISION_FILE, decisionFile, publishDecision } from '../../server/terminology/shipped-decision.js';
import { testDatabase } from '../support/database.js';

const MODEL = { name: 'a model', version: 'v1', dimensions: 256 };

describe('the shipped weights of the decision in a database', () => {
  const database = testDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'decision-'));
  after(() => rmSync(dir, { recursive: true }));
  let modelId = 0;

  beforeEach(async () => {
    modelId = await ensureModel(database.handle.db, MODEL);
    await replaceDecisionWeights(database.handle.db, modelId, new Map(), '');
  });

  /** What a start does with a version that ships these weights. */
  async function publish(weights: Readonly<Record<string, number>>, model = MODEL.version) {
    writeFileSync(join(dir, DECISION_FILE), decisionFile(model, 10, 2, new Map(Object.entries(weights))));
    await publishDecision(database.handle.db, modelId, MODEL, dir);
  }

  const served = async () => Object.fromEntries(await readDecisionWeights(database.handle.db, modelId));

  it('are given to a model that has none, to two decimals', async () => {
    await publish({ bias: 1.234, tie: -0.5 });
    assert.deepEqual(await served(), { bias: 1.23, tie: -0.5 });
  });

  it('are for that model only', async () => {
    await publish({ bias: 1 }, 'another');
    assert.deepEqual(await served(), {});
  });

  it('take the place of those of an earlier version, whole', async () => {
    await publish({ bias: 1, tie: -0.5 });
    await publish({ bias: 2 });
    assert.deepEqual(await served(), { bias: 2 });
  });

  it('leave what somebody changed until a version ships others, and for good where the row says whose it is', async () => {
    const { db } = database.handle;
    await publish({ bias: 1, tie: -0.5, margin: 1 });
    await db.updateTable('decision_weights').set({ weight: 9 }).where('feature', '=', 'bias').execute();
    await db
      .updateTable('decision_weights')
      .set({ weight: -7, fitted_on: 'ours' })
      .where('feature', '=', 'tie')
      .execute();
    await publish({ bias: 1, tie: -0.5, margin: 1 });
    assert.deepEqual(await served(), { bias: 9, tie: -7, margin: 1 });
    await publish({ bias: 2, tie: -0.6 });
    assert.deepEqual(await served(), { bias: 2, tie: -7 });
  });

  it('leave weights alone that a site has fitted', async () => {
    await replaceDecisionWeights(database.handle.db, modelId, new Map([['bias', 3]]), '500 judged spans of 20 notes');
    await publish({ bias: 1, tie: -0.5 });
    assert.deepEqual(await served(), { bias: 3 });
    assert.deepEqual(await decisionSources(database.handle.db, modelId), ['500 judged spans of 20 notes']);
  });

  it('are not there where no file is shipped', async () => {
    await publishDecision(database.handle.db, modelId, MODEL, join(dir, 'nowhere'));
    assert.deepEqual(await served(), {});
  });
});
