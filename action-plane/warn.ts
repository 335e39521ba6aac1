import type { Transition } from '../contract/rows/action-plane-store.ts';
import type { Task } from '../contract/rows/task.ts';
import { atOf, transitionOf, type Stamp } from './stamp.ts';
import { moveTask } from './states.ts';
import type { Subject } from './subject.ts';

/** The reason in the event of a warning. */
export const warned = 'task.warned' as const;

/** Returns the epoch milliseconds of the warning that an open Task has still to get. Undefined if there is none. */
export const warningMillis = ({ state, warnAt, warnedAt }: Task): number | undefined =>
  state === 'open' && warnAt !== undefined && warnedAt === undefined ? Date.parse(warnAt) : undefined;

/** Returns true if an open Task must be warned about now. */
export const mustWarn = (task: Task, atMillis: number): boolean => atMillis >= (warningMillis(task) ?? Infinity);

/** Returns the transition of a warning. The Task stays open, with the same digest and the same deadline. */
export const warn = ({ action, task }: Subject, stamp: Stamp): Transition =>
  transitionOf(
    { stamp, seen: action ?? task },
    { task: { from: task, to: moveTask(task, 'open', { warnedAt: atOf(stamp) }) } },
    warned,
  );
