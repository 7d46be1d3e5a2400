import assert from 'node:assert/strict';
import { ApiKeyVerifier, hashApiKey, makeApiKey, shownPrefix } from '../../server/app/api-keys.js';
import { DatabaseDesk } from '../../server/app/review-desk.js';
import { insertApiKey } from '../../server/db/api-keys.js';
import { type KeyScope, READING_SCOPES, SCOPES } from '../../server/domain/key-scope.js';
import {
  draftsAnswerSchema,
  keyAnswerSchema,
  lookupAnswerSchema,
  reviewAnswerSchema,
} from '../../server/http/review-schemas.js';
import { testDatabase } from '../support/database.js';
import { curate, rowsOf } from '../support/lexicon.js';
import { outcome, type Served, serve } from './serve.js';

const GAIT = '22631008';
const FEVER = '386661006';
const REVIEW = { language: 'en', span: 'wobbly gait', verdict: 'accepted', offered_code: GAIT };

describe('a review over HTTP', () => {
  const database = testDatabase();
  let served: Served;
  let reviewer: Record<string, string>;
  let reader: Record<string, string>;
  before(async () => {
    const { db } = database.handle;
    served = await serve({ keys: new ApiKeyVerifier(db), desk: new DatabaseDesk(db) });
    reviewer = await makeKey(SCOPES);
    reader = await makeKey(READING_SCOPES);
  });
  after(() => served.close());

  async function makeKey(scopes: readonly KeyScope[]) {
    const secret = makeApiKey();
    const key = { name: 'ward 3', prefix: shownPrefix(secret), hash: hashApiKey(secret), scopes };
    await insertApiKey(database.handle.db, { ...key, requestsPerMinute: 7, expiresInDays: 1 });
    return { Authorization: `Bearer ${secret}` };
  }

  const send = (body: object, headers = reviewer) => served.post('/v1/reviews', body, headers);
  const get = (path: string, headers: Record<string, string>) => fetch(`${served.url}${path}`, { headers });
  const stored = () => rowsOf(database.handle.db, 'SELECT * FROM span_reviews ORDER BY id');

  it('is stored as it is answered, by the key unless the request says who', async () => {
    const first = reviewAnswerSchema.parse(await (await send({ ...REVIEW, span: ' wobbly\n gait ' })).json());
    assert.deepEqual(
      { ...first.review, id: 0, reviewed_at: '' },
      { id: 0, ...REVIEW, correct_code: null, reviewer: 'ward 3', reviewed_at: '' },
    );
    const more = { verdict: 'corrected', correct_code: FEVER, reviewer: 'Dr Martin' };
    const second = reviewAnswerSchema.parse(await (await send({ ...REVIEW, ...more })).json());
    assert.deepEqual([second.review.correct_code, second.review.reviewer], [FEVER, 'Dr Martin']);
    const rows = (await stored()) as { span: string; verdict: string; notes: unknown }[];
    assert.deepEqual(
      rows.map(({ span, verdict, notes }) => [span, verdict, notes]),
      [
        ['wobbly gait', 'accepted', null],
        ['wobbly gait', 'corrected', null],
      ],
    );
  });

  it('is found again by its words, the newest first, and null where nobody has made one', async () => {
    const spans = ['Wobbly  GAIT', 'nothing said', 'wobbly gait'].map((span) => ({ language: 'en', span }));
    const asked = await served.post('/v1/reviews/lookup', { spans }, reviewer);
    const { reviews } = lookupAnswerSchema.parse(await asked.json());
    assert.deepEqual(
      reviews.map((each) => each && [each.verdict, each.correct_code]),
      [['corrected', FEVER], null, ['corrected', FEVER]],
    );
    const french = await served.post(
      '/v1/reviews/lookup',
      { spans: [{ language: 'fr', span: 'wobbly gait' }] },
      reviewer,
    );
    assert.deepEqual(await french.json(), { reviews: [null] });
    assert.equal(await outcome(await served.post('/v1/reviews/lookup', { spans }, reader)), '403 INSUFFICIENT_SCOPE');
    assert.equal(
      await outcome(await served.post('/v1/reviews/lookup', { spans: [] }, reviewer)),
      '400 VALIDATION_ERROR',
    );
  });

  it('is refused to a key without the scope, which says what it may do', async () => {
    const refused = await send(REVIEW, reader);
    assert.match(refused.headers.get('www-authenticate') ?? '', /scope="review"/);
    assert.equal(await outcome(refused), '403 INSUFFICIENT_SCOPE');
    const may = async (key: Record<string, string>) =>
      keyAnswerSchema.parse(await (await get('/v1/key', key)).json()).scopes;
    assert.deepEqual(await may(reader), ['concepts', 'contexts']);
    assert.deepEqual(await may(reviewer), ['concepts', 'contexts', 'review']);
    assert.equal((await get('/v1/key', {})).status, 401);
  });

  const faults: [what: string, body: object, pointer: string][] = [
    ['no language', { language: undefined }, '/language'],
    ['a whole note', { span: 'word '.repeat(50) }, '/span'],
    ['a span without a letter', { span: ' - ' }, '/span'],
    ['an unknown verdict', { verdict: 'maybe' }, '/verdict'],
    ['an accepted span without a code', { offered_code: null }, '/offered_code'],
    ['a code with a typo', { offered_code: '22631009' }, '/offered_code'],
    ['a corrected span without the right code', { verdict: 'corrected' }, '/correct_code'],
    ['a corrected span with the code that was offered', { verdict: 'corrected', correct_code: GAIT }, '/correct_code'],
    ['a rejected span with a right code', { verdict: 'rejected', correct_code: FEVER }, '/correct_code'],
    ['the number of a description', { verdict: 'corrected', correct_code: '751689013' }, '/correct_code'],
    ['a reviewer without a name', { reviewer: ' ' }, '/reviewer'],
  ];
  for (const [what, more, pointer] of faults) {
    it(`is refused with its place for ${what}, and not stored`, async () => {
      const before = (await stored()).length;
      const response = await send({ ...REVIEW, ...more });
      const { error } = (await response.json()) as { error: { code: string; details: { pointer: string }[] } };
      assert.equal(response.status, 400);
      assert.deepEqual(
        error.details.map((each) => each.pointer),
        [pointer],
      );
      assert.equal((await stored()).length, before);
    });
  }

  it('leaves nothing of its words in the log', () => {
    assert.doesNotMatch(served.logs.join('\n'), /wobbly|Martin|22631008/);
  });

  it('comes with the drafts that can be compared, for a key that reads contexts', async () => {
    const { db } = database.handle;
    await curate(db, { draft: 'radiology' }, (trx) =>
      rowsOf(
        trx,
        `INSERT INTO draft_triggers (language, axis, value, phrase, direction, example_ok)
         VALUES ('en', 'assertion', 'negated', 'zilch sign of', 'forward', 'Zilch sign of [fever].')`,
      ),
    );
    const answer = draftsAnswerSchema.parse(await (await get('/v1/drafts', reader)).json());
    assert.deepEqual(
      answer.drafts.map(({ changed_at, ...draft }) => draft),
      [{ name: 'radiology', changes: 1, state: 'waiting', broken: null }],
    );
    assert.equal(await outcome(await get('/v1/drafts', await makeKey(['concepts']))), '403 INSUFFICIENT_SCOPE');
    assert.equal((await served.post('/v1/drafts', {}, reader)).status, 405);
  });
});
