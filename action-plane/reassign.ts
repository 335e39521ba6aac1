import type { Queue } from '../contract/artefacts/queue.ts';
import { Failure } from '../contract/failures.ts';
import type { ActionPlaneStore, Transition } from '../contract/rows/action-plane-store.ts';
import type { Task } from '../contract/rows/task.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, type Stamp } from './stamp.ts';
import { moveTask } from './states.ts';
import { subjectIn, type ActionSubject, type Subject } from './subject.ts';

/**
 * Returns the subject if its Task can get another queue now. The queue must be one that the Action's kind names. A Task with a grant
 * keeps its queue: the grant came from a member of this queue.
 * @param queue the id of the other queue
 * @throws Failure `subject.unfit`, `task.not_open`, `task.decided`
 */
export function mayReassign({ task, action }: Subject, queue: string, atMillis: number): ActionSubject {
  if (!action)
    throw new Failure(
      'subject.unfit',
      'the subject of the Task is a validation or classification, which has no kind and so no other queue',
    );
  if (task.state === 'requested')
    throw new Failure('task.not_open', 'the Task is not open yet: the platform is still reading the target again');
  if (task.state !== 'open') throw new Failure('task.decided', `the Task is ${task.state}, so it keeps its queue`);
  if (atMillis >= Date.parse(task.dueAt)) throw new Failure('task.decided', `the Task was due at ${task.dueAt}`);
  if (task.grants.length > 0)
    throw new Failure('task.decided', `a member of ${task.queue} has granted the Task, so it keeps its queue`);
  const others = action.approval.queues.filter((id) => id !== task.queue);
  if (!others.includes(queue)) {
    const next = others.length === 0 ? 'Its kind has no other queue' : `Use one of: ${others.join(', ')}`;
    throw new Failure('subject.unfit', `/queue: the Task cannot get this queue. ${next}`, { pointer: '/queue' });
  }
  return { task, action };
}

/**
 * Returns the transition that gives an open Task another queue. The groups of the new queue decide from now on. The
 * digest and the deadline stay, so the approvers decide what was shown before, and the wait of the state machine goes on.
 */
export function reassign(
  { action, task }: ActionSubject,
  { queue, reason }: { readonly queue: Queue; readonly reason: string },
  stamp: Stamp,
): Transition {
  const id = reassignmentId(task.id, task.version + 1);
  const changes = { queue: queue.id, groups: queue.groups };
  const transition = decisionOf(
    { stamp, seen: action },
    { task: { from: task, to: moveTask(task, 'open', changes) } },
    {
      id,
      kind: 'approval.reassigned',
      ...subjectIn(task),
      taskId: task.id,
      by: stamp.by,
      at: atOf(stamp),
      reason,
      digest: task.digest,
      queue: { from: task.queue, to: queue.id },
    },
  );
  return { ...transition, before: task.dueAt };
}

const reassignmentId = (taskId: string, version: number): string =>
  decisionId('approval.reassigned', `${taskId}#${version}`);

/**
 * Returns the Decision that gave the Task its present queue, if no later transition has changed the Task. Somebody whose
 * answer was lost finds it again, even if the Task is no longer in a queue of theirs.
 */
export const lastReassignment = (
  store: Pick<ActionPlaneStore, 'decision'>,
  { id, version }: Pick<Task, 'id' | 'version'>,
) => store.decision(reassignmentId(id, version));
