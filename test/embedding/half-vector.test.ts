import assert from 'node:assert/strict';
import { toHalfPrecision, toUnitLength } from '../../server/embedding/half-vector.js';

describe('vectors as half floats', () => {
  it('are rounded to the nearest one, of two as near to the even one', () => {
    const step = 2 ** -10;
    const cases: readonly (readonly [value: number, rounded: number])[] = [
      [0, 0],
      [1, 1],
      [-0.5, -0.5],
      [1 + 0.4 * step, 1],
      [1 + 0.6 * step, 1 + step],
      [1 + 0.5 * step, 1],
      [-1 - 1.5 * step, -1 - 2 * step],
      [2 - 0.4 * step, 2],
      [2 ** -14, 2 ** -14],
      [2 ** -24, 2 ** -24],
      [0.3 * 2 ** -24, 0],
      [-2.7 * 2 ** -24, -3 * 2 ** -24],
    ];
    const rounded = toHalfPrecision(Float32Array.from(cases, ([value]) => value));
    for (const [i, [value, expected]] of cases.entries()) assert.ok(rounded[i] === expected, `${value}: ${rounded[i]}`);
  });

  it('are brought to length 1 one by one; one without direction stays', () => {
    const vectors = Float32Array.of(3, 4, 0, 0, 0, -2);
    toUnitLength(vectors, 2);
    assert.deepEqual([...vectors], [...Float32Array.of(0.6, 0.8, 0, 0, 0, -1)]);
  });
});
