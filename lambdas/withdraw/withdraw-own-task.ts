import { applyPlanned } from '../../action-plane/apply.ts';
import type { Stamp } from '../../action-plane/stamp.ts';
import { withdrawTask } from '../../action-plane/withdraw-task.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { reads } from '../../contract/authority/reads.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { Failure } from '../../contract/failures.ts';
import type { Task } from '../../contract/rows/task.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import { decisionId } from '../../action-plane/decision-id.ts';
import { resumeIfDecided } from '../action-plane/resume.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import type { WithdrawDependencies } from './withdraw-action.ts';
import { withdrawal } from './withdrawal.ts';
import { withdrawnBefore } from './withdrawn-before.ts';

/**
 * Handles `POST /v1/tasks/{id}/withdraw`: the requester withdraws a Task whose subject is a validation or
 * classification. The answer to a second request has the reason of the first one, which is not changed.
 */
export const withdrawOwnTask = (deps: WithdrawDependencies) => {
  const { store } = deps;
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const { reason } = withdrawal(request);
    const release = (await releaseInForce(deps)).id;
    const by = actorOf(request.caller);
    const ownTask = async (): Promise<Task> => {
      const task = await store.task(request.event.pathParameters?.['id'] ?? '');
      if (!task || !reads.OwnTask(request.caller, task))
        throw new Failure('task.unknown', 'this caller has not requested a Task with this id');
      return task;
    };
    const planned = await applyPlanned(store, async () => {
      const task = await ownTask();
      if (task.state === 'withdrawn' && task.actionId === undefined) return undefined;
      const { id: uuid, via } = request;
      const stamp: Stamp = { function: 'withdraw', uuid, atMillis: deps.now(), by, release, via };
      return { transition: withdrawTask(task, reason, stamp) };
    });
    const { task: moved, event } = planned?.transition ?? {};
    const task = moved?.to ?? (await ownTask());
    await resumeIfDecided(deps, task);
    const id = decisionId('approval.withdrawn', task.id);
    const body = { decisionId: id, reason: task.reason, task: viewOfTask(task) };
    if (event) return json(200, body, event.eventId);
    return withdrawnBefore(deps.ledger, { release, subject: task.id }, { request, body });
  };
};
