import type { parse } from '@bufbuild/cel';

export type Expr = ReturnType<typeof parse>['expr'];

/** The maximum number of members of one list or object of a candidate. */
export const maxMembers = 200;
/**
 * The maximum number of evaluation steps of one rule. A step takes 0.05 µs warm and 0.4 µs cold (measured on Node 24), so
 * a whole pack of `maxPackSteps` takes less than a second.
 */
export const maxRuleSteps = 1_000_000;
export const maxPackSteps = 2_000_000;

/** The steps of one `matches`, which reads its whole text. */
const matchSteps = 50;

/**
 * Returns the maximum number of steps that an expression can take. CEL loops only over existing values. A list in the candidate has
 * at most `maxMembers`, and each `+` in the expression can at most double the length of a list.
 */
export function worstSteps(expr: Expr): number {
  const longest = maxMembers * 2 ** concatenations(expr);
  return steps(expr, longest);
}

function steps(expr: Expr, longest: number): number {
  const all = (parts: readonly Expr[]): number => parts.reduce((sum, part) => sum + steps(part, longest), 0);
  const own = expr.exprKind.case === 'callExpr' && expr.exprKind.value.function === 'matches' ? matchSteps : 1;
  if (expr.exprKind.case !== 'comprehensionExpr') return own + all(partsOf(expr));
  const { iterRange, accuInit, loopCondition, loopStep, result } = expr.exprKind.value;
  const loop = present([loopCondition, loopStep]);
  return own + all(present([iterRange, accuInit, result])) + longest * (1 + all(loop));
}

function concatenations(expr: Expr): number {
  const own = isWrittenPlus(expr) ? 1 : 0;
  return partsOf(expr).reduce((sum, part) => sum + concatenations(part), own);
}

/**
 * True for a `+` that the author wrote. The macros `map` and `filter` also use `+`, but they add only one item in each
 * iteration.
 */
function isWrittenPlus({ exprKind }: Expr): boolean {
  if (exprKind.case !== 'callExpr' || exprKind.value.function !== '_+_') return false;
  const [left] = exprKind.value.args;
  return !(left?.exprKind.case === 'identExpr' && left.exprKind.value.name === '@result');
}

/** The direct parts of an expression. */
export function partsOf({ exprKind }: Expr): readonly Expr[] {
  switch (exprKind.case) {
    case 'selectExpr':
      return present([exprKind.value.operand]);
    case 'callExpr':
      return present([exprKind.value.target, ...exprKind.value.args]);
    case 'listExpr':
      return exprKind.value.elements;
    case 'structExpr':
      return exprKind.value.entries.flatMap(({ keyKind, value }) =>
        present([keyKind.case === 'mapKey' ? keyKind.value : undefined, value]),
      );
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = exprKind.value;
      return present([iterRange, accuInit, loopCondition, loopStep, result]);
    }
    case 'constExpr':
    case 'identExpr':
    case undefined:
      break;
  }
  return [];
}

const present = (parts: readonly (Expr | undefined)[]): readonly Expr[] => parts.filter((part) => part !== undefined);
