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
 * Keeps the token of a wait by an update that answers the row. `decide` writes first and reads the token after it, so
 * whichever of the two comes second sees what the other wrote, and resumes.
 */
export const storeToken =
  ({ store, tokens, now }: WaitDependencies) =>
  async (input: unknown): Promise<void> => {
    const { taskId, wait, attempt, token } = parseInput(waitInput, input);
    const task = await store.storeToken(taskId, { wait, attempt }, token);
    if (!task) throw new Failure('task.unknown', 'there is no such Task');
    // `gone`: `decide` saw the token and has resumed already.
    if (task.state !== 'open') await tokens.resume(token, approvalStep({ task }, wait, now()));
  };
