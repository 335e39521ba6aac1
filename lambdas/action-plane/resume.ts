import { approvalStep } from '../../action-plane/steps.ts';
import type { TaskTokens } from '../../adapters/aws/task-tokens.ts';
import { Failure } from '../../contract/failures.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { Task } from '../../contract/rows/task.ts';

export interface ResumeDependencies {
  readonly store: Pick<ActionPlaneStore, 'token'>;
  readonly tokens: TaskTokens;
  readonly now: () => number;
}

/**
 * Resumes the wait of a decided Task, if its token is stored. An error here does not undo the decision. The next
 * attempt to decide tries again to resume the wait. If nobody tries again, the wait ends at its deadline, and the
 * machine then reads the row.
 */
export async function resumeIfDecided({ store, tokens, now }: ResumeDependencies, task: Task): Promise<void> {
  if (task.state === 'open' || task.state === 'requested') return;
  try {
    const kept = await store.token(task.id);
    if (kept) await tokens.resume(kept.token, approvalStep({ task }, kept.wait, now()));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}
