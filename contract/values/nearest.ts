/**
 * Returns the known name that was probably meant: the one with the fewest edits (Levenshtein). Undefined if no name is
 * similar enough.
 * @param most the largest number of edits
 */
export function nearest(
  wrong: string,
  names: Iterable<string>,
  most = Math.max(2, Math.floor(wrong.length / 3)),
): string | undefined {
  let best: string | undefined;
  let least = most + 1;
  for (const name of names) {
    const distance = levenshtein(wrong, name);
    // If as many edits are needed as the longer name has letters, the names are not similar.
    if (distance < least && distance < Math.max(wrong.length, name.length)) [best, least] = [name, distance];
  }
  return best;
}

function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
