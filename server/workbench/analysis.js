/** One analysis of a note: both calls, and a third for a draft. */

import { CallFailed, extractConcepts, extractContexts } from './api.js';
import { differences, isDraft } from './compare.js';

/**
 * @param {{ key: string, text: string, language: string, draftName: string }} request
 * @returns what the page shows: text, noteLanguage, concepts, contexts, versions, draftName; draft contexts and differences where
 *   a draft answered; `problem` where it did not
 * @throws CallFailed when the active lexicon gave no answer
 */
export async function analyse({ key, text, language, draftName }) {
  if (key === '') throw new CallFailed('noKey');
  if (text.trim() === '') throw new CallFailed('noNote');
  const { concepts, language: noteLanguage, versions } = await extractConcepts(key, { text, language });
  const found = { text, noteLanguage, concepts, draftName, differing: [] };
  if (concepts.length === 0) return { ...found, contexts: [], versions };
  const active = await extractContexts(key, { text, language, concepts });
  const result = { ...found, contexts: active.contexts, versions: active.versions };
  return draftName === ''
    ? result
    : { ...result, ...(await readDraft(key, { text, language, concepts, draftName }, active)) };
}

async function readDraft(key, { text, language, concepts, draftName }, active) {
  try {
    const draft = await extractContexts(key, { text, language, concepts, draft: draftName });
    if (!isDraft(draft.versions.lexicon)) return { problem: new CallFailed('draftIgnored') };
    return {
      draftContexts: draft.contexts,
      draftVersion: draft.versions.lexicon,
      differing: differences(active.contexts, draft.contexts),
    };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const unknown = error.code === 'VALIDATION_ERROR' && error.details.some(({ pointer }) => pointer === '/draft');
    return { problem: unknown ? new CallFailed('unknownDraft') : error };
  }
}
