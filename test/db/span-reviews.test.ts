import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { newestReviews } from '../../server/db/span-reviews.js';
import { testDatabase } from '../support/database.js';

const GAIT = '22631008';
const FEVER = '386661006';

interface Row {
  language: string | null;
  span: string | null;
  offered_code: string | null;
  verdict: string | null;
  correct_code: string | null;
  reviewer: string | undefined;
}

describe('a review of a span', () => {
  const database = testDatabase();

  async function review(given: Partial<Row>): Promise<void> {
    const row = { language: 'en', span: 'wobbly gait', offered_code: GAIT, verdict: 'accepted', ...given };
    const columns = Object.keys(row).map((column) => sql.ref(column));
    await sql`INSERT INTO span_reviews (${sql.join(columns)}) VALUES (${sql.join(Object.values(row))})`.execute(
      database.handle.db,
    );
  }

  const refusals: [what: string, row: Partial<Row>, message: RegExp][] = [
    ['an unknown verdict', { verdict: 'maybe' }, /^A verdict is accepted, rejected or corrected$/],
    ['no verdict', { verdict: null }, /^A verdict is/],
    ['another language', { language: 'de' }, /^The language of a review is en or fr$/],
    ['an empty span', { span: ' ' }, /the words of the span, not the note$/],
    ['no span', { span: null }, /the words of the span, not the note$/],
    ['a whole note', { span: 'word '.repeat(50) }, /the words of the span, not the note$/],
    ['a control character', { span: 'a\u0007b' }, /the words of the span, not the note$/],
    ['corrected without the right code', { verdict: 'corrected' }, /^A corrected review needs the correct_code$/],
    [
      'corrected to what was offered',
      { verdict: 'corrected', correct_code: GAIT },
      /^The correct_code is the offered_code$/,
    ],
    [
      'a right code with a typo',
      { verdict: 'corrected', correct_code: '386661007' },
      /^The correct_code 386661007 is not an SCTID: its check digit is wrong$/,
    ],
    [
      'the number of a description',
      { verdict: 'corrected', correct_code: '751689013' },
      /^The correct_code 751689013 is not the number of a concept$/,
    ],
    ['an offered code with a typo', { offered_code: '22631009' }, /^The offered_code 22631009 is not an SCTID/],
    ['accepted with another right code', { correct_code: FEVER }, /^A review that is accepted has no correct_code$/],
    [
      'rejected with a right code',
      { verdict: 'rejected', correct_code: FEVER },
      /^A review that is rejected has no correct_code$/,
    ],
    [
      'accepted without a code',
      { offered_code: null },
      /^A review that is accepted needs the offered_code that it is about$/,
    ],
    [
      'rejected without a code',
      { verdict: 'rejected', offered_code: null },
      /^A review that is rejected needs the offered_code/,
    ],
    ['no reviewer', { reviewer: ' ' }, /^A review needs its reviewer$/],
  ];
  for (const [what, row, message] of refusals) {
    it(`is refused for ${what}, in words of a clinician`, async () => {
      await assert.rejects(review(row), { message });
      assert.deepEqual(await newestReviews(database.handle.db), []);
    });
  }

  it('is refused too when an UPDATE makes it wrong', async () => {
    await review({});
    await assert.rejects(
      sql`UPDATE span_reviews SET correct_code = 1`.execute(database.handle.db),
      /has no correct_code/,
    );
    await sql`DELETE FROM span_reviews`.execute(database.handle.db);
  });

  it('says who made it: the role, or who sets lexicon.author', async () => {
    await database.handle.db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('lexicon.author', 'Dr Martin', true)`.execute(trx);
      await sql`INSERT INTO span_reviews (language, span, offered_code, verdict)
        VALUES ('fr', ' démarche   vacillante ', 22631008, 'accepted')`.execute(trx);
    });
    const { rows } = await sql`SELECT span, reviewer FROM span_reviews`.execute(database.handle.db);
    assert.deepEqual(rows, [{ span: 'démarche vacillante', reviewer: 'Dr Martin' }]);
  });

  it('takes the place of an earlier one of the same words', async () => {
    await review({ verdict: 'rejected' });
    await review({ span: 'Wobbly Gait', verdict: 'corrected', offered_code: null, correct_code: FEVER });
    const reviews = await newestReviews(database.handle.db);
    assert.deepEqual(
      reviews.map(({ span, verdict, offeredCode, correctCode, isLocalTerm }) => [
        span,
        verdict,
        offeredCode,
        correctCode,
        isLocalTerm,
      ]),
      [
        ['Wobbly Gait', 'corrected', null, FEVER, false],
        ['démarche vacillante', 'accepted', GAIT, null, false],
      ],
    );
  });
});
