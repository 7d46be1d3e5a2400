import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { AXIS_VALUES, type SpanContext } from '../../server/domain/axes.js';
import { omopAnswerSchema } from '../../server/http/answer-schemas.js';
import { noteNlpRows, termExists } from '../../server/omop/note-nlp.js';
import { addConcepts, makeCdm } from '../support/cdm.js';
import { testService } from '../support/service.js';

const FEVER = '386661006';
const ASTHMA = '195967001';
const INFARCTION = '22298006';
const SITE = 2_000_000_000;
const NOTE = 'Denies fever 🙂. Known asthma. Father had a myocardial infarction. Takes xyloquatrine 5 mg.';

type Row = Readonly<Record<string, string | number | null>>;

describe('extract with format omop', () => {
  const service = testService({ OMOP_SCHEMA: 'cdm' });
  const database = () => service.running.opened.handle.db;

  before('make the tables of a site', async () => {
    await makeCdm(database(), 'cdm');
    await addConcepts(database(), 'cdm', [
      { id: SITE + 1, sctid: FEVER, standard: true },
      { id: SITE + 2, sctid: FEVER, standard: true, vocabulary: 'ICD10' },
      { id: SITE + 3, sctid: ASTHMA, standard: false, mapsTo: [SITE + 1, SITE + 5, SITE + 6] },
      { id: SITE + 5, sctid: 'x', standard: true, vocabulary: 'RxNorm' },
      { id: SITE + 6, sctid: 'y', standard: true, vocabulary: 'RxNorm', invalid: true },
    ]);
  });

  async function rowsOf(body: object): Promise<readonly Row[]> {
    const answer = await service.running.post('/v1/extract', { format: 'omop', ...body });
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.ok(answer.headers.get('x-lexicon-version'));
    const { note_nlp: rows } = omopAnswerSchema.parse(await answer.json());
    return rows;
  }
  const row = (rows: readonly Row[], span: string): Row => rows.find((each) => each.lexical_variant === span) ?? {};

  it('answers rows that the table NOTE_NLP of CDM 5.4 takes as they are', async () => {
    const rows = await rowsOf({ text: NOTE, note_id: 7 });
    assert.ok(rows.length >= 4);
    await sql`INSERT INTO cdm.note_nlp SELECT * FROM jsonb_populate_recordset(NULL::cdm.note_nlp, ${JSON.stringify(rows)}::jsonb)`.execute(
      database(),
    );
    const { rows: stored } = await sql<Row>`
      SELECT n.*, nlp_date::text AS nlp_date, to_char(nlp_datetime, 'YYYY-MM-DD"T"HH24:MI:SS') AS nlp_datetime
      FROM cdm.note_nlp n ORDER BY note_nlp_id`.execute(database());
    assert.deepEqual(stored, rows);
    assert.deepEqual(
      rows.map(({ note_nlp_id, note_id }) => [note_nlp_id, note_id]),
      rows.map((_, i) => [i + 1, 7]),
    );
  });

  it('names the concepts as the tables of the site do: standard ones, the source, 0 where there is none', async () => {
    const rows = await rowsOf({ text: NOTE });
    const ids = rows.map((each) => [each.lexical_variant, each.note_nlp_concept_id, each.note_nlp_source_concept_id]);
    assert.deepEqual(ids.slice(0, 4), [
      ['fever', SITE + 1, SITE + 1],
      ['asthma', SITE + 1, SITE + 3],
      ['asthma', SITE + 5, SITE + 3],
      ['myocardial infarction', 0, 0],
    ]);
    assert.equal(row(rows, 'fever').note_id, null);
  });

  it('says whether the patient has it, when, and the rest with the SCTID in term_modifiers', async () => {
    const rows = await rowsOf({ text: `${NOTE} History of appendicitis. Possible pneumonia.` });
    const said = (span: string) => [row(rows, span).term_exists, row(rows, span).term_temporal];
    assert.deepEqual(said('fever'), ['N', 'present']);
    assert.deepEqual(said('asthma'), ['Y', 'present']);
    assert.deepEqual(said('myocardial infarction')[0], 'N');
    assert.deepEqual(said('appendicitis'), ['Y', 'past']);
    assert.deepEqual(said('pneumonia')[0], 'N');
    assert.match(
      String(row(rows, 'fever').term_modifiers),
      /^sctid=386661006;status=resolved;concept_confidence=1;context_confidence=0\.\d+;assertion=negated\(Denies\);subject=patient;temporality=current;certainty=confirmed;role=finding$/,
    );
    assert.match(String(row(rows, 'asthma').term_modifiers), /;temporality=chronic\(Known\);/);
    assert.match(String(row(rows, 'myocardial infarction').term_modifiers), /^sctid=22298006;.*subject=family\(Father/);
  });

  it('counts the offset in the unit of the request, and shows the words around', async () => {
    for (const [offsets, units] of [
      ['utf16', (text: string) => text.length],
      ['codepoint', (text: string) => [...text].length],
      ['utf8', (text: string) => Buffer.byteLength(text)],
    ] as const) {
      const asthma = row(await rowsOf({ text: NOTE, offsets }), 'asthma');
      assert.equal(asthma.offset, String(units(NOTE.slice(0, NOTE.indexOf('asthma')))));
    }
    const long = `${'Slept well, ate well. '.repeat(40)}Denies fever. ${'Walks to the shop. '.repeat(40)}`;
    const { snippet } = row(await rowsOf({ text: long }), 'fever');
    assert.ok(String(snippet).length > 200 && String(snippet).includes('Denies fever. Walks'));
  });

  it('names program and versions in nlp_system, and only the spans that are asked for', async () => {
    const rows = await rowsOf({ text: NOTE, only: { assertion: ['negated'] } });
    assert.deepEqual(
      rows.map(({ lexical_variant }) => lexical_variant),
      ['fever'],
    );
    assert.match(String(rows[0]?.nlp_system), /^clinical-concept-extraction \d+\.\d+\.\d+; .+; .+; lexicon \d+$/);
  });

  it('refuses another format and a note_id that is no whole number', async () => {
    for (const [body, pointer] of [
      [{ format: 'csv' }, '/format'],
      [{ format: 'omop', note_id: '7' }, '/note_id'],
    ] as const) {
      const answer = await service.running.post('/v1/extract', { text: NOTE, ...body });
      assert.equal(answer.status, 400);
      const { error } = (await answer.json()) as { error: { details: { pointer: string }[] } };
      assert.equal(error.details[0]?.pointer, pointer);
    }
  });
});

describe('extract with format omop, where the site has no vocabulary tables', () => {
  const service = testService();

  it('answers 0 for both concepts and keeps the SCTID', async () => {
    // A table of this name that is not of OMOP is left alone.
    await sql`CREATE TABLE concept (concept_id int)`.execute(service.running.opened.handle.db);
    const answer = await service.running.post('/v1/extract', { text: 'Denies fever.', format: 'omop' });
    const { note_nlp: rows } = omopAnswerSchema.parse(await answer.json());
    assert.deepEqual(
      rows.map((each) => [each.note_nlp_concept_id, each.note_nlp_source_concept_id]),
      [[0, 0]],
    );
    assert.match(rows[0]?.term_modifiers ?? '', new RegExp(`^sctid=${FEVER};`));
  });
});

describe('rows of NOTE_NLP', () => {
  const axis = <const V extends string>(value: V, trigger: string | null = null) => ({ value, trigger, confidence: 1 });
  const context = (more: Partial<SpanContext> = {}): SpanContext => ({
    assertion: axis('affirmed'),
    subject: axis('patient'),
    temporality: axis('current'),
    certainty: axis('confirmed'),
    role: axis('finding'),
    ...more,
  });
  const entry = (span: string, start: number, more: Partial<SpanContext> = {}) => ({
    span,
    start,
    end: start + span.length,
    candidates: [],
    code: INFARCTION,
    cosine: 1,
    margin: 1,
    concept_confidence: 1,
    status: 'resolved' as const,
    semantic_tag: 'disorder',
    language: 'en' as const,
    section: null,
    context: context(more),
    context_confidence: 1,
    readable_note: '',
  });
  const source = { noteId: 1, program: '1.2.3', concepts: new Map(), offset: (at: number) => at, now: new Date(0) };
  const versions = { model: 'm', terminology: 't'.repeat(300), lexicon: '1' };
  const rowsFor = (text: string, ...spans: ReturnType<typeof entry>[]) =>
    noteNlpRows({ language: 'en', spans, versions, timings: {} }, { ...source, text });

  it('say Y of what the patient has or had, for every value of the axes', () => {
    for (const assertion of AXIS_VALUES.assertion) {
      for (const subject of AXIS_VALUES.subject) {
        for (const certainty of [...AXIS_VALUES.certainty, null]) {
          const expected = assertion === 'affirmed' && subject === 'patient' && certainty !== null ? 'Y' : 'N';
          const of = context({
            assertion: axis(assertion),
            subject: axis(subject),
            certainty: certainty && axis(certainty),
          });
          assert.equal(termExists(of), expected);
        }
      }
    }
    assert.equal(termExists(context({ assertion: null })), null);
  });

  it('fit their columns and cut no character, however long span, trigger and versions are', () => {
    const text = '🙂'.repeat(1_000);
    const [row] = rowsFor(text, entry(text.slice(0, 800), 0, { assertion: axis('negated', '🙂;(x)'.repeat(500)) }));
    assert.ok(row);
    const sizes = { snippet: 250, lexical_variant: 250, nlp_system: 250, term_modifiers: 2000, offset: 50 } as const;
    for (const [name, size] of Object.entries(sizes)) {
      const value = row[name as keyof typeof sizes];
      assert.ok(value.length <= size, name);
      assert.doesNotMatch(value, /\p{Surrogate}/u, name);
    }
    assert.match(row.term_modifiers, /;assertion=negated;subject=patient;temporality=current;/);
  });

  it('keep pairs apart where a trigger has their signs', () => {
    const [row] = rowsFor('x', entry('x', 0, { assertion: axis('negated', 'no; (not)\nseen') }));
    assert.match(row?.term_modifiers ?? '', /;assertion=negated\(no not seen\);subject=patient;/);
  });

  it('show the span in the middle of the snippet, whole, and at the ends of the note', () => {
    const text = `${'a '.repeat(300)}MARK${' b'.repeat(300)}`;
    const at = text.indexOf('MARK');
    const [middle] = rowsFor(text, entry('MARK', at));
    assert.ok(Math.abs((middle?.snippet.indexOf('MARK') ?? 0) - 123) <= 3);
    const [first] = rowsFor('MARK b', entry('MARK', 0));
    assert.equal(first?.snippet, 'MARK b');
  });
});
