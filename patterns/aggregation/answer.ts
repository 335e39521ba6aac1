import type { Exception } from '../../contract/failures.ts';
import type { Marking } from '../../contract/authority/markings.ts';
import type { Product } from '../../contract/pattern.ts';
import type { ObjectSet } from './object-set.ts';
import type { Plan } from './plan.ts';
import { unmeasured, type MetricGroup, type Response } from './schema.ts';

export interface Found {
  readonly set: ObjectSet;
  readonly groups: readonly MetricGroup[];
  /** Of objects that are marked above their types. */
  readonly above: Iterable<Marking>;
}

/** What any engine answers; `pins` are of its own. */
export function productOf(
  { args, window, types, of }: Plan,
  { set, groups, above }: Found,
  pins: Readonly<Record<string, string>> = {},
): Product<Response, never> {
  const { from, to } = window;
  const { count, hash } = set;
  // What decides and is measured is known before an object is: an empty window tells of it too.
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

/** One for each reason, with how many groups it has left without a value. */
const exceptionsOf = (groups: readonly MetricGroup[]): readonly Exception[] =>
  unmeasured.flatMap((reason) => {
    const count = groups.filter((group) => group.status === 'unmeasured' && group.reason === reason).length;
    return count === 0
      ? []
      : [{ kind: `aggregation.${reason}`, detail: `${count} of ${groups.length} groups have no value` }];
  });
