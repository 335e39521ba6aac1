import { Failure, type Exception } from '../../contract/failures.ts';
import type { Marking } from '../../contract/markings.ts';
import type { Objects, OntologyObject } from '../../contract/objects.ts';
import type { CallFacts, Product } from '../../contract/pattern.ts';
import { testOf, type Test } from './conditions.ts';
import { groupsOf, type Measured } from './groups.ts';
import { memberOf, type Member } from './members.ts';
import { objectSet } from './object-set.ts';
import { unmeasured, type MetricGroup, type Request, type Response, type Role, type Settings } from './schema.ts';
import { lengthOf, resolved, type Resolved } from './window.ts';

interface Aggregation {
  readonly args: Request;
  readonly settings: Settings;
  readonly call: CallFacts;
  readonly objects: Objects;
}

/** What of an object of one type decides and is measured. */
interface Plan {
  readonly tests: readonly Test[];
  readonly measured: Measured;
  readonly markings: readonly Marking[];
  readonly known: ReadonlySet<Marking>;
}

/**
 * A metric over the objects of a window, by group; exact, and in no order of the store. Its markings are those of what it
 * read, as the record declares. The spec's 9.3.
 * @throws Failure `arguments.invalid`, `ref.unknown`, `object.invalid`, `result.too_large`, `deadline.passed`,
 * `dependency.unavailable`
 */
export async function aggregate({ args, settings, call, objects }: Aggregation): Promise<Product<Response, never>> {
  const { op, groupBy = [] } = args;
  const window = resolved(args.window, call.atMillis);
  const plans = plansOf(args, settings, window);
  const groups = groupsOf(op, groupBy, lengthsOf(args, window));
  const set = objectSet();
  const markings = new Set<Marking>();
  // What decides and is measured is known before an object is: an empty window tells of it too.
  for (const type of typesOf(args)) for (const marking of plans(type).markings) markings.add(marking);
  for await (const page of pagesOf(args, objects, call)) {
    for (const object of page) {
      const { tests, measured, known } = plans(object.type);
      if (!tests.every((holds) => holds(object))) continue;
      set.add(object);
      groups.add(object, measured);
      for (const marking of object.markings) if (!known.has(marking)) markings.add(marking);
    }
  }
  const { count, hash } = set.done();
  const found = groups.done();
  const { from, to } = window;
  return {
    result: {
      op: op.kind,
      window: { ...(from === undefined ? {} : { from }), to },
      objectSet: { count, hash },
      groups: [...found],
    },
    exceptions: exceptionsOf(found),
    markings: [...markings],
    pins: { window: from === undefined ? to : `${from}/${to}`, objectSet: hash },
  };
}

const typesOf = ({ objects }: Request): readonly string[] =>
  'type' in objects ? [objects.type] : [...new Set(objects.refs.map(({ type }) => type))];

function plansOf(args: Request, settings: Settings, window: Resolved): (type: string) => Plan {
  const made = new Map<string, Plan>();
  return (type) => {
    const known = made.get(type) ?? planOf(args, settings, window, type);
    made.set(type, known);
    return known;
  };
}

function planOf({ objects, op, groupBy = [] }: Request, settings: Settings, window: Resolved, type: string): Plan {
  const read = new Set<string>();
  const member =
    (role: Role) =>
    (pointer: string, argument: string): Member => {
      read.add(pointer);
      return memberOf(settings, type, pointer, { argument, role });
    };
  const [moment, asked, measured, grouped] = [
    member('moment'),
    member('condition'),
    member('measured'),
    member('group'),
  ];
  const where = 'type' in objects ? (objects.where ?? []) : [];
  const tests = [
    window.test(moment),
    ...where.map((condition, i) =>
      testOf(condition, asked(condition.at, `/objects/where/${i}/at`), `/objects/where/${i}`),
    ),
  ];
  const members: Measured = {
    ...('of' in op && op.of !== undefined ? { of: measured(op.of, '/op/of') } : {}),
    ...('over' in op ? { over: measured(op.over, '/op/over') } : {}),
    groupBy: groupBy.map((pointer, i) => grouped(pointer, `/groupBy/${i}`)),
  };
  const table = settings.members?.[type];
  const ofMembers = [...read].flatMap((pointer) => table?.read[pointer]?.markings ?? []);
  return {
    tests,
    measured: members,
    // An object that is marked above its type marks the metric, whatever of it is read.
    known: new Set(table?.known),
    markings: settings.propagation === 'objects' ? (table?.markings ?? []) : ofMembers,
  };
}

function lengthsOf({ op }: Request, { millis }: Resolved): { windowMillis: number; perMillis: number } {
  if (op.kind !== 'rate') return { windowMillis: millis, perMillis: 1 };
  if (millis === 0) {
    throw new Failure('arguments.invalid', 'a rate is of a window that has a length', { pointer: '/window' });
  }
  return { windowMillis: millis, perMillis: lengthOf(op.per, '/op/per') };
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
  const seen = new Set(asked.refs.map(({ type, id }) => JSON.stringify([type, id])));
  if (seen.size < asked.refs.length) {
    throw new Failure('arguments.invalid', 'an object is named twice', { pointer: '/objects/refs' });
  }
  yield await Promise.all(
    asked.refs.map(async ({ type, id }, i) => {
      const found = await objects.get(type, id);
      if (found) return found;
      const pointer = `/objects/refs/${i}`;
      throw new Failure('ref.unknown', `${pointer} names no object`, { pointer });
    }),
  );
}

/** One for each reason, with how many groups it has left without a value. */
const exceptionsOf = (groups: readonly MetricGroup[]): readonly Exception[] =>
  unmeasured.flatMap((reason) => {
    const count = groups.filter((group) => group.status === 'unmeasured' && group.reason === reason).length;
    return count === 0 ? [] : [{ kind: `aggregation.${reason}`, detail: `${count} of ${groups.length} groups` }];
  });
