/** SNOMED CT identifiers: 6 to 18 digits that end in a partition and a Verhoeff check digit (SNOMED CT Technical Implementation Guide). */

/** What an identifier names, by the second digit of its partition. */
export type SctidKind = 'concept' | 'description' | 'relationship';

const KINDS: readonly SctidKind[] = ['concept', 'description', 'relationship'];
const PRODUCT = dihedralProducts();
const PERMUTATION = permutations();

/** Whether a text is an SCTID of this kind with a right check digit. */
export function isSctid(text: string, kind: SctidKind): boolean {
  if (!/^[1-9]\d{5,17}$/.test(text)) return false;
  const partition = text.charCodeAt(text.length - 3) - 48;
  const named = text.charCodeAt(text.length - 2) - 48;
  return partition <= 1 && KINDS[named] === kind && verhoeff(text) === 0;
}

function verhoeff(digits: string): number {
  let checksum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    checksum = PRODUCT[checksum * 10 + (PERMUTATION[(i % 8) * 10 + digit] as number)] as number;
  }
  return checksum;
}

/** The multiplication table of the dihedral group of order 10. */
function dihedralProducts(): Uint8Array {
  const table = new Uint8Array(100);
  for (let a = 0; a < 10; a++) {
    for (let b = 0; b < 10; b++) {
      const turn = a < 5 ? (a + b) % 5 : (a - b + 5) % 5;
      table[a * 10 + b] = a < 5 === b < 5 ? turn : 5 + turn;
    }
  }
  return table;
}

/** The powers of Verhoeff's permutation. */
function permutations(): Uint8Array {
  const first = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const table = new Uint8Array(80);
  for (let digit = 0; digit < 10; digit++) table[digit] = digit;
  for (let row = 1; row < 8; row++) {
    for (let digit = 0; digit < 10; digit++)
      table[row * 10 + digit] = first[table[(row - 1) * 10 + digit] as number] as number;
  }
  return table;
}
