/** The example that the documentation shows: what the shipped model and terminology answer, with two candidates of each span. */

const text = 'Denies chest pain. Mother has type 2 diabetes.';

export const conceptsRequestExample = { text, language: 'auto' };

export const conceptsAnswerExample = {
  concepts: [
    {
      span: 'chest pain',
      start: 7,
      end: 17,
      candidates: [
        { code: '29857009', display: 'chest pain', semantic_tag: 'finding', cosine: 1 },
        { code: '281245003', display: 'musculoskeletal chest pain', semantic_tag: 'finding', cosine: 0.873 },
      ],
      code: '29857009',
      cosine: 1,
      margin: 0.127,
      concept_confidence: 1,
      status: 'resolved',
    },
    {
      span: 'type 2 diabetes',
      start: 30,
      end: 45,
      candidates: [
        { code: '44054006', display: 'type 2 diabetes mellitus', semantic_tag: 'disorder', cosine: 1 },
        { code: '237599002', display: 'insulin-treated type 2 diabetes', semantic_tag: 'disorder', cosine: 0.8666 },
      ],
      code: '44054006',
      cosine: 1,
      margin: 0.1334,
      concept_confidence: 1,
      status: 'resolved',
    },
  ],
  language: 'en',
};

export const contextsRequestExample = {
  text,
  language: 'auto',
  concepts: [
    { span: 'chest pain', code: '29857009' },
    { span: 'type 2 diabetes', code: '44054006' },
  ],
};

export const contextsAnswerExample = {
  contexts: [
    {
      code: '29857009',
      span: 'chest pain',
      start: 7,
      end: 17,
      context: {
        assertion: { value: 'negated', confidence: 0.98, trigger: 'Denies' },
        subject: { value: 'patient', confidence: 0.99, trigger: null },
        temporality: { value: 'current', confidence: 0.98, trigger: null },
        certainty: { value: 'confirmed', confidence: 0.98, trigger: null },
        role: { value: 'finding', confidence: 0.95, trigger: null },
      },
      context_confidence: 0.95,
      readable_note: 'Absent ("Denies"), patient, current.',
    },
    {
      code: '44054006',
      span: 'type 2 diabetes',
      start: 30,
      end: 45,
      context: {
        assertion: { value: 'affirmed', confidence: 0.96, trigger: null },
        subject: { value: 'family', confidence: 0.95, trigger: 'Mother' },
        temporality: { value: 'current', confidence: 0.97, trigger: 'Mother has' },
        certainty: { value: 'confirmed', confidence: 0.98, trigger: null },
        role: { value: 'history', confidence: 0.94, trigger: 'Mother' },
      },
      context_confidence: 0.94,
      readable_note: 'Family history ("Mother").',
    },
  ],
};

export const extractRequestExample = { text, language: 'auto', only: { subject: ['family'] } };

export const extractAnswerExample = {
  language: 'en',
  spans: [
    {
      span: 'type 2 diabetes',
      start: 30,
      end: 45,
      candidates: conceptsAnswerExample.concepts[1]?.candidates ?? [],
      code: '44054006',
      cosine: 1,
      margin: 0.1334,
      concept_confidence: 1,
      status: 'resolved',
      semantic_tag: 'disorder',
      language: 'en',
      section: null,
      context: contextsAnswerExample.contexts[1]?.context,
      context_confidence: 0.94,
      readable_note: 'Family history ("Mother").',
    },
  ],
};

export const batchNoteExample = { id: 'a-1', ...extractRequestExample };

export const batchAnswerExample = { id: 'a-1', ...extractAnswerExample };

export const reviewRequestExample = {
  language: 'en',
  span: 'puffy eyelids',
  verdict: 'corrected',
  offered_code: null,
  correct_code: '193967004',
};

export const reviewAnswerExample = {
  review: {
    id: 12,
    ...reviewRequestExample,
    reviewer: 'ward 3',
    reviewed_at: '2026-11-28T09:30:00.000Z',
  },
};

export const lookupRequestExample = {
  spans: [
    { language: 'en', span: 'Puffy eyelids' },
    { language: 'en', span: 'wobbly gait' },
  ],
};

export const lookupAnswerExample = { reviews: [reviewAnswerExample.review, null] };
