import type { ReadEvent } from '../contract/audit.ts';
import { actorOf } from '../contract/authority/identity.ts';
import { ownEventId } from '../contract/dispatch/keys.ts';
import type { Release } from '../contract/system.ts';
import type { Subject } from '../action-plane/subject.ts';
import type { HttpRequest } from './http.ts';

type Read = Pick<ReadEvent, 'release' | 'subject' | 'runId' | 'actionId' | 'purpose' | 'targets'>;

/** Returns the members of the event of a read of a Task. */
export const readOfTask = ({ id: release }: Pick<Release, 'id'>, { task, action }: Subject): Read => ({
  release,
  subject: task.id,
  ...(action && { actionId: action.id }),
  runId: action?.runId ?? task.runId,
  purpose: action?.purpose ?? task.purpose,
});

/** Returns the event of a read of `subject`. The event must be written before the answer is sent. */
export const readEvent = (request: HttpRequest, read: Read): ReadEvent => ({
  kind: 'read',
  eventId: ownEventId(request.function, request.id),
  at: new Date(request.at).toISOString(),
  actor: actorOf(request.caller),
  ...request.via,
  ...read,
});
