import type { RulePack } from '../../contract/artefacts/rule-pack.ts';
import type { RuleTrace } from './schema.ts';

type Rule = RulePack['rules'][number];

/**
 * The trace of each rule, in the order of the pack. Rules are evaluated in the order in which they require each other,
 * which changes no verdict. A pack with circular requirements is refused when it is compiled; if one arrives anyway, it
 * blocks.
 */
export function judged(pack: RulePack, ask: (rule: Rule, at: number) => RuleTrace): readonly RuleTrace[] {
  const positions = new Map(pack.rules.map(({ id }, i) => [id, i]));
  const known = new Map<string, RuleTrace | undefined>();
  const traceOf = (id: string): RuleTrace => {
    if (known.has(id)) return known.get(id) ?? unasked(id);
    // A rule that is reached again during its own evaluation is known as unfinished.
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
