/**
 * Returns `make` with a memory of its last results, because a command can read the same tenant several times: a
 * promotion runs the gate and then compiles. The key must cover everything that the result depends on. Errors are not
 * remembered.
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
