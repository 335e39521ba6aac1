import type { RulePack } from '../../contract/artefacts/rule-pack.ts';

type Rule = RulePack['rules'][number];

export interface Wrong {
  /** The rule's index in its pack. */
  readonly at: number;
  readonly message: string;
}

/**
 * Returns what is wrong with the requirements between rules: a rule requires an unknown rule, requirements form a
 * circle, or a blocking rule requires a rule that only warns. In the last case the blocking rule would be skipped
 * without notice if the warning rule failed.
 */
export function wrongRequirements(rules: readonly Rule[]): readonly Wrong[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const found = rules.flatMap(({ id, onFail, requires = [] }, at) =>
    requires.flatMap((required): Wrong[] => {
      const rule = byId.get(required);
      if (!rule) return [{ at, message: `requires ${required}, which is not a rule of this pack` }];
      const hides = onFail === 'block' && rule.onFail === 'warn';
      return hides
        ? [
            {
              at,
              message: `blocks, but requires ${required}, which only warns. ${id} would be skipped if that rule warned. Let ${required} block too`,
            },
          ]
        : [];
    }),
  );
  const circle = firstCircle(rules, byId);
  if (!circle) return found;
  const at = rules.findIndex(({ id }) => id === circle[0]);
  return [...found, { at, message: `requires itself: ${circle.join(' -> ')}` }];
}

/**
 * Returns the first circle of requirements in the order of the pack, such as `a -> b -> a`. Undefined if the
 * requirements form no circle.
 */
function firstCircle(rules: readonly Rule[], byId: ReadonlyMap<string, Rule>): readonly string[] | undefined {
  const done = new Set<string>();
  const walk = (id: string, path: readonly string[]): readonly string[] | undefined => {
    const start = path.indexOf(id);
    if (start !== -1) return [...path.slice(start), id];
    if (done.has(id)) return undefined;
    for (const required of byId.get(id)?.requires ?? []) {
      const circle = walk(required, [...path, id]);
      if (circle) return circle;
    }
    done.add(id);
    return undefined;
  };
  for (const { id } of rules) {
    const circle = walk(id, []);
    if (circle) return circle;
  }
  return undefined;
}
