import type { ReadEvent } from '../contract/audit.ts';
import { actorOf } from '../contract/authority/identity.ts';
import { ownEventId } from '../contract/dispatch/keys.ts';
import type { HttpRequest } from './http.ts';

/** Returns the event of a read of `subject`. The event must be written before the answer is sent. */
export const readEvent = (
  request: HttpRequest,
  read: Pick<ReadEvent, 'release' | 'subject' | 'runId' | 'actionId' | 'purpose'>,
): ReadEvent => ({
  kind: 'read',
  eventId: ownEventId(request.function, request.id),
  at: new Date(request.at).toISOString(),
  actor: actorOf(request.caller),
  ...request.via,
  ...read,
});
