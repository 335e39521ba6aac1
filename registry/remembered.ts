/**
 * `make` with the answers that it gave last: a command reads the same tenant several times, as a promotion does that gates
 * it and compiles it again. The key says all that the answer depends on. What throws or rejects is tried again.
 */
export function remembered<Given, Made>(
  most: number,
  keyOf: (given: Given) => string,
  make: (given: Given) => Made,
): (given: Given) => Made {
  const kept = new Map<string, Made>();
  return (given) => {
    const key = keyOf(given);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(given);
    if (kept.size >= most) kept.clear();
    kept.set(key, made);
    if (made instanceof Promise) made.catch(() => kept.delete(key));
    return made;
  };
}
