import type { ReadEvent } from '../../contract/audit.ts';
import type { Ledger } from '../../contract/system.ts';
import { json, repeated, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';

/** Answers a withdrawal of something that is already withdrawn. Nothing changes, and the reason stays the first one. */
export async function withdrawnBefore(
  ledger: Pick<Ledger, 'note'>,
  read: Pick<ReadEvent, 'release' | 'subject' | 'actionId'>,
  { request, body }: { readonly request: HttpRequest; readonly body: object },
): Promise<HttpAnswer> {
  const event = readEvent(request, read);
  await ledger.note(event);
  return repeated(json(200, body, event.eventId));
}
