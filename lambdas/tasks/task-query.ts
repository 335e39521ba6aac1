import type { Queue } from '../../contract/artefacts/queue.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { taskStates, waitingTaskStates, type TaskState } from '../../contract/rows/task.ts';
import type { TaskPart } from '../../contract/rows/row-lists.ts';
import type { HttpRequest } from '../http.ts';
import { instantOf, limitOf, parametersOf, statesOf } from '../lists/parameters.ts';

export interface TaskQuery {
  readonly queue?: string;
  readonly states: readonly TaskState[];
  /** `me`, or the id or the name of the caller that requested approval. */
  readonly requester?: string;
  /** The id of the record that an Action changes. */
  readonly target?: string;
  /** Only Tasks with an earlier deadline; ISO 8601. */
  readonly dueBelow?: string;
  readonly limit: number;
  readonly cursor?: string;
  /** The parameters to which a cursor belongs. */
  readonly bound: Readonly<Record<string, string>>;
}

const names = ['queue', 'state', 'requester', 'target', 'due', 'limit', 'cursor'] as const;

/** Parses the parameters of a list of Tasks. @throws Failure `request.invalid` */
export function taskQueryOf(request: HttpRequest): TaskQuery {
  const { state, due, limit, cursor, ...same } = parametersOf(request, names);
  return {
    ...same,
    states: statesOf(state, taskStates, waitingTaskStates),
    ...(due === undefined ? {} : { dueBelow: instantOf('due', due, { atMillis: request.at, ahead: 1 }) }),
    limit: limitOf(limit),
    ...(cursor === undefined ? {} : { cursor }),
    bound: { ...same, ...(state === undefined ? {} : { state }), ...(due === undefined ? {} : { due }) },
  };
}

/**
 * Returns the list that a query reads: the Tasks that the caller has requested, those of one queue, or those of all
 * queues of the caller.
 */
export function listOf(
  { requester, queue }: TaskQuery,
  { caller }: HttpRequest,
  own: readonly Queue[],
): TaskPart['of'] {
  if (requester === 'me') return { requester: actorOf(caller) };
  return { queues: queue === undefined ? [...new Set(own.map(({ id }) => id))] : [queue] };
}
