import type { Action } from '../../contract/rows/action.ts';
import type { Queue } from '../../contract/artefacts/queue.ts';
import { approvalDigest } from '../../contract/rows/approval-digest.ts';
import { Failure } from '../../contract/failures.ts';
import type { CallFacts, Product, RefTargets } from '../../contract/pattern.ts';
import type { Ports } from '../../contract/ports.ts';
import type { DispatchRecord, Effect } from '../../contract/system.ts';
import type { Task } from '../../contract/rows/task.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import { requestForDecision } from './request-for-decision.ts';
import type { Request, Response } from './schema.ts';
import { taskRow } from './task-row.ts';
import { unfitApproval } from './unfit.ts';

export type Asked = Product<Response, Extract<Effect, { put: 'Task' }>>;

export interface Refs {
  /** The subject that the request names: either an Action or a recorded decision of a tool. */
  readonly action?: RefTargets['Action'] | undefined;
  readonly decision?: DispatchRecord | undefined;
  readonly queue: Queue;
}

/**
 * Makes the Task for a subject and its round. If the Task already exists, it is returned and nothing is written.
 * @throws Failure `subject.unfit`, `run.required`, `arguments.invalid`, `evidence.mismatch`
 */
export async function requestApproval(
  { args, refs }: { readonly args: Request; readonly refs: Refs },
  { actions }: Pick<Ports, 'actions'>,
  call: CallFacts,
): Promise<Asked> {
  if (args.subject.kind === 'Action') return requestForAction(args, refs, call);
  const { decision, queue } = refs;
  if (!decision)
    throw new Failure('event.unknown', '/subject/id: no event with this id belongs to this run of the caller', {
      pointer: '/subject/id',
    });
  const { task, shown } = requestForDecision(args, { record: decision, queue }, call);
  const standing = await actions.task(task.id);
  return standing ? answer(standing) : { ...answer(task), effect: { put: 'Task', row: task, shown } };
}

function requestForAction(args: Request, { action: subject, queue }: Refs, call: CallFacts): Asked {
  if (!subject)
    throw new Failure('action.unknown', '/subject/id: no Action with this id belongs to the caller', {
      pointer: '/subject/id',
    });
  const { action, task: standing } = subject;
  if (standing) return answer(standing);
  mustBeOpen(action, queue, call.atMillis);
  const asked = { subject: action.id, round: action.round, quorum: action.approval.quorum, sla: args.sla };
  const row = taskRow({ ...asked, endsAt: action.stagedUntil }, queue, call);
  const task: Task = {
    ...row,
    actionId: action.id,
    digest: approvalDigest(action, row.dueAt),
    markings: [...new Set([...action.markings, ...call.markings])].sort(),
  };
  return { ...answer(task), effect: { put: 'Task', row: task } };
}

const answer = (task: Task): Asked => ({
  result: viewOfTask(task),
  decision: {
    ...(task.actionId === undefined ? {} : { actionId: task.actionId }),
    ...(task.decision === undefined ? {} : { basis: task.decision.eventId }),
    taskId: task.id,
  },
});

function mustBeOpen(action: Action, queue: Queue, atMillis: number): void {
  if (!action.approval.queues.includes(queue.id)) {
    throw unfitApproval(
      `/queue: ${queue.id} does not approve this kind of Action. Use one of: ${action.approval.queues.join(', ')}`,
      '/queue',
    );
  }
  if (action.state !== 'staged')
    throw unfitApproval(
      `/subject/id: the Action is ${action.state}, but approval can be requested only for a staged Action`,
      '/subject/id',
    );
  // At least a second must be left for a decision.
  if (!(Date.parse(action.stagedUntil) - atMillis >= 1000))
    throw unfitApproval(
      '/subject/id: the Action has expired or expires within a second. Stage it again',
      '/subject/id',
    );
}
