import type { RulePack } from '../../contract/artefacts/rule-pack.ts';
import type { RuleTrace } from './schema.ts';

type Rule = RulePack['rules'][number];

/**
 * Returns the trace of each rule, in the order of the pack. A rule is evaluated after the rules that it requires. The
 * compiler refuses a pack with circular requirements. If a pack with them is evaluated anyway, a rule of the circle
 * gets the verdict `block`.
 */
export function judged(pack: RulePack, ask: (rule: Rule, at: number) => RuleTrace): readonly RuleTrace[] {
  const positions = new Map(pack.rules.map(({ id }, i) => [id, i]));
  const known = new Map<string, RuleTrace | undefined>();
  const traceOf = (id: string): RuleTrace => {
    if (known.has(id)) return known.get(id) ?? unasked(id);
    // Marks the rule as begun. If it is reached again during its own evaluation, the requirements are circular.
    known.set(id, undefined);
    const at = positions.get(id);
    const rule = at === undefined ? undefined : pack.rules[at];
    const trace = rule === undefined || at === undefined ? unasked(id) : (skipped(rule, traceOf) ?? ask(rule, at));
    known.set(id, trace);
    return trace;
  };
  return pack.rules.map(({ id }) => traceOf(id));
}

function skipped({ id, title, requires = [] }: Rule, traceOf: (id: string) => RuleTrace): RuleTrace | undefined {
  for (const required of requires) {
    const { verdict } = traceOf(required);
    if (verdict !== 'pass') {
      return { rule: id, title, verdict: 'skipped', because: { rule: required, verdict }, reads: [] };
    }
  }
  return undefined;
}

const unasked = (id: string): RuleTrace => ({ rule: id, title: id, verdict: 'block', reads: [], error: 'other' });
