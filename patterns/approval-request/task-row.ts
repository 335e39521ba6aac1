import type { Action } from '../../contract/rows/action.ts';
import type { Queue } from '../../contract/artefacts/queue.ts';
import { Failure } from '../../contract/failures.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { taskId } from '../../contract/dispatch/keys.ts';
import type { CallFacts } from '../../contract/pattern.ts';
import type { Task } from '../../contract/rows/task.ts';
import { deadline } from './deadline.ts';

/** The facts from which a Task is made. The id of the Task is made from the subject and the round. */
interface Asked {
  readonly subject: string;
  readonly round: number;
  readonly quorum: number;
  readonly sla: string | undefined;
  /** The instant (ISO 8601) after which no decision is possible. */
  readonly endsAt?: Action['stagedUntil'];
}

/**
 * Makes the row of a requested Task, without its subject and its digest.
 * @throws Failure `run.required`, `arguments.invalid`
 */
export function taskRow(asked: Asked, queue: Queue, call: CallFacts): Omit<Task, 'digest'> {
  if (!call.run)
    throw new Failure('run.required', 'the header Run-Id is missing. Open a run, because each Task belongs to a run');
  const { slaSeconds, dueAt } = deadline(asked.sla, queue, { atMillis: call.atMillis, endsAt: asked.endsAt });
  return {
    id: taskId(asked.subject, asked.round),
    state: 'requested',
    version: 1,
    round: asked.round,
    queue: queue.id,
    groups: queue.groups,
    quorum: asked.quorum,
    requestedBy: actorOf(call.principal),
    requestedAt: call.at,
    slaSeconds,
    dueAt,
    ...warning(queue, dueAt, call.atMillis),
    runId: call.run.runId,
    purpose: call.purpose,
    release: call.release,
    markings: call.markings,
    grants: [],
    wait: 0,
  };
}

/** A Task that has less time than `warnBefore` from the start is not warned about: that it opens says the same. */
function warning({ warnBeforeSeconds }: Queue, dueAt: string, atMillis: number): Pick<Task, 'warnAt'> {
  if (warnBeforeSeconds === undefined) return {};
  const warnMillis = Date.parse(dueAt) - warnBeforeSeconds * 1000;
  return warnMillis > atMillis ? { warnAt: new Date(warnMillis).toISOString() } : {};
}
