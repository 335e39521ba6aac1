import { generationOf } from '../../../action-plane/steps.ts';
import type { Executions } from '../../../adapters/aws/executions.ts';
import { Failure } from '../../../contract/failures.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';

export interface StartDependencies {
  readonly store: Pick<ActionPlaneStore, 'task'>;
  readonly executions: Executions;
  /** The ARN of the state machine that waits for an approval. */
  readonly machineArn: string;
}

/**
 * Starts the approval of a new Task exactly once, because the Task and its generation are the name of the execution. If
 * an execution with this name exists, the state of that execution is read. If that execution succeeded, it has started
 * the next one. If it was stopped, no execution waits for the Task, so an error is thrown.
 */
export const startApproval =
  ({ store, executions, machineArn }: StartDependencies) =>
  async (taskId: string): Promise<void> => {
    const task = await store.task(taskId);
    if (!task) throw new Failure('task.unknown', 'the Task that the stream names does not exist');
    if (task.state !== 'requested' && task.state !== 'open') return;
    // The generation that the Task had when it was new, even if its row has changed since. If the stream delivers the
    // record twice, the second start has the same name as the first.
    const generation = generationOf({ round: task.round, version: 1 });
    const input = { taskId, generation };
    const start = await executions.start({ machineArn, id: taskId, generation, input });
    if (start.found === 'started' || start.status === 'RUNNING' || start.status === 'SUCCEEDED') return;
    // The execution ended while the Task was still waiting for it.
    throw new Failure(
      'internal',
      `the approval of ${taskId} ended before the Task was decided. The status of the execution is ${start.status}`,
    );
  };
