import type { AuditQuery, AuditTable } from '../../../adapters/tables/audit-table.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import type { Action, ActionCase } from '../../../contract/rows/action.ts';

/** The most pages of 200 events that a story reads by Action, and by run. */
const mostPages = 10;

/**
 * Reads the events of an Action, and the calls of its run whose answers the Action cites, in the order of time.
 * `unknown` names each cited event that the table does not have, and says if there are more events than a story reads.
 */
export async function eventsOfStory(
  audit: Pick<AuditTable, 'query'>,
  {
    action,
    shown,
    indexedUntil,
  }: { readonly action: Action; readonly shown?: ActionCase; readonly indexedUntil?: string },
): Promise<{ readonly events: readonly AuditEvent[]; readonly unknown: readonly string[] }> {
  const known = indexedUntil === undefined ? {} : { indexedUntil };
  const own = await pagesOf(audit, { by: { action: action.id }, ...known });
  const cited = citedBy(action, shown);
  const ofRun = await pagesOf(audit, { by: { run: action.runId }, ...known });
  const events = new Map(own.events.map((event) => [event.eventId, event]));
  for (const event of ofRun.events) if (cited.has(event.eventId)) events.set(event.eventId, event);
  const missing = [...cited].filter((id) => !events.has(id));
  return {
    events: [...events.values()].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    unknown: [
      ...missing.map((id) => `The event ${id}, which the Action cites, was not found among the events of its run.`),
      ...(own.isCut ? ['The Action has more events than a story reads. Ask for all with GET /v1/audit/events.'] : []),
    ],
  };
}

/** Returns the ids of the events whose answers the Action cites, and of the call that staged it. */
const citedBy = ({ authoring, lookups = {} }: Action, shown: ActionCase | undefined): ReadonlySet<string> =>
  new Set([
    authoring.basis,
    authoring.eventId,
    ...Object.values(lookups).map(({ eventId }) => eventId),
    ...(shown?.evidence ?? []).map(({ eventId }) => eventId),
    ...Object.values(shown?.drafts ?? {}),
  ]);

async function pagesOf(
  audit: Pick<AuditTable, 'query'>,
  query: Omit<AuditQuery, 'cursor' | 'limit'>,
): Promise<{ readonly events: readonly AuditEvent[]; readonly isCut: boolean }> {
  const events = new Map<string, AuditEvent>();
  let cursor: string | undefined;
  for (let read = 0; read < mostPages; read += 1) {
    const page = await audit.query({ ...query, limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    for (const event of page.events) events.set(event.eventId, event);
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return { events: [...events.values()], isCut: cursor !== undefined };
}
