import { approvalStep, generationOf } from '../../../action-plane/steps.ts';
import type { TaskTokens } from '../../../adapters/aws/task-tokens.ts';
import { Failure } from '../../../contract/failures.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { StartDependencies } from './start-approval.ts';

export interface TakeUpDependencies extends StartDependencies {
  readonly store: Pick<ActionPlaneStore, 'task' | 'action' | 'token'>;
  readonly tokens: TaskTokens;
  readonly now: () => number;
}

/**
 * The second hand-over of a Decision, told by the stream: `decide` may have failed to resume the wait. It resumes the wait
 * that is kept. If an Action is approved and no execution runs that would send it, it starts the next generation of one.
 * The stream tells it again until it has succeeded.
 * @throws Failure `dependency.unavailable`
 */
export const takeUp =
  ({ store, tokens, executions, machineArn, now }: TakeUpDependencies) =>
  async (taskId: string): Promise<void> => {
    const task = await store.task(taskId);
    if (!task) throw new Failure('task.unknown', 'the stream names no Task');
    if (task.state === 'requested' || task.state === 'open') return;
    const kept = await store.token(taskId);
    if (kept && (await tokens.resume(kept.token, approvalStep({ task }, kept.wait, now()))) === 'resumed') return;
    const action = task.actionId === undefined ? undefined : await store.action(task.actionId);
    if (action?.state !== 'approved') return;
    const start = (generation: number) =>
      executions.start({ machineArn, id: taskId, generation, input: { taskId, generation } });
    const first = await start(generationOf({ round: task.round, version: 1 }));
    // One that runs has been resumed, or is about to keep its token, and sees the decision then.
    if (first.found === 'started' || first.status === 'RUNNING') return;
    await start(generationOf(task));
  };
