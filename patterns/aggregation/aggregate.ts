import type { Marking } from '../../contract/authority/markings.ts';
import type { Objects, OntologyObject } from '../../contract/rows/objects.ts';
import type { CallFacts, Product } from '../../contract/pattern.ts';
import { productOf } from './answer.ts';
import { testOf, type Test } from './check.ts';
import { groupsOf } from './groups.ts';
import { objectSet } from './object-set.ts';
import { planOf, unknownObject, type TypePlan } from './plan.ts';
import type { Request, Response, Settings } from './schema.ts';

interface Aggregation {
  readonly args: Request;
  readonly settings: Settings;
  readonly call: CallFacts;
  readonly objects: Objects;
}

/**
 * Computes an exact metric over the objects of a window, by group. The order in which the store returns objects does
 * not matter. The setting `propagation` of the registry record decides which markings of the read objects the result
 * gets. docs/spec.md, 9.3.
 * @throws Failure `arguments.invalid`, `object.unknown`, `object.invalid`, `result.too_large`, `deadline.passed`,
 * `dependency.unavailable`
 */
export async function aggregate({ args, settings, call, objects }: Aggregation): Promise<Product<Response, never>> {
  const plan = planOf(args, settings, call.atMillis);
  const tested = testedBy(plan.of);
  const groups = groupsOf(args.op, args.groupBy ?? [], plan.lengths);
  const set = objectSet();
  const above = new Set<Marking>();
  for await (const page of pagesOf(args, objects, call)) {
    for (const object of page) {
      const { tests, measured, known } = tested(object.type);
      if (!tests.every((holds) => holds(object))) continue;
      set.add(object);
      groups.add(object, measured);
      for (const marking of object.markings) if (!known.has(marking)) above.add(marking);
    }
  }
  return productOf(plan, { set: set.done(), groups: groups.done(), above });
}

function testedBy(of: (type: string) => TypePlan): (type: string) => TypePlan & { readonly tests: readonly Test[] } {
  const made = new Map<string, TypePlan & { readonly tests: readonly Test[] }>();
  return (type) => {
    const known = made.get(type);
    if (known) return known;
    const plan = of(type);
    const tested = { ...plan, tests: plan.checks.map(testOf) };
    made.set(type, tested);
    return tested;
  };
}

async function* pagesOf(
  { objects: asked }: Request,
  objects: Objects,
  { deadlineAt }: CallFacts,
): AsyncGenerator<readonly OntologyObject[]> {
  if ('type' in asked) {
    yield* objects.scan(asked.type, deadlineAt);
    return;
  }
  yield await Promise.all(
    asked.refs.map(async ({ type, id }, i) => {
      const found = await objects.get(type, id);
      if (found) return found;
      throw unknownObject(i, 'exists');
    }),
  );
}
