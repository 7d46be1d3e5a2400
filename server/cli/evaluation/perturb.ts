/** Phrases as a hurried hand types them. */

const KEYBOARD: Readonly<Record<string, string>> = {
  a: 'qzs',
  b: 'vn',
  c: 'xv',
  d: 'sf',
  e: 'rz',
  f: 'dg',
  g: 'fh',
  h: 'gj',
  i: 'uo',
  l: 'km',
  m: 'ln',
  n: 'bm',
  o: 'ip',
  p: 'ol',
  r: 'et',
  s: 'dz',
  t: 'ry',
  u: 'yi',
  v: 'cb',
};
const LONG_WORD = /\p{L}{5,}/gu;

/** The phrase with one letter dropped, doubled, swapped or mistaken inside a word of five letters or more; as it is without such a word. */
export function withTypo(phrase: string): string {
  const random = generator(phrase);
  const words = [...phrase.matchAll(LONG_WORD)];
  const word = words[Math.floor(random() * words.length)];
  if (word === undefined) return phrase;
  const at = word.index + 1 + Math.floor(random() * (word[0].length - 2));
  const letter = phrase[at] as string;
  const [before, after] = [phrase.slice(0, at), phrase.slice(at + 1)];
  const near = KEYBOARD[letter.toLowerCase()] ?? 'e';
  const typos = [
    before + after,
    before + letter + letter + after,
    before + after.slice(0, 1) + letter + after.slice(1),
    before + near[Math.floor(random() * near.length)] + after,
  ];
  return typos[Math.floor(random() * typos.length)] as string;
}

export function withoutAccents(phrase: string): string {
  return phrase.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** Random numbers 0 to 1 that depend on the phrase alone, so that every run makes the same typos (mulberry32 over FNV-1a). */
function generator(phrase: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of phrase) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
