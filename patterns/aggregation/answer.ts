import type { Exception } from '../../contract/failures.ts';
import type { Marking } from '../../contract/authority/markings.ts';
import type { Product } from '../../contract/pattern.ts';
import type { ObjectSet } from './object-set.ts';
import type { Plan } from './plan.ts';
import { unmeasured, type MetricGroup, type Response } from './schema.ts';

export interface Found {
  readonly set: ObjectSet;
  readonly groups: readonly MetricGroup[];
  /** Markings of objects that are marked above their types. */
  readonly above: Iterable<Marking>;
}

/** The answer of any engine. `pins` are the engine's own. */
export function productOf(
  { args, window, types, of }: Plan,
  { set, groups, above }: Found,
  pins: Readonly<Record<string, string>> = {},
): Product<Response, never> {
  const { from, to } = window;
  const { count, hash } = set;
  // The markings of the measured members are known before any object is read, so an empty window has them too.
  const markings = new Set([...types.flatMap((type) => of(type).markings), ...above]);
  return {
    result: {
      op: args.op.kind,
      window: { ...(from === undefined ? {} : { from }), to },
      objectSet: { count, hash },
      groups: [...groups],
    },
    exceptions: exceptionsOf(groups),
    markings: [...markings],
    pins: { window: from === undefined ? to : `${from}/${to}`, objectSet: hash, ...pins },
  };
}

/** One exception for each reason, with the number of groups that have no value because of it. */
const exceptionsOf = (groups: readonly MetricGroup[]): readonly Exception[] =>
  unmeasured.flatMap((reason) => {
    const count = groups.filter((group) => group.status === 'unmeasured' && group.reason === reason).length;
    return count === 0
      ? []
      : [{ kind: `aggregation.${reason}`, detail: `${count} of ${groups.length} groups have no value` }];
  });
