import type { AuditPage, AuditTable } from '../../adapters/tables/audit-table.ts';
import { Failure } from '../../contract/failures.ts';
import type { Head, Ledger } from '../../contract/system.ts';
import { reads } from '../../contract/authority/reads.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';
import { eventQueryOf, type EventQuery } from './event-query.ts';

export interface AuditDependencies {
  readonly audit: Pick<AuditTable, 'query' | 'progress'>;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly head: Head;
}

/**
 * Handles `GET /v1/audit/events`: events that fulfil all given conditions, in pages. The audit table follows the ledger
 * within seconds. `indexedUntil` says before which instant the answer is complete, and `sealedUntil` before which
 * instant the events have a signed checkpoint. A cursor skips no event that arrives late.
 */
export const readEvents =
  ({ audit, ledger, head }: AuditDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    if (!reads.Audit(request.caller)) throw new Failure('function.unknown', 'there is nothing at this path');
    const { query, conditions, filter } = eventQueryOf(request);
    // The progress is read before the page, so the page is complete at least up to `indexedUntil`.
    const { indexedUntil, sealedUntil } = await audit.progress();
    const known = { ...query, ...(indexedUntil === undefined ? {} : { indexedUntil }) };
    const page = filter === undefined ? await audit.query(known) : await filteredPage(audit, known, filter);
    const event = readEvent(request, {
      release: (await head.current()).release,
      subject: `audit by ${conditions.join()}`,
    });
    await ledger.note(event);
    const times = { indexedUntil: indexedUntil ?? null, sealedUntil: sealedUntil ?? null };
    return json(200, { ...page, ...times }, event.eventId);
  };

/** The most pages of the table that one request reads. This limits the time of a request that finds nothing. */
const mostPages = 25;

/**
 * Reads pages of the table until one of them has an event that passes the filter, or until `mostPages` are read. The
 * result may have no event and still a cursor, with which the search goes on.
 */
async function filteredPage(
  audit: Pick<AuditTable, 'query'>,
  query: EventQuery['query'],
  filter: NonNullable<EventQuery['filter']>,
): Promise<AuditPage> {
  let cursor = query.cursor;
  for (let read = 1; ; read += 1) {
    const page = await audit.query({ limit: 200, ...query, ...(cursor === undefined ? {} : { cursor }) });
    const events = page.events.filter(filter);
    cursor = page.cursor;
    if (events.length > 0 || cursor === undefined || read === mostPages) return { ...page, events };
  }
}
