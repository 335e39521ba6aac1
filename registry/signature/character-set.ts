/** A set of characters as bits: 128 for ASCII, and one for all other characters. */
export type CharacterSet = bigint;

export const beyondAscii: CharacterSet = 1n << 128n;
export const any: CharacterSet = (1n << 129n) - 1n;

export const single = (code: number): CharacterSet => (code < 128 ? 1n << BigInt(code) : beyondAscii);

export function range(from: number, to: number): CharacterSet {
  let set = to > 127 ? beyondAscii : 0n;
  for (let code = from; code <= Math.min(to, 127); code++) set |= 1n << BigInt(code);
  return set;
}

export const union = (sets: readonly CharacterSet[]): CharacterSet => sets.reduce((all, set) => all | set, 0n);
export const overlap = (a: CharacterSet, b: CharacterSet): boolean => (a & b) !== 0n;

/**
 * Returns the complement of a set. The complement always includes the bit for other characters, because a set can never
 * have all of them.
 */
export const complement = (set: CharacterSet): CharacterSet => (any & ~set) | beyondAscii;

export const digits: CharacterSet = range(48, 57);
export const word: CharacterSet = union([digits, range(65, 90), range(97, 122), single(95)]);
export const space: CharacterSet = range(9, 13) | single(32) | beyondAscii;
