/** One analysis of a note: one call, and a second for a draft. */

import { CallFailed, extract, extractContexts } from './api.js';
import { differences, isDraft } from './compare.js';

/**
 * @param {{ key: string, text: string, language: string, draftName: string }} request
 * @returns what the page shows: request, text, noteLanguage, spans as they were answered, concepts, contexts, versions, draftName;
 *   draft contexts and differences where a draft answered; `problem` where it did not
 * @throws CallFailed when the active lexicon gave no answer
 */
export async function analyse(request) {
  const { key, text, language, draftName } = request;
  if (key === '') throw new CallFailed('noKey');
  if (text.trim() === '') throw new CallFailed('noNote');
  const { spans, language: noteLanguage, versions } = await extract(key, { text, language });
  const concepts = spans.map(({ context, context_confidence, readable_note, explain, ...concept }) => ({
    ...concept,
    explain: explain?.concept,
  }));
  const contexts = spans.map(({ span, code, context, context_confidence, readable_note, explain }) => ({
    span,
    code,
    context,
    context_confidence,
    readable_note,
    explain: explain?.context,
  }));
  const result = { request, text, noteLanguage, spans, concepts, contexts, versions, draftName, differing: [] };
  if (draftName === '' || spans.length === 0) return result;
  return { ...result, ...(await readDraft(request, concepts, contexts)) };
}

async function readDraft({ key, text, language, draftName }, concepts, active) {
  try {
    const draft = await extractContexts(key, { text, language, concepts, draft: draftName });
    if (!isDraft(draft.versions.lexicon)) return { problem: new CallFailed('draftIgnored') };
    return {
      draftContexts: draft.contexts,
      draftVersion: draft.versions.lexicon,
      differing: differences(active, draft.contexts),
    };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const unknown = error.code === 'VALIDATION_ERROR' && error.details.some(({ pointer }) => pointer === '/draft');
    return { problem: unknown ? new CallFailed('unknownDraft') : error };
  }
}
