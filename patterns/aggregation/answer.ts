import type { Exception } from '../../contract/failures.ts';
import type { Marking } from '../../contract/authority/markings.ts';
import type { Product } from '../../contract/pattern.ts';
import type { ObjectSet } from './object-set.ts';
import type { Plan } from './plan.ts';
import { unmeasured, type MetricGroup, type Response } from './schema.ts';

export interface Found {
  readonly set: ObjectSet;
  readonly groups: readonly MetricGroup[];
  /** Markings that some objects have in addition to the markings of their type. */
  readonly above: Iterable<Marking>;
}

/** Makes the answer, in the same way for both engines. `pins` are pins that only the calling engine adds. */
export function productOf(
  { args, window, types, of }: Plan,
  { set, groups, above }: Found,
  pins: Readonly<Record<string, string>> = {},
): Product<Response, never> {
  const { from, to } = window;
  const { count, hash } = set;
  // The markings of the measured members do not depend on the objects, so the answer has them even if the window is
  // empty.
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

/** Returns one exception for each reason, with the number of groups that have no value for that reason. */
const exceptionsOf = (groups: readonly MetricGroup[]): readonly Exception[] =>
  unmeasured.flatMap((reason) => {
    const count = groups.filter((group) => group.status === 'unmeasured' && group.reason === reason).length;
    return count === 0
      ? []
      : [{ kind: `aggregation.${reason}`, detail: `${count} of ${groups.length} groups have no value` }];
  });
