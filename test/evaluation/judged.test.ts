import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { judgedNote } from '../../server/cli/evaluation/judged-notes.js';
import { isSctid } from '../../server/terminology/sctid.js';

const DIR = fileURLToPath(new URL('../../../test/evaluation/judged/', import.meta.url));

describe('the judged notes', () => {
  for (const file of readdirSync(DIR).filter((name) => name.endsWith('.json'))) {
    it(`${file} has a verdict of its readers on every code, and words of the note for each`, () => {
      const note = judgedNote.parse(JSON.parse(readFileSync(`${DIR}${file}`, 'utf8')));
      assert.equal(`${note.id}.json`, file);
      assert.ok(note.judged.length > 0);
      for (const { start, end, sctid, verdicts } of note.judged) {
        assert.ok(start >= 0 && start < end && end <= note.text.length);
        assert.match(note.text.slice(start, end), /^\S(.*\S)?$/su);
        assert.ok(isSctid(sctid, 'concept'), sctid);
        // What weights are fitted on has one reader, what answers are measured by two.
        assert.equal(verdicts.length, file.includes('-c-') ? 1 : 2);
      }
    });
  }
});
