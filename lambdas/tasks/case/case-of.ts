import type { Subject } from '../../../action-plane/subject.ts';
import { Failure } from '../../../contract/failures.ts';
import type { ActionCase } from '../../../contract/rows/action.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { DecisionCase } from '../../../contract/rows/task.ts';

/** The case of a Task: what a human is asked to decide, as the platform has checked it. */
export type KeptCase = { readonly payload: unknown; readonly shown: ActionCase } | { readonly judged: DecisionCase };

/** Reads the case of a Task. @throws Failure `result.erased`, `internal` if it is missing */
export async function caseOf(
  store: Pick<ActionPlaneStore, 'attachment'>,
  { action, task }: Subject,
): Promise<KeptCase> {
  if (!action) return { judged: (await kept(store, task.decision?.caseHash ?? '')) as DecisionCase };
  const [payload, shown] = await Promise.all([kept(store, action.payloadHash), kept(store, action.caseHash)]);
  return { payload, shown: shown as ActionCase };
}

/** Returns a payload or a case. It is canonical JSON that the platform wrote and stored under its hash. */
async function kept(store: Pick<ActionPlaneStore, 'attachment'>, hash: string): Promise<unknown> {
  const text = await store.attachment(hash);
  if (text === undefined)
    throw new Failure('internal', 'the payload or the case of the Task is missing from the store');
  return JSON.parse(text);
}
