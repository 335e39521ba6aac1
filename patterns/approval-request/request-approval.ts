import type { Action } from '../../contract/rows/action.ts';
import type { Queue } from '../../contract/artefacts/queue.ts';
import { approvalDigest } from '../../contract/rows/approval-digest.ts';
import { Failure } from '../../contract/failures.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { taskId } from '../../contract/dispatch/keys.ts';
import type { CallFacts, Product, RefTargets } from '../../contract/pattern.ts';
import type { Effect } from '../../contract/system.ts';
import type { Task } from '../../contract/rows/task.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import { deadline } from './deadline.ts';
import type { Request, Response } from './schema.ts';

type Asked = Product<Response, Extract<Effect, { put: 'Task' }>>;

/**
 * One Task an Action and round: where it stands already it is the answer, without an effect.
 * @throws Failure `subject.unfit`, `run.required`, `arguments.invalid`
 */
export function requestApproval(
  args: Request,
  { subject, queue }: { readonly subject: RefTargets['Action']; readonly queue: Queue },
  call: CallFacts,
): Asked {
  if (args.subject.kind !== 'Action') {
    throw unfit(
      '/subject/kind: must be "Action". A Decision cannot be approved: approve the Action that it made',
      '/subject/kind',
    );
  }
  const { action, task: standing } = subject;
  if (standing) return answer(standing);
  if (!call.run) throw new Failure('run.required', 'Run-Id is missing: a Task belongs to a run');
  mustBeOpen(action, queue, call.atMillis);

  const { slaSeconds, dueAt } = deadline(args.sla, queue, action, call.atMillis);
  const task: Task = {
    id: taskId(action.id, action.round),
    state: 'requested',
    version: 1,
    actionId: action.id,
    round: action.round,
    queue: queue.id,
    groups: queue.groups,
    quorum: action.approval.quorum,
    digest: approvalDigest(action, dueAt),
    requestedBy: actorOf(call.principal),
    requestedAt: call.at,
    slaSeconds,
    dueAt,
    runId: call.run.runId,
    purpose: call.purpose,
    release: call.release,
    markings: [...new Set([...action.markings, ...call.markings])].sort(),
    grants: [],
    wait: 0,
  };
  return { ...answer(task), effect: { put: 'Task', row: task } };
}

const answer = (task: Task): Asked => ({
  result: viewOfTask(task),
  decision: { actionId: task.actionId, taskId: task.id },
});

function mustBeOpen(action: Action, queue: Queue, atMillis: number): void {
  if (!action.approval.queues.includes(queue.id)) {
    throw unfit(
      `/queue: ${queue.id} does not approve this kind of Action. Use ${action.approval.queues.join(', ')}`,
      '/queue',
    );
  }
  if (action.state !== 'staged')
    throw unfit(`/subject/id: the Action is ${action.state}, and must be staged`, '/subject/id');
  // A deadline needs a second at least, or nobody could decide.
  if (!(Date.parse(action.stagedUntil) - atMillis >= 1000))
    throw unfit('/subject/id: the Action expires within a second or has expired', '/subject/id');
}

const unfit = (detail: string, pointer: string): Failure => new Failure('subject.unfit', detail, { pointer });
