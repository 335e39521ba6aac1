import { covers } from '../../contract/authority/markings.ts';
import type { Action } from '../../contract/rows/action.ts';
import type { Task } from '../../contract/rows/task.ts';
import type { Release } from '../../contract/system.ts';
import { clearanceOf } from '../clearance.ts';
import type { HttpRequest } from '../http.ts';
import { kindTitles } from '../lists/titles.ts';
import { approvalsOf, nextStep } from './action-answer.ts';
import type { ActionsDependencies } from './read-action.ts';
import { waitsForOperator } from './waits-for-operator.ts';

/**
 * Returns the rows of a list of Actions. Of an Action for whose markings the caller is not cleared, a row has only the
 * state and the next step.
 */
export async function actionRows(
  { lists, library }: Pick<ActionsDependencies, 'lists' | 'library'>,
  { release, request }: { readonly release: Release; readonly request: HttpRequest },
  actions: readonly Action[],
): Promise<readonly object[]> {
  if (actions.length === 0) return [];
  const clearance = await clearanceOf(release, request.caller);
  const tasks = await lists.tasksOf(actions);
  const titleOf = kindTitles(release);
  return Promise.all(
    actions.map(async (action, i) => {
      const task = tasks[i];
      const state = {
        id: action.id,
        state: action.state,
        version: action.version,
        stagedAt: action.stagedAt,
        ageSeconds: Math.floor((request.at - Date.parse(action.stagedAt)) / 1000),
        next: nextStep(action, task, await waitsForOperator(library, action)),
        markings: action.markings,
      };
      if (!covers(clearance, action.markings)) return { ...state, readable: false };
      return { ...state, readable: true, title: await titleOf(action.kind), ...contentOf(action, task) };
    }),
  );
}

const contentOf = (action: Action, task: Task | undefined) => ({
  kind: action.kind,
  target: { sor: action.target.sor, resource: action.target.resource, ref: action.target.ref },
  requester: action.requester,
  owner: action.owner,
  purpose: action.purpose,
  runId: action.runId,
  reason: action.reason,
  approvals: task && approvalsOf(task),
  attempts: action.attempts,
  reconciliations: action.reconciliations,
  receipt: action.sorReceipt,
  compensates: action.compensates,
  compensatedBy: action.compensatedBy,
});
