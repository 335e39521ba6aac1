/**
 * Compares two texts by code point, which is the order of their UTF-8 bytes and of SQL. The operator `<` compares
 * UTF-16 units instead: it puts a character outside the basic plane before U+E000.
 */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i += 1) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left !== right) return placeOf(left) - placeOf(right);
  }
  return a.length - b.length;
}

/**
 * Returns the rank of a UTF-16 unit. Surrogates (0xD800 to 0xDFFF) get the highest ranks, because they encode code
 * points above all others.
 */
const placeOf = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);
