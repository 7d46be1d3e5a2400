import assert from 'node:assert/strict';
import { curvePicture } from '../../server/cli/calibration-picture.js';
import { coverageCurve, crossValidate } from '../../server/terminology/calibration.js';
import type { Sample } from '../../server/terminology/fit-thresholds.js';

const sample = (cosine: number, right: boolean): Sample => ({
  cosine,
  margin: 0.3,
  isTerm: false,
  candidates: [],
  right,
  strangerCosine: 0.2,
  strangerMargin: 0.1,
  strangerIsTerm: false,
  known: true,
});
const THRESHOLDS = { mention: 0.5, floor: 0.6, resolvedCosine: 1, resolvedMargin: 0.01, termMargin: 0.01 };
/** Right from 0.8 on, wrong below. */
const SAMPLES = Array.from({ length: 1_000 }, (_, i) =>
  sample(0.6 + (0.4 * ((i * 7) % 1_000)) / 1_000, (i * 7) % 1_000 >= 500),
);

describe('the calibration', () => {
  it('draws coverage and precision from sure to daring', () => {
    const curve = coverageCurve(SAMPLES, THRESHOLDS);
    const at = (cosine: number) => curve.find((point) => point.cosine === cosine);
    assert.ok(Math.abs((at(0.8)?.coverage ?? 0) - 0.5) < 0.02);
    assert.equal(at(0.85)?.precision, 1);
    assert.ok((at(0.6)?.precision ?? 1) < 0.52 && (at(0.6)?.low ?? 1) < (at(0.6)?.precision ?? 0));
    for (let i = 1; i < curve.length; i++)
      assert.ok((curve[i]?.coverage ?? 0) >= (curve[i - 1]?.coverage ?? 0), 'coverage only grows');
  });

  it('judges each phrase by thresholds that were fitted without it', () => {
    const { coverage, precision, low, high } = crossValidate(SAMPLES);
    assert.ok(precision >= 0.97 && low < precision && precision <= high);
    assert.ok(coverage > 0.4 && coverage < 0.55, String(coverage));
  });

  it('resolves nothing of phrases without any right answer', () => {
    const { coverage, precision } = crossValidate(SAMPLES.map((one) => ({ ...one, right: false })));
    assert.deepEqual([coverage, precision], [0, 0]);
  });

  it('is drawn as a picture that any browser shows', () => {
    const picture = curvePicture({ en: coverageCurve(SAMPLES, THRESHOLDS) }, 'a release, a model');
    assert.match(picture, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.match(picture, /<title>a release, a model<\/title>/);
    assert.ok(!picture.includes('NaN') && picture.endsWith('</svg>\n'));
  });
});
