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
 * Makes sure that a Decision takes effect, even if `decide` failed after writing it. It resumes the wait whose token is
 * stored. If an Action is approved and no execution is running that would send it, it starts an execution with the next
 * generation. The stream delivers the record again until this succeeds.
 * @throws Failure `dependency.unavailable`
 */
export const takeUp =
  ({ store, tokens, executions, machineArn, now }: TakeUpDependencies) =>
  async (taskId: string): Promise<void> => {
    const task = await store.task(taskId);
    if (!task) throw new Failure('task.unknown', 'the Task that the stream names does not exist');
    if (task.state === 'requested' || task.state === 'open') return;
    const kept = await store.token(taskId);
    if (kept && (await tokens.resume(kept.token, approvalStep({ task }, kept.wait, now()))) === 'resumed') return;
    const action = task.actionId === undefined ? undefined : await store.action(task.actionId);
    if (action?.state !== 'approved') return;
    const start = (generation: number) =>
      executions.start({ machineArn, id: taskId, generation, input: { taskId, generation } });
    const first = await start(generationOf({ round: task.round, version: 1 }));
    // A running execution was resumed already, or it is about to store its token and then sees the Decision.
    if (first.found === 'started' || first.status === 'RUNNING') return;
    await start(generationOf(task));
  };
