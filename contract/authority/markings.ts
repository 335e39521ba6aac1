export type Marking = string;

/** A tenant's markings: chains rise from left to right (`pii.low < pii.medium`), flags stand alone. */
export interface MarkingScheme {
  readonly chains: readonly (readonly Marking[])[];
  readonly flags: readonly Marking[];
}

/** Every marking of the scheme: what an unknown thing counts as. */
export const top = (scheme: MarkingScheme): readonly Marking[] => [...scheme.chains.flat(), ...scheme.flags].sort();

/** A clearance holds for all that is lower in its chain. */
export function expand(scheme: MarkingScheme, clearances: readonly Marking[]): readonly Marking[] {
  const held = new Set(clearances);
  for (const chain of scheme.chains) {
    const highest = chain.findLastIndex((marking) => held.has(marking));
    for (const marking of chain.slice(0, highest + 1)) held.add(marking);
  }
  return [...held].sort();
}

/** The least set that covers all the given sets: of each chain the highest, of the flags each one; sorted. */
export function join(scheme: MarkingScheme, ...sets: readonly (readonly Marking[])[]): readonly Marking[] {
  const all = new Set(sets.flat());
  for (const chain of scheme.chains) {
    const highest = chain.findLastIndex((marking) => all.has(marking));
    for (const marking of chain.slice(0, Math.max(highest, 0))) all.delete(marking);
  }
  return [...all].sort();
}

/** Whether clearances (expanded) reach every marking; a marking that nobody declared is covered by naming it alone. */
export const covers = (expanded: readonly Marking[], markings: readonly Marking[]): boolean =>
  markings.every((marking) => expanded.includes(marking));
