import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { AXIS_VALUES, type Axis, type AxisValue } from '../../server/domain/axes.js';
import type { Dosage, Quantity } from '../../server/domain/readings.js';
import * as systems from '../../server/fhir/systems.js';
import { isSctid } from '../../server/terminology/sctid.js';
import {
  brokenRules,
  countsAsPresent,
  danglingReferences,
  mentionOf,
  resourcesOf,
  schemaFaults,
} from '../support/fhir.js';
import { bundle, entry, mapped, type Resource } from './entries.js';

const statusOf = ({ clinicalStatus, verificationStatus }: Resource) =>
  [clinicalStatus, verificationStatus].map((concept) => concept?.coding[0].code ?? null);
const presenceOf = ({ valueCodeableConcept }: Resource): string => valueCodeableConcept?.coding[0].display;

function quantity(value: number, unit: string | null, members: Partial<Quantity> = {}): Quantity {
  return {
    text: String(value),
    start: 11,
    end: 13,
    value,
    high: null,
    comparator: null,
    unit,
    component: null,
    ...members,
  };
}

describe('a disorder as FHIR', () => {
  it('is a Condition, confirmed and active', async () => {
    const condition = await mapped({});
    assert.equal(condition.resourceType, 'Condition');
    assert.deepEqual(statusOf(condition), ['active', 'confirmed']);
    assert.deepEqual(condition.code, {
      coding: [{ system: 'http://snomed.info/sct', code: '195967001', display: 'asthma' }],
      text: 'asthma',
    });
    assert.deepEqual(condition.subject, { reference: 'Patient/1', type: 'Patient' });
  });

  it('has the verification that assertion, certainty and status allow, and a clinical status only where it is affirmed', async () => {
    const of = async (made: Parameters<typeof mapped>[0]) => statusOf(await mapped(made));
    const uncertain = 'uncertain';
    assert.deepEqual(await of({ context: { assertion: 'negated' } }), [null, 'refuted']);
    assert.deepEqual(await of({ context: { assertion: 'negated', certainty: 'suspected' } }), [null, 'refuted']);
    assert.deepEqual(await of({ context: { certainty: 'suspected' } }), ['active', 'provisional']);
    assert.deepEqual(await of({ context: { assertion: uncertain, certainty: 'suspected' } }), [null, 'unconfirmed']);
    assert.deepEqual(await of({ context: { assertion: uncertain, certainty: 'differential' } }), [
      null,
      'differential',
    ]);
    assert.deepEqual(await of({ status: 'flag' }), ['active', 'unconfirmed']);
    assert.deepEqual(await of({ status: 'flag', context: { certainty: 'suspected' } }), ['active', 'unconfirmed']);
    assert.deepEqual(await of({ status: 'flag', context: { assertion: 'negated' } }), [null, 'refuted']);
  });

  it('is inactive when past, and resolved, in remission or a recurrence where the words say so', async () => {
    const of = async (context: Parameters<typeof entry>[0]) => statusOf(await mapped(context ?? {}))[0];
    assert.equal(await of({ context: { temporality: 'past' } }), 'inactive');
    assert.equal(await of({ context: { temporality: ['past', 'has now resolved'] } }), 'resolved');
    assert.equal(await of({ context: { temporality: ['past', 'a disparu'] } }), 'resolved');
    assert.equal(await of({ span: 'cancer en rémission', context: { temporality: 'past' } }), 'remission');
    assert.equal(await of({ span: 'Recurrent UTI' }), 'recurrence');
    assert.equal(await of({ context: { temporality: 'chronic' } }), 'active');
  });

  it('carries a code and the mark for review where it is flagged, and only its words where it is unresolved', async () => {
    const flagged = await mapped({ status: 'flag' });
    assert.equal(flagged.code.coding[0].code, '195967001');
    assert.deepEqual(flagged.meta.tag, [{ system: systems.REVIEW, code: 'flag', display: 'For review' }]);
    const unresolved = await mapped({ code: null });
    assert.deepEqual(unresolved.code, { text: 'asthma' });
    assert.deepEqual(statusOf(unresolved), ['active', 'unconfirmed']);
    assert.equal((await mapped({})).meta, undefined);
  });

  it('says where it was read, how sure the service is and which words decided', async () => {
    const text = '🙂é asthma';
    const made = { start: 4, end: 10, section: 'diagnosis', context: { assertion: ['negated', 'No'] } } as const;
    const resource = await mapped(made, { text, offsets: 'utf8' });
    assert.deepEqual(mentionOf(resource), {
      span: 'asthma',
      start: 7,
      end: 13,
      offsets: 'utf8',
      language: 'en',
      section: 'diagnosis',
      status: 'resolved',
      'concept-confidence': 1,
      'context-confidence': 0.95,
    });
    const [, assertion, ...others] = resource.extension;
    assert.equal(others.length, 4);
    assert.deepEqual(assertion, {
      url: systems.AXIS,
      extension: [
        { url: 'axis', valueCode: 'assertion' },
        { url: 'value', valueCode: 'negated' },
        { url: 'confidence', valueDecimal: 0.95 },
        { url: 'trigger', valueString: 'No' },
      ],
    });
  });

  it('has no character that FHIR strings lack', async () => {
    const { code, note } = await mapped({ span: 'asthme\u00a0aigu\u0007', readable_note: 'Présent\u2028.' });
    assert.deepEqual([code.text, note[0].text], ['asthme aigu ', 'Présent .']);
  });
});

describe('a finding as FHIR', () => {
  const finding = { semantic_tag: 'finding', span: 'fever', code: '386661006' };

  it('is an Observation that says whether it is present', async () => {
    const of = async (context: Parameters<typeof entry>[0]) => {
      const resource = await mapped({ ...finding, ...context });
      return [resource.resourceType, resource.status, presenceOf(resource)];
    };
    assert.deepEqual(await of({}), ['Observation', 'final', 'Present']);
    assert.deepEqual(await of({ context: { assertion: 'negated' } }), ['Observation', 'final', 'Absent']);
    assert.deepEqual(await of({ context: { assertion: 'negated', temporality: 'past' } }), [
      'Observation',
      'final',
      'Absent',
    ]);
    const uncertain = { assertion: 'uncertain', certainty: 'suspected' } as const;
    assert.deepEqual(await of({ context: uncertain }), ['Observation', 'preliminary', 'Known possible']);
    assert.deepEqual(await of({ status: 'flag' }), ['Observation', 'preliminary', 'Present']);
  });

  it('is a Condition where the note speaks of it as a problem', async () => {
    const kindOf = async (context: object) => (await mapped({ ...finding, context })).resourceType;
    assert.equal(await kindOf({ role: 'reason_for_encounter' }), 'Condition');
    assert.equal(await kindOf({ temporality: 'chronic' }), 'Condition');
    assert.equal(await kindOf({ temporality: 'past', role: 'history' }), 'Condition');
  });

  it('is an Observation for a situation, whose code says itself when and whose it is', async () => {
    const resource = await mapped({ semantic_tag: 'situation', context: { temporality: 'past', role: 'history' } });
    assert.deepEqual([resource.resourceType, presenceOf(resource)], ['Observation', 'In the past']);
  });
});

describe('a measurement as FHIR', () => {
  const pressure = { semantic_tag: 'observable entity', span: 'BP', code: '75367002' };
  const test = { semantic_tag: 'procedure', span: 'CRP', code: '55235003' };

  it('has its value with the unit, a range, or a comparator', async () => {
    const one = await mapped({ ...test, values: [quantity(12, 'mg/L', { comparator: '<' })] });
    assert.equal(one.resourceType, 'Observation');
    assert.deepEqual(one.valueQuantity, {
      value: 12,
      comparator: '<',
      unit: 'mg/L',
      system: systems.UCUM,
      code: 'mg/L',
    });
    const range = await mapped({ ...test, values: [quantity(25, '%', { high: 30 })] });
    assert.deepEqual([range.valueRange.low.value, range.valueRange.high.value], [25, 30]);
    assert.deepEqual((await mapped({ ...test, values: [quantity(5, null)] })).valueQuantity, { value: 5 });
  });

  it('has the parts of a blood pressure, and of several values one part each', async () => {
    const values = [
      quantity(120, 'mm[Hg]', { component: 'systolic' }),
      quantity(80, 'mm[Hg]', { component: 'diastolic' }),
    ];
    const { component, valueQuantity } = await mapped({ ...pressure, values });
    assert.equal(valueQuantity, undefined);
    assert.deepEqual(
      component.map((part: Resource) => [part.code.coding[0].code, part.valueQuantity.value]),
      [
        ['271649006', 120],
        ['271650006', 80],
      ],
    );
    assert.equal((await mapped({ ...test, values: [quantity(5, null), quantity(6, null)] })).component.length, 2);
  });

  it('says why there is no value, and that a test was negative or not done', async () => {
    const silent = await mapped(pressure);
    assert.deepEqual([silent.status, silent.dataAbsentReason.coding[0].code], ['unknown', 'unknown']);
    const negative = await mapped({ ...test, context: { assertion: ['negated', ': négative'] } });
    assert.deepEqual(
      [negative.resourceType, negative.status, presenceOf(negative)],
      ['Observation', 'final', 'Negative'],
    );
    const not = await mapped({ ...pressure, context: { assertion: ['negated', 'not'] }, values: [quantity(1, null)] });
    assert.deepEqual([not.status, not.dataAbsentReason.coding[0].code], ['cancelled', 'not-performed']);
    assert.deepEqual(mentionOf(not).value, { value: 1 });
  });
});

describe('a procedure as FHIR', () => {
  it('is done, not done, going on, planned, or nobody knows', async () => {
    const of = async (made: Parameters<typeof entry>[0]) => {
      const { resourceType, status } = await mapped({ semantic_tag: 'procedure', ...made });
      return [resourceType, status].join(' ');
    };
    assert.equal(await of({}), 'Procedure unknown');
    assert.equal(await of({ context: { temporality: 'past' } }), 'Procedure completed');
    assert.equal(await of({ context: { temporality: 'past' }, status: 'flag' }), 'Procedure unknown');
    assert.equal(await of({ context: { temporality: 'chronic' } }), 'Procedure in-progress');
    assert.equal(await of({ section: 'plan' }), 'Procedure preparation');
    assert.equal(await of({ context: { assertion: ['negated', 'No'] } }), 'Procedure not-done');
    assert.equal(await of({ context: { assertion: ['negated', 'stopped'] } }), 'Procedure stopped');
    assert.equal(await of({ context: { assertion: 'uncertain', certainty: 'suspected' } }), 'Procedure unknown');
  });
});

describe('a medicine as FHIR', () => {
  const medicine = { semantic_tag: 'medicinal product', span: 'warfarin', code: '48603004' };

  it('is taken, was taken, is not taken, or nobody knows', async () => {
    const of = async (made: Parameters<typeof entry>[0]) => (await mapped({ ...medicine, ...made })).status;
    assert.equal(await of({}), 'active');
    assert.equal(await of({ status: 'flag' }), 'unknown');
    assert.equal(await of({ section: 'plan' }), 'unknown');
    assert.equal(await of({ context: { temporality: 'past' } }), 'completed');
    assert.equal(await of({ context: { assertion: ['negated', 'Arrêt du'] } }), 'stopped');
    assert.equal(await of({ context: { assertion: ['negated', 'Not'] } }), 'not-taken');
    assert.equal(await of({ context: { assertion: 'uncertain', certainty: 'suspected' } }), 'unknown');
  });

  it('has its dosage', async () => {
    const dosage: Dosage = {
      dose: quantity(500, 'mg', { text: '500 mg' }),
      route: { text: 'PO', start: 20, end: 22, code: '26643006' },
      frequency: { text: 'tds', start: 23, end: 26, times: 3, period: 1, period_unit: 'd', as_needed: true },
      duration: quantity(7, 'd', { text: 'for 7 days', start: 30 }),
    };
    assert.deepEqual((await mapped({ ...medicine, dosage })).dosage, [
      {
        text: '500 mg PO tds for 7 days',
        timing: {
          repeat: {
            boundsDuration: { value: 7, unit: 'd', system: systems.UCUM, code: 'd' },
            frequency: 3,
            period: 1,
            periodUnit: 'd',
          },
        },
        asNeededBoolean: true,
        route: { coding: [{ system: systems.SNOMED_CT, code: '26643006' }], text: 'PO' },
        doseAndRate: [{ doseQuantity: { value: 500, unit: 'mg', system: systems.UCUM, code: 'mg' } }],
      },
    ]);
  });

  it('has a range where the dose has two ends or only one', async () => {
    const rateOf = async (dose: Quantity) =>
      (await mapped({ ...medicine, dosage: { dose, route: null, frequency: null, duration: null } })).dosage[0]
        .doseAndRate;
    assert.deepEqual(await rateOf(quantity(1, null, { high: 2 })), [
      { doseRange: { low: { value: 1 }, high: { value: 2 } } },
    ]);
    assert.deepEqual(await rateOf(quantity(4, null, { comparator: '<=' })), [{ doseRange: { high: { value: 4 } } }]);
  });

  it('is an allergy where the note says so', async () => {
    const of = async (made: Parameters<typeof entry>[0], text = '') => {
      const resource = await mapped({ ...medicine, status: 'flag', ...made }, { text });
      return [resource.resourceType, ...statusOf(resource)];
    };
    const unconfirmed = ['AllergyIntolerance', 'active', 'unconfirmed'];
    assert.deepEqual(await of({ section: 'allergies' }), unconfirmed);
    assert.deepEqual(await of({ context: { temporality: ['current', 'Intolerant of'] } }), unconfirmed);
    const text = 'Allergic to penicillin and sulfa.';
    assert.deepEqual(await of({ span: 'sulfa', start: 27, end: 32 }, text), unconfirmed);
    const other = 'Allergic to penicillin. Takes sulfa.';
    assert.equal((await of({ span: 'sulfa', start: 30, end: 35 }, other))[0], 'MedicationStatement');
  });
});

describe('an allergy as FHIR', () => {
  it('has as its reactions what is listed behind it, which is no condition of the patient', async () => {
    const rash = { span: 'rash', semantic_tag: 'finding', code: '271807003' };
    const spans = [
      { span: 'penicillin', semantic_tag: 'substance', code: '764146007', section: 'allergies' },
      { ...rash, section: 'allergies' },
      { span: 'asthma', section: 'allergies', context: { assertion: 'negated' as const } },
      { span: 'asthma', section: 'problems' },
    ].map((made, i) => entry({ ...made, start: 10 * i, end: 10 * i + 6 }));
    const { entry: entries } = await bundle(spans, { patient: 'Patient/1' });
    const [allergy, reaction, denied, other] = entries.map(({ resource }: Resource) => resource);
    assert.equal(allergy.resourceType, 'AllergyIntolerance');
    assert.equal(allergy.reaction[0].manifestation[0].coding[0].code, '271807003');
    assert.equal(allergy.reaction[0].manifestation.length, 1);
    assert.deepEqual([reaction.resourceType, reaction.code.coding[0].code], ['Basic', 'reaction']);
    assert.deepEqual([denied.resourceType, other.resourceType], ['Condition', 'Condition']);
    const alone = await bundle([entry({ ...rash, section: 'allergies' })], { patient: 'Patient/1' });
    assert.equal(alone.entry[0].resource.resourceType, 'Observation');
  });

  const allergy = { semantic_tag: 'finding', span: 'penicillin allergy', code: '91936005' };

  it('has a clinical status, also where it is refuted, and stays active until the note says that it has resolved', async () => {
    const of = async (context: object) => statusOf(await mapped({ ...allergy, context }));
    assert.deepEqual(await of({}), ['active', 'confirmed']);
    assert.deepEqual(await of({ assertion: 'negated' }), ['inactive', 'refuted']);
    assert.deepEqual(await of({ temporality: 'past', role: 'history' }), ['active', 'confirmed']);
    assert.deepEqual(await of({ temporality: ['past', 'has resolved'] }), ['resolved', 'confirmed']);
    assert.deepEqual(await of({ assertion: 'uncertain', certainty: 'suspected' }), ['active', 'unconfirmed']);
  });

  it('is the statement that there is none', async () => {
    for (const span of ['no known drug allergies', 'aucune allergie connue', "pas d'allergie alimentaire connue"]) {
      const { resourceType, code } = await mapped({ semantic_tag: 'situation', span, code: '409137002' });
      assert.deepEqual([resourceType, code.coding[0].code], ['AllergyIntolerance', '409137002']);
    }
    const other = await mapped({ semantic_tag: 'situation', span: 'family history of allergy' });
    assert.equal(other.resourceType, 'Observation');
  });

  it('is neither a disease with "allergic" in its name nor an intolerance of cold', async () => {
    assert.equal((await mapped({ span: 'allergic rhinitis' })).resourceType, 'Condition');
    assert.equal((await mapped({ semantic_tag: 'finding', span: 'cold intolerance' })).resourceType, 'Observation');
  });
});

describe('what is not the patient’s as FHIR', () => {
  it('is family history, with the condition only where it is affirmed', async () => {
    const of = (context: object) => mapped({ context: { subject: ['family', 'Mother'], ...context } });
    const affirmed = await of({});
    assert.deepEqual([affirmed.resourceType, affirmed.status], ['FamilyMemberHistory', 'completed']);
    assert.equal(affirmed.condition[0].code.coding[0].code, '195967001');
    assert.equal(affirmed.relationship.text, 'Mother');
    for (const context of [{ assertion: 'negated' }, { assertion: 'uncertain', certainty: 'suspected' }]) {
      const resource = await of(context);
      assert.equal(resource.condition, undefined);
      assert.equal(mentionOf(resource).concept.coding[0].code, '195967001');
    }
  });

  it('is kept as Basic without a subject where the note commits to nothing, or it is another person’s', async () => {
    const of = async (made: Parameters<typeof entry>[0]) => {
      const resource = await mapped(made ?? {});
      assert.equal(resource.subject, undefined);
      assert.ok(mentionOf(resource).concept);
      return [resource.resourceType, resource.code.coding[0].code].join(' ');
    };
    assert.equal(await of({ context: { assertion: 'uncertain', certainty: null } }), 'Basic hypothetical');
    assert.equal(await of({ context: { subject: ['other', 'Donor'] } }), 'Basic other-person');
    assert.equal(await of({ semantic_tag: 'procedure', context: { subject: ['family', 'Mother'] } }), 'Basic family');
    assert.equal(await of({ semantic_tag: 'physical object' }), 'Basic unclassified');
    assert.equal(await of({ semantic_tag: null, code: null }), 'Basic unclassified');
  });
});

describe('a Bundle', () => {
  it('names everything once, by what is asked and where it stands, and says in one Provenance what made it', async () => {
    const spans = [entry(), entry({ start: 20, end: 26 }), entry({ start: 20, end: 26 })];
    const made = await bundle(spans);
    assert.equal(JSON.stringify(made), JSON.stringify(await bundle(spans)));
    const urls = made.entry.map(({ fullUrl }: Resource) => fullUrl);
    assert.equal(new Set(urls).size, urls.length);
    const [only] = resourcesOf(await bundle(spans.slice(1), { offsets: 'utf8' })).slice(1);
    assert.equal(only.id, resourcesOf(made)[2].id);
    assert.notEqual(only.id, resourcesOf(await bundle(spans, { patient: 'Patient/2' }))[1].id);
    const { target, agent } = resourcesOf(made).at(-1);
    assert.deepEqual(
      target.map(({ reference }: Resource) => reference),
      urls.slice(0, -1),
    );
    assert.equal(agent[0].who.reference, urls.at(-2));
  });

  it('has the date of the note where what is read is of that day', async () => {
    const request = { note_date: '2026-01-31' };
    assert.equal((await mapped({}, request)).recordedDate, '2026-01-31');
    const finding = { semantic_tag: 'finding' } as const;
    assert.equal((await mapped(finding, request)).effectiveDateTime, '2026-01-31');
    assert.ok((await mapped(finding))._effectiveDateTime);
  });

  it('writes only concepts whose check digit is right', () => {
    const codes = [...JSON.stringify(systems).matchAll(/"code":"(\d+)"/g)].map(([, code = '']) => code);
    assert.equal(codes.length, 7);
    for (const code of codes) assert.ok(isSctid(code, 'concept'), code);
  });

  it('is judged by a schema that finds faults', async () => {
    const made = await bundle([entry(), entry({ semantic_tag: 'finding', start: 20, end: 26 })]);
    made.entry[1].resource.verificationStatus = 'confirmed';
    made.entry[2].resource.status = 'certain';
    assert.ok(schemaFaults(made).length >= 2);
  });

  const axisValue = <A extends Axis>(axis: A) =>
    fc.constantFrom<AxisValue<A> | null>(...(AXIS_VALUES[axis] as readonly AxisValue<A>[]), null);
  const TAGS = [
    ...['disorder', 'finding', 'situation', 'event', 'procedure', 'regime/therapy', 'observable entity'],
    ...['substance', 'medicinal product', 'morphologic abnormality', 'physical object', 'organism'],
  ];
  const anyEntry = fc
    .record({
      span: fc.constantFrom('asthma', 'penicillin allergy', 'no known allergies', 'Recurrent UTI', 'a\u00a0b'),
      semantic_tag: fc.constantFrom(...TAGS, null),
      status: fc.constantFrom('resolved', 'flag', 'unresolved'),
      section: fc.constantFrom(null, 'plan', 'allergies', 'family_history'),
      assertion: axisValue('assertion'),
      subject: axisValue('subject'),
      temporality: axisValue('temporality'),
      certainty: axisValue('certainty'),
      role: axisValue('role'),
      trigger: fc.constantFrom('No', ': negative', 'stopped', 'resolved', 'allergic to', 'Mother'),
      values: fc.constantFrom([], [quantity(5, 'mg')], [quantity(1, null, { high: 2 }), quantity(3, '%')]),
    })
    .map(({ assertion, subject, temporality, certainty, role, trigger, status, ...members }) =>
      entry({
        ...members,
        ...(status === 'unresolved' && { code: null }),
        status: members.semantic_tag === null ? 'unresolved' : status,
        ...(members.semantic_tag === null && { code: null }),
        context: { assertion: assertion && [assertion, trigger], subject, temporality, certainty, role },
      }),
    );

  it('counts nothing as present that is denied, hypothetical or not the patient’s, and keeps schema and invariants', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntry, async (span) => {
        const made = await bundle([span]);
        assert.deepEqual(schemaFaults(made), []);
        assert.deepEqual(brokenRules(made), []);
        assert.deepEqual(danglingReferences(made), []);
        const { assertion, certainty, subject } = span.context;
        const isNot = assertion?.value !== 'affirmed' && assertion?.value !== 'uncertain';
        if (isNot || certainty === null || subject?.value !== 'patient') {
          assert.ok(!resourcesOf(made).some(countsAsPresent), JSON.stringify(made));
        }
      }),
      { numRuns: 500 },
    );
  }).timeout(60_000);
});
