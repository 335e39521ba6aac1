import { approvalStep } from '../../../action-plane/steps.ts';
import type { TaskTokens } from '../../../adapters/aws/task-tokens.ts';
import { Failure } from '../../../contract/failures.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Clock } from '../clock.ts';
import { parseInput, waitInput } from '../input.ts';

export interface WaitDependencies extends Pick<Clock, 'now'> {
  readonly store: Pick<ActionPlaneStore, 'storeToken'>;
  readonly tokens: TaskTokens;
}

/**
 * Stores the task token of a wait with an update that returns the row. `decide` writes its Decision first and reads the
 * token afterwards. So whichever of the two functions comes second sees what the other has written, and resumes the
 * wait.
 */
export const storeToken =
  ({ store, tokens, now }: WaitDependencies) =>
  async (input: unknown): Promise<void> => {
    const { taskId, wait, attempt, token } = parseInput(waitInput, input);
    const task = await store.storeToken(taskId, { wait, attempt }, token);
    if (!task) throw new Failure('task.unknown', 'there is no Task with this id');
    // If `resume` returns `gone`, `decide` has seen the token and resumed the wait already.
    if (task.state !== 'open') await tokens.resume(token, approvalStep({ task }, wait, now()));
  };
