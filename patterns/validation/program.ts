import { celEnv, isCelError, parse, plan, type CelInput } from '@bufbuild/cel';
import { noneOfRe2 } from '../../contract/values/re2.ts';
import { maxRuleSteps, partsOf, worstSteps, type Expr } from './cost.ts';
import { dateFunctions } from './date-functions.ts';
import { decimalFunctions } from './decimal-functions.ts';
import { isRe2, meteredFunctions } from './metered-functions.ts';
import { ruleErrorOf } from './rule-fault.ts';
import type { RuleError } from './schema.ts';
import { ruleNames, unknownName } from './vocabulary.ts';

const maxCharacters = 2000;
const maxNesting = 12;

/** A checked and compiled expression of a rule. Its evaluation gives true, false, or an error. */
export interface Program {
  readonly steps: number;
  evaluate(candidate: CelInput): boolean | RuleError;
}

/** Thrown if an expression of a rule is not allowed. */
export class RuleRefused extends Error {
  override readonly name = 'RuleRefused';
}

const environment = celEnv({ funcs: [...meteredFunctions, ...decimalFunctions, ...dateFunctions] });

/**
 * Parses, checks and compiles an expression. The expression may use only known names, and its steps are limited.
 * @throws RuleRefused
 */
export function compileRule(expression: string): Program {
  if (expression.length > maxCharacters) throw new RuleRefused(`is longer than ${maxCharacters} characters`);
  if (nesting(expression) > maxNesting)
    throw new RuleRefused(`has brackets that are nested more than ${maxNesting} levels deep`);
  const parsed = parsedRule(expression);
  const unknown = unknownName(parsed.expr);
  if (unknown !== undefined)
    throw new RuleRefused(`uses ${unknown}, which rules cannot use. Use one of ${ruleNames.join(', ')}`);
  const pattern = refusedPattern(parsed.expr);
  if (pattern !== undefined) throw new RuleRefused(pattern);
  const steps = worstSteps(parsed.expr);
  if (steps > maxRuleSteps) throw new RuleRefused(`may take ${steps} steps, and at most ${maxRuleSteps} are allowed`);
  const planned = plan(environment, parsed);
  return {
    steps,
    evaluate: (candidate) => {
      const value = planned({ candidate });
      if (isCelError(value)) return ruleErrorOf(value.message);
      return typeof value === 'boolean' ? value : 'not_boolean';
    },
  };
}

function parsedRule(expression: string): ReturnType<typeof parse> {
  try {
    return parse(expression);
  } catch (error) {
    throw new RuleRefused(`is not valid CEL: ${error instanceof Error ? error.message : 'cannot be parsed'}`);
  }
}

/**
 * Returns what is wrong with a regular expression in the rule. The regular expression must be a constant and valid in
 * RE2, whose time is linear.
 */
function refusedPattern(expr: Expr): string | undefined {
  const { exprKind } = expr;
  if (exprKind.case === 'callExpr' && exprKind.value.function === 'matches') {
    const pattern = exprKind.value.args.at(-1)?.exprKind;
    const constant = pattern?.case === 'constExpr' ? pattern.value.constantKind : undefined;
    if (constant?.case !== 'stringValue') return 'uses the function matches with a pattern that is not a constant';
    if (!isRe2(constant.value)) return `uses the function matches with a pattern that ${noneOfRe2}`;
  }
  return partsOf(expr)
    .map(refusedPattern)
    .find((problem) => problem !== undefined);
}

/**
 * Returns the nesting depth of the brackets. The depth is limited before parsing, because the parser backtracks over
 * brackets. Brackets in strings are counted too.
 */
function nesting(expression: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of expression) {
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
