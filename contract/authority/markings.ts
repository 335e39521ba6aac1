export type Marking = string;

/**
 * The markings of a tenant. A chain lists markings from low to high (`pii.low < pii.medium`). A flag belongs to no
 * chain.
 */
export interface MarkingScheme {
  readonly chains: readonly (readonly Marking[])[];
  readonly flags: readonly Marking[];
}

/** Returns all markings of the scheme. Data whose markings are unknown is treated as marked with all of them. */
export const top = (scheme: MarkingScheme): readonly Marking[] => [...scheme.chains.flat(), ...scheme.flags].sort();

/** Adds to each clearance all lower markings of its chain. */
export function expand(scheme: MarkingScheme, clearances: readonly Marking[]): readonly Marking[] {
  const held = new Set(clearances);
  for (const chain of scheme.chains) {
    const highest = chain.findLastIndex((marking) => held.has(marking));
    for (const marking of chain.slice(0, highest + 1)) held.add(marking);
  }
  return [...held].sort();
}

/**
 * Returns the smallest set of markings that covers all given sets: the highest marking of each chain and every flag,
 * sorted.
 */
export function join(scheme: MarkingScheme, ...sets: readonly (readonly Marking[])[]): readonly Marking[] {
  const all = new Set(sets.flat());
  for (const chain of scheme.chains) {
    const highest = chain.findLastIndex((marking) => all.has(marking));
    for (const marking of chain.slice(0, Math.max(highest, 0))) all.delete(marking);
  }
  return [...all].sort();
}

/**
 * Returns true if the clearances cover every marking. `expanded` must already contain all lower markings. A marking
 * that the scheme does not declare is covered only by a clearance of the same name.
 */
export const covers = (expanded: readonly Marking[], markings: readonly Marking[]): boolean =>
  markings.every((marking) => expanded.includes(marking));
