/**
 * Forms in a note: check boxes, cells of tables, answers to questions. They are read as the lines and colons that a clinician would
 * write: each ticked or open box opens or closes an item of its own, and an answer stands behind the colon of its key.
 */

import { mergeBoxes, readBoxes, readSigns } from './boxes.js';
import { roundBrackets } from './brackets.js';
import { readCells } from './cells.js';
import { answersOfDialogue } from './dialogue.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';

/** Whether there may be any. */
const MAYBE_BOX = /\[[ _xX*✓✔+-]{0,3}\]|\([ _xX✓✔]{1,3}\)|[☐□❏❑☑☒✅]|\([+-]\)/;
const MAYBE_CELL = /[|=…→]|->|(?:[._-] ?){2}|,[ \t]{0,3}[^\s,.;:]{2,8}\.?[ \t]*(?:\n|$)/;

/** The tokens of a note with its forms read; most notes have none. */
export function readForms(text: string, tokens: readonly Token[], vocabulary: Vocabulary): readonly Token[] {
  let read = tokens;
  if (MAYBE_BOX.test(text)) read = readSigns(readBoxes(mergeBoxes(text, read), vocabulary));
  if (MAYBE_CELL.test(text)) read = readCells(read, vocabulary);
  if (text.includes('?')) read = answersOfDialogue(read, vocabulary);
  return text.includes('[') ? roundBrackets(read) : read;
}
