/** The answer to the example of `extract` as FHIR. */

import { bundleOf } from '../fhir/bundle.js';
import type { Answer } from '../fhir/request.js';
import { extractAnswerExample, extractRequestExample } from './examples.js';

const versions = { model: 'clinical-ngram-en-fr 1', terminology: 'seed 1', lexicon: '1' };

export const fhirAnswerExample = await bundleOf({ ...extractAnswerExample, versions } as Answer, {
  text: extractRequestExample.text,
  offsets: 'utf16',
});
