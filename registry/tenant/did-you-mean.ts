/** The nearest of the names within a third of its letters (Levenshtein), or undefined. */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(wrong.length / 3)) + 1;
  for (const name of names) {
    const distance = levenshtein(wrong, name);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** A sentence that ends a refusal: the nearest name, else those that exist. */
export function suggestion(wrong: string, names: Iterable<string>): string {
  const all = [...names].sort();
  const near = nearest(wrong, all);
  if (near !== undefined) return `Did you mean ${near}?`;
  return all.length === 0 ? 'There are none yet' : `Known: ${all.join(', ')}`;
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
