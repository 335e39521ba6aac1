import { generationOf } from '../../../action-plane/steps.ts';
import type { Executions } from '../../../adapters/aws/executions.ts';
import { Failure } from '../../../contract/failures.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';

export interface StartDependencies {
  readonly store: Pick<ActionPlaneStore, 'task'>;
  readonly executions: Executions;
  /** ARN of the state machine that waits for an approval. */
  readonly machineArn: string;
}

/**
 * Starts the approval of a Task whose record the stream has told of, once: the name of the execution is the Task and its
 * generation. An execution that exists is looked into: one that stopped leaves its Task to nobody, so it is told.
 */
export const startApproval =
  ({ store, executions, machineArn }: StartDependencies) =>
  async (taskId: string): Promise<void> => {
    const task = await store.task(taskId);
    if (!task) throw new Failure('task.unknown', 'the stream names no Task');
    if (task.state !== 'requested' && task.state !== 'open') return;
    // As it was put, however far it is by now: told twice, the second start meets the first one's name.
    const generation = generationOf({ round: task.round, version: 1 });
    const input = { taskId, generation };
    const start = await executions.start({ machineArn, id: taskId, generation, input });
    if (start.found === 'started' || start.status === 'RUNNING') return;
    // It ended while the Task still waits for it.
    throw new Failure('internal', `the approval of ${taskId} ended before it began: ${start.status}`);
  };
