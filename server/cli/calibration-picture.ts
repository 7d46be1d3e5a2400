/** The coverage-precision curves as an SVG picture. */

import type { Language } from '../domain/language.js';
import type { CurvePoint } from '../terminology/calibration.js';

const WIDTH = 640;
const HEIGHT = 420;
const LEFT = 64;
const BOTTOM = 360;
const TOP = 30;
const RIGHT = 620;
/** Lowest precision that is drawn. */
const LOWEST = 0.8;
const COLOURS: Readonly<Record<Language, string>> = { en: '#1b5e9e', fr: '#b3261e' };

/** One line a language with its 95 % interval, coverage 0 to 1 across and precision 0.8 to 1 upwards. */
export function curvePicture(curves: Partial<Record<Language, readonly CurvePoint[]>>, title: string): string {
  const lines = Object.entries(curves) as [Language, readonly CurvePoint[]][];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="18" font-size="14">${title}</text>`,
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => tick(across(share), BOTTOM + 18, share, 'middle')),
    ...[0.8, 0.85, 0.9, 0.95, 0.98, 1].flatMap((share) => [
      `<path d="M${LEFT} ${upwards(share)}H${RIGHT}" stroke="${share === 0.98 ? '#555' : '#ddd'}"/>`,
      tick(LEFT - 8, Number(upwards(share)) + 4, share, 'end'),
    ]),
    `<text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 40}" text-anchor="middle">share of phrases that are resolved (coverage)</text>`,
    `<text transform="translate(16 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">resolved ones that are right (precision)</text>`,
    ...lines.flatMap(([language, points], i) => curve(language, points, i)),
    '</svg>\n',
  ].join('\n');
}

function curve(language: Language, points: readonly CurvePoint[], index: number): string[] {
  const colour = COLOURS[language];
  const path = (of: (point: CurvePoint) => number, from = points) =>
    from.map((point) => `${across(point.coverage)} ${upwards(of(point))}`).join('L');
  const band = `M${path(({ high }) => high)}L${path(({ low }) => low, [...points].reverse())}Z`;
  return [
    `<path d="${band}" fill="${colour}" opacity="0.12"/>`,
    `<path d="M${path(({ precision }) => precision)}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    `<text x="${LEFT + 12}" y="${BOTTOM - 12 - 16 * index}" fill="${colour}">${language}</text>`,
  ];
}

function tick(x: number | string, y: number, share: number, anchor: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${share}</text>`;
}

function across(share: number): string {
  return (LEFT + share * (RIGHT - LEFT)).toFixed(1);
}

function upwards(share: number): string {
  return (BOTTOM - ((Math.max(LOWEST, share) - LOWEST) / (1 - LOWEST)) * (BOTTOM - TOP)).toFixed(1);
}
