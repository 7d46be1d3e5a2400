import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { SYMBOL_CODES } from '../../server/readings/symbols.js';
import { isSctid } from '../../server/terminology/sctid.js';
import { lexiconFiles } from '../support/annotated.js';
import { values } from './read.js';

interface UcumUtils {
  validateUnitString(code: string): { readonly status: string };
}
const require = createRequire(import.meta.url);
const ucum = (require('@lhncbc/ucum-lhc') as { UcumLhcUtils: { getInstance(): UcumUtils } }).UcumLhcUtils.getInstance();
const isUcum = (code: string) => ucum.validateUnitString(code).status === 'valid';
const of = (name: string) => lexiconFiles().words.filter((row) => row.class === name);

describe('the codes of values and doses', () => {
  it('are UCUM: of the symbols, and of the rows', () => {
    const codes = [...SYMBOL_CODES, ...of('UNIT_CODE').map(({ value }) => value ?? '')];
    assert.ok(codes.length > 200);
    assert.deepEqual(
      [...new Set(codes)].filter((code) => !isUcum(code)),
      [],
    );
  });

  it('are UCUM where a unit is over another', () => {
    const written = [
      'mmol/L',
      'µmol/l',
      'g/24h',
      'mL/min/1.73 m2',
      'x10^9/L',
      '/mm3',
      'c/min',
      'mUI/L',
      'mm/h',
      'kg/m²',
    ];
    const codes = written.map((unit) => values('observable entity', `The ⟦level⟧ was 12 ${unit}`).replace(/^12 /, ''));
    assert.equal(new Set(codes).size, written.length);
    assert.deepEqual(
      codes.filter((code) => !isUcum(code)),
      [],
    );
  });

  it('of routes are SCTIDs of concepts', () => {
    const codes = of('ROUTE').flatMap(({ value }) => value ?? []);
    assert.ok(codes.length > 100);
    assert.deepEqual(
      codes.filter((code) => !isSctid(code, 'concept')),
      [],
    );
  });

  it('of frequencies are times over a period', () => {
    assert.deepEqual(
      of('FREQUENCY').filter(({ value }) => !/^[1-9]\d*\/[1-9]\d*(?:h|d|wk|mo)$/.test(value ?? '')),
      [],
    );
  });
});
