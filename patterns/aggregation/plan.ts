import { Failure } from '../../contract/failures.ts';
import type { Marking } from '../../contract/authority/markings.ts';
import type { Check } from './check.ts';
import type { Lengths } from './conclusion.ts';
import { checksOf } from './conditions.ts';
import type { Measured } from './groups.ts';
import { objectMemberOf, type Member } from './members.ts';
import type { Request, Role, Settings } from './schema.ts';
import { lengthOf, resolved, type ResolvedWindow } from './window.ts';

/** A request in the form that every engine executes: with its window resolved and its members found. */
export interface Plan {
  readonly args: Request;
  readonly window: ResolvedWindow;
  readonly lengths: Lengths;
  /** The types that the request names, without repetition. */
  readonly types: readonly string[];
  /** Returns the plan of a type. @throws Failure `arguments.invalid` */
  readonly of: (type: string) => TypePlan;
}

/** The checks and the measured members for objects of one type. */
export interface TypePlan {
  readonly checks: readonly Check[];
  readonly measured: Measured;
  readonly markings: readonly Marking[];
  /**
   * Markings that the type gives to its objects. If an object has a marking that is not in this set, the metric gets
   * that marking too.
   */
  readonly known: ReadonlySet<Marking>;
}

/** Resolves a request into a plan. @throws Failure `arguments.invalid` */
export function planOf(args: Request, settings: Settings, atMillis: number): Plan {
  const window = resolved(args.window, atMillis);
  const types = 'type' in args.objects ? [args.objects.type] : refTypes(args.objects.refs);
  const made = new Map(types.map((type) => [type, typePlan(args, { settings, window }, type)]));
  return {
    args,
    window,
    lengths: lengthsOf(args, window),
    types,
    of: (type) => made.get(type) ?? typePlan(args, { settings, window }, type),
  };
}

type Refs = Extract<Request['objects'], { refs: unknown }>['refs'];

function refTypes(refs: Refs): readonly string[] {
  const seen = new Set(refs.map(({ type, id }) => JSON.stringify([type, id])));
  if (seen.size < refs.length) {
    throw new Failure('arguments.invalid', '/objects/refs: names an object twice. Name each object once', {
      pointer: '/objects/refs',
    });
  }
  return [...new Set(refs.map(({ type }) => type))];
}

/**
 * Makes the failure for a reference that names no existing object.
 * @param i the index of the reference in `refs`
 * @param read the end of the message, such as `exists`
 */
export function unknownObject(i: number, read: string): Failure {
  const pointer = `/objects/refs/${i}`;
  return new Failure('object.unknown', `${pointer}: no object with this type and id ${read}`, { pointer });
}

function typePlan(
  { objects, op, groupBy = [] }: Request,
  { settings, window }: { readonly settings: Settings; readonly window: ResolvedWindow },
  type: string,
): TypePlan {
  const read = new Set<string>();
  const member =
    (role: Role) =>
    (pointer: string, argument: string): Member => {
      read.add(pointer);
      return objectMemberOf(settings, { type, pointer }, { argument, role });
    };
  const [moment, asked, measured, grouped] = [
    member('moment'),
    member('condition'),
    member('measured'),
    member('group'),
  ];
  const where = 'type' in objects ? (objects.where ?? []) : [];
  const checks = [
    ...window.checks(moment),
    ...where.flatMap((condition, i) =>
      checksOf(condition, asked(condition.at, `/objects/where/${i}/at`), `/objects/where/${i}`),
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
    checks,
    measured: members,
    // If an object has markings that its type does not have, the metric gets them, whichever members are read.
    known: new Set(table?.known),
    markings: settings.propagation === 'objects' ? (table?.markings ?? []) : ofMembers,
  };
}

function lengthsOf({ op }: Request, { millis }: ResolvedWindow): Lengths {
  if (op.kind !== 'rate') return { windowMillis: millis, perMillis: 1 };
  if (millis === 0) {
    throw new Failure(
      'arguments.invalid',
      '/window: a rate needs a window with a length. Use a window of the kind absolute or rolling',
      { pointer: '/window' },
    );
  }
  return { windowMillis: millis, perMillis: lengthOf(op.per, '/op/per') };
}
