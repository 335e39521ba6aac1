import { applyPlanned } from '../../../action-plane/apply.ts';
import { due, expire } from '../../../action-plane/expire.ts';
import { inExecution } from '../../../action-plane/loops.ts';
import { platformActor } from '../../../action-plane/stamp.ts';
import { approvalStep, type ApprovalStep } from '../../../action-plane/steps.ts';
import { mustWarn, warn } from '../../../action-plane/warn.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Clock } from '../clock.ts';
import { approvalInput, parseInput } from '../input.ts';
import { subjectOf } from '../subject-of.ts';

export interface ExpireDependencies extends Clock {
  readonly store: ActionPlaneStore;
}

/**
 * Ends a Task whose deadline has passed. A Task that was decided in the meantime stays decided. If the deadline has not
 * passed yet, the machine waits again. If the time of the warning has come, the warning is recorded first.
 */
export const expireTask =
  ({ store, now, uuid }: ExpireDependencies) =>
  async (input: unknown): Promise<ApprovalStep> => {
    const counted = parseInput(approvalInput, input);
    const { taskId } = counted;
    const waits = (await store.token(taskId))?.wait ?? 0;
    await applyPlanned(store, async () => {
      const subject = await subjectOf(store, taskId);
      const { task } = subject;
      const waiting = task.state === 'requested' || task.state === 'open';
      const isDue = waiting && due(task, waits, now());
      if (!isDue && !mustWarn(task, now())) return undefined;
      const by = platformActor('approval-expire');
      // The head is not read: the Task ends under the release under which it was requested.
      const stamp = { function: 'approval-expire', uuid: uuid(), atMillis: now(), by, release: task.release } as const;
      return { transition: isDue ? expire(subject, stamp) : warn(subject, stamp) };
    });
    const { task, action } = await subjectOf(store, taskId);
    return inExecution(approvalStep({ task, action }, waits, now()), counted);
  };
