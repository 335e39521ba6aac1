import { partsOf, type Expr } from './cost.ts';
import { dateFunctions } from './date-functions.ts';
import { decimalFunctions } from './decimal-functions.ts';

/**
 * Names that a rule may call. Two parts of CEL's standard library are left out: timestamps and durations, because their
 * zones depend on the machine, and casts, because the casts of this library are lenient (`int("")` is 0, `double("x")`
 * is no error).
 */
const operators =
  '_&&_ _||_ !_ _?_:_ _==_ _!=_ _<_ _<=_ _>_ _>=_ _+_ _-_ _*_ _/_ _%_ -_ _[_] @in @not_strictly_false'.split(' ');
const functions = ['size', 'dyn', 'matches', 'contains', 'startsWith', 'endsWith'];
const own = [...decimalFunctions, ...dateFunctions].map(({ name }) => name);
const callable = new Set([...operators, ...functions, ...own]);
/**
 * Names that an expression may use in addition to operators and macros. The message that refuses any other name lists
 * these names.
 */
export const ruleNames: readonly string[] = ['candidate', ...functions, ...own];
const namespaces = new Set(own.map((name) => name.split('.')[0] ?? ''));

/**
 * Returns the first name in an expression that a rule may not use. Undefined if a rule may use all names of the
 * expression.
 */
export function unknownName(expr: Expr, scope: ReadonlySet<string> = new Set(['candidate'])): string | undefined {
  const { exprKind } = expr;
  switch (exprKind.case) {
    case 'identExpr':
      return scope.has(exprKind.value.name) ? undefined : exprKind.value.name;
    case 'callExpr':
      return unknownCall(exprKind.value, scope);
    case 'structExpr':
      return exprKind.value.messageName === '' ? first(partsOf(expr), scope) : exprKind.value.messageName;
    case 'comprehensionExpr': {
      const { iterRange, iterVar, iterVar2, accuVar } = exprKind.value;
      const reserved = [iterVar, iterVar2].find((name) => name === 'candidate' || namespaces.has(name));
      if (reserved !== undefined) return reserved;
      const outside = iterRange && unknownName(iterRange, scope);
      return outside ?? first(partsOf(expr), new Set([...scope, iterVar, iterVar2, accuVar]));
    }
    case 'constExpr':
    case 'selectExpr':
    case 'listExpr':
    case undefined:
      break;
  }
  return first(partsOf(expr), scope);
}

type Call = Extract<Expr['exprKind'], { case: 'callExpr' }>['value'];

function unknownCall({ target, function: name, args }: Call, scope: ReadonlySet<string>): string | undefined {
  const owner = target?.exprKind.case === 'identExpr' ? target.exprKind.value.name : undefined;
  if (owner !== undefined && namespaces.has(owner)) {
    return callable.has(`${owner}.${name}`) ? first(args, scope) : `${owner}.${name}`;
  }
  if (!callable.has(name)) return name;
  return first(target ? [target, ...args] : args, scope);
}

function first(parts: readonly Expr[], scope: ReadonlySet<string>): string | undefined {
  for (const part of parts) {
    const name = unknownName(part, scope);
    if (name !== undefined) return name;
  }
  return undefined;
}
