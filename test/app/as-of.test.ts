import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { curate, negating, rowsOf } from '../support/lexicon.js';
import { testService } from '../support/service.js';

const CONTEXTS = '/v1/extract/contexts';
const NOTE = {
  text: 'Zilch asthma, nary a cough. Denies fever.',
  concepts: [{ span: 'asthma', code: '195967001' }, { span: 'cough' }, { span: 'fever' }],
};

interface Answered {
  readonly status: number;
  readonly version: string | null;
  readonly body: string;
}

describe('a context request for another lexicon than the live one', () => {
  const service = testService();
  const db = () => service.running.opened.handle.db;
  const ask = async (more: object = {}): Promise<Answered> => {
    const response = await service.running.post(CONTEXTS, { ...NOTE, ...more });
    return {
      status: response.status,
      version: response.headers.get('x-lexicon-version'),
      body: await response.text(),
    };
  };
  const assertions = ({ body }: Answered) =>
    (JSON.parse(body).contexts as { context: { assertion: { value: string } } }[]).map(
      ({ context }) => context.assertion.value,
    );
  const draft = (statement: string, name = 'radiology') =>
    curate(db(), { draft: name }, (trx) => rowsOf(trx, statement));
  /** Edits and waits until the new version answers. */
  const edited = async (statement: string): Promise<Answered> => {
    const { version } = await ask();
    await rowsOf(db(), statement);
    for (;;) {
      const answer = await ask();
      if (answer.version !== version) return answer;
      await sleep(20);
    }
  };

  it('gets an answer of each earlier version again, to the byte', async () => {
    const answers = [await ask()];
    for (const edit of [
      `INSERT INTO triggers ${negating('zilch')}`,
      `INSERT INTO triggers ${negating('nary a')}`,
      `UPDATE triggers SET value = 'uncertain' WHERE phrase = 'zilch'`,
      `DELETE FROM triggers WHERE phrase = 'denies' AND axis = 'assertion'`,
      `UPDATE confidence_points SET confidence = 0.5 WHERE language = 'en' AND axis = 'assertion'`,
      `SELECT lexicon_rollback(2, 'back to one phrase')`,
    ])
      answers.push(await edited(edit));
    assert.deepEqual(
      answers.slice(0, 5).map((answer) => assertions(answer).join()),
      [
        'affirmed,affirmed,negated',
        'negated,negated,negated',
        'negated,negated,negated',
        'uncertain,negated,negated',
        'uncertain,negated,affirmed',
      ],
    );
    for (let round = 0; round < 2; round++)
      for (const answer of answers) assert.deepEqual(await ask({ as_of: Number(answer.version) }), answer);
    const together = await Promise.all(answers.map(({ version }) => ask({ as_of: Number(version) })));
    assert.deepEqual(together, answers);
  });

  it('names the version in meta as well', async () => {
    const { body } = await ask({ as_of: 1, explain: true });
    assert.equal(JSON.parse(body).meta.lexicon, '1');
  });

  it('gets the answer that a draft would give, which nobody else gets, at once after each edit', async () => {
    const live = await ask();
    await draft(`INSERT INTO draft_triggers ${negating('nilch')}`, 'other');
    await draft(`UPDATE draft_triggers SET value = 'uncertain' WHERE phrase = 'denies' AND axis = 'assertion'`);
    assert.deepEqual(assertions(await ask({ draft: 'radiology' })), ['negated', 'negated', 'uncertain']);
    await draft(`UPDATE draft_triggers SET enabled = false WHERE phrase = 'zilch'`);
    await draft(`INSERT INTO draft_triggers ${negating('nary a')}`);
    const drafted = await ask({ draft: 'radiology' });
    assert.deepEqual(assertions(drafted), ['affirmed', 'negated', 'uncertain']);
    assert.equal(drafted.version, `${live.version}+draft.radiology`);
    assert.deepEqual(await ask(), live);
    const activated = await edited(`SELECT lexicon_activate('radiology', override => 'no case is in question')`);
    assert.equal(activated.body, drafted.body);
    assert.deepEqual(assertions(await ask({ as_of: Number(live.version) })), assertions(live));
  });

  it('is told the name of a draft in a header that every client can read', async () => {
    await draft(`UPDATE draft_triggers SET enabled = false WHERE phrase = 'zilch'`, 'été 2');
    const { version, body } = await ask({ draft: 'été 2', explain: true });
    assert.match(version ?? '', /^\d+\+draft\.\?t\? 2$/);
    assert.match(JSON.parse(body).meta.lexicon, /^\d+\+draft\.été 2$/);
  });

  it('is refused a version or a draft that there is not, without its value', async () => {
    for (const [asked, pointer] of [
      [{ as_of: 987_654 }, '/as_of'],
      [{ draft: 'cardiologie secrète' }, '/draft'],
    ] as const) {
      const { status, body } = await ask(asked);
      assert.equal(status, 400);
      const { error } = JSON.parse(body);
      assert.equal(error.code, 'VALIDATION_ERROR');
      assert.deepEqual(
        error.details.map((detail: { pointer: string }) => detail.pointer),
        [pointer],
      );
      assert.doesNotMatch(body, /987654|secr/);
    }
  });
});
