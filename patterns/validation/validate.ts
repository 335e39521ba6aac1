import type { RulePack } from '../../contract/artefacts/rule-pack.ts';
import { canonicalJson } from '../../contract/values/canonical.ts';
import type { Exception } from '../../contract/failures.ts';
import type { Product } from '../../contract/pattern.ts';
import { valueAt } from '../../contract/values/pointers.ts';
import { celValue } from './cel-value.ts';
import { judged } from './judged.ts';
import { metered } from './meter.ts';
import { compileRule, type Program } from './program.ts';
import { ruleErrorMeanings, verdicts, type Response, type RuleError, type RuleTrace, type Verdict } from './schema.ts';

const programs = new WeakMap<RulePack, readonly Program[]>();

function programsOf(pack: RulePack): readonly Program[] {
  const known = programs.get(pack);
  if (known) return known;
  const compiled = pack.rules.map(({ expression }) => compileRule(expression));
  programs.set(pack, compiled);
  return compiled;
}

/**
 * Evaluates all rules of a pack. Returns the worst verdict and a trace of each rule with the members that it read, in
 * the order of the pack. A rule that fails with an error blocks, even if the pack says that it only warns. A rule is
 * evaluated only after the rules that it requires have passed.
 * @throws Failure `arguments.invalid` if the candidate is too large, or its texts and lists are too long for these
 * rules
 */
export function validate(candidate: Readonly<Record<string, unknown>>, pack: RulePack): Product<Response, never> {
  const compiled = programsOf(pack);
  const value = celValue(candidate);
  const traces = metered(() =>
    judged(pack, (rule, i) => {
      const said = compiled[i]?.evaluate(value) ?? 'other';
      return {
        rule: rule.id,
        title: rule.title,
        verdict: said === true ? 'pass' : said === false ? rule.onFail : 'block',
        reads: rule.reads.map((pointer) => readAt(candidate, pointer)),
        ...(typeof said === 'string' ? { error: said } : {}),
      };
    }),
  );
  return {
    result: { verdict: worst(traces), rulePack: `${pack.id}@${pack.version}`, trace: [...traces] },
    exceptions: traces.flatMap((trace): Exception[] =>
      trace.error === undefined ? [] : [{ kind: 'validation.rule_error', detail: faultOf(trace, trace.error) }],
    ),
  };
}

/**
 * Describes an error: the rule, why it could not be computed, and the members that it reads. The description contains
 * no value of the candidate.
 */
function faultOf({ rule, reads }: RuleTrace, error: RuleError): string {
  const read = reads.map(({ pointer, value, json }) =>
    value === undefined && json === undefined ? `${pointer} (missing)` : pointer,
  );
  const shown = read.length === 0 ? '' : `. It reads ${read.join(', ')}`;
  return `rule ${rule} cannot be computed: ${error}, ${ruleErrorMeanings[error]}${shown}`;
}

const worst = (trace: readonly RuleTrace[]): Verdict =>
  verdicts.findLast((verdict) => trace.some((rule) => rule.verdict === verdict)) ?? 'block';

function readAt(candidate: unknown, pointer: string): RuleTrace['reads'][number] {
  const value = valueAt(candidate, pointer);
  if (value === undefined) return { pointer };
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { pointer, value };
  }
  return { pointer, json: canonicalJson(value) };
}
