import { z } from 'zod';
import { ask } from './ask.ts';
import { answered } from './shapes.ts';
import { until } from './until.ts';

const event = z.looseObject({
  eventId: z.string(),
  kind: z.enum([
    'dispatch',
    'transition',
    'decision',
    'run',
    'source',
    'import',
    'release',
    'erasure',
    'owner',
    'reconciliation',
    'read',
    'thread',
    'request',
  ]),
  at: z.string(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  release: z.string(),
  runId: z.string().optional(),
  actionId: z.string().optional(),
  purpose: z.string().optional(),
  tool: z.string().optional(),
  outcome: z.string().optional(),
  code: z.string().optional(),
  verdict: z.string().optional(),
  policies: z.array(z.string()).optional(),
  argsHash: z.string().optional(),
  resultHash: z.string().optional(),
  exceptionsHash: z.string().optional(),
  replays: z.string().optional(),
  subject: z.string().optional(),
  snapshot: z.string().optional(),
  decisionKind: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  reason: z.string().optional(),
  actionVersion: z.number().optional(),
});
export type LoggedEvent = z.infer<typeof event>;
const page = z.object({
  events: z.array(event),
  cursor: z.string().optional(),
  indexedUntil: z.string().nullable(),
  sealedUntil: z.string().nullable(),
});

export type By = { run: string } | { action: string } | { caller: string } | { day: string; from: string };

/**
 * Reads every event of a run, an Action, a caller or a day, page by page, in the log's order.
 *
 * @param of sends the requests; to the demo's API by default
 */
export async function auditLog(by: By, of = ask): Promise<z.infer<typeof page>> {
  // A page repeats events if another one arrived late.
  const events = new Map<string, LoggedEvent>();
  let cursor: string | undefined;
  for (;;) {
    const query = new URLSearchParams({ ...by, limit: '200', ...(cursor === undefined ? {} : { cursor }) });
    const read = answered(await of('auditor', { method: 'GET', path: `/v1/audit/events?${query.toString()}` }), page);
    for (const one of read.events) events.set(one.eventId, one);
    cursor = read.cursor;
    if (cursor === undefined) return { ...read, events: [...events.values()] };
  }
}

/** Waits until the audit log has these events; it follows the ledger within seconds. @returns all events of the query */
export const auditLogWith = (by: By, eventIds: readonly (string | undefined)[], of = ask): Promise<LoggedEvent[]> =>
  until('copying the events into the audit log', async () => {
    const { events } = await auditLog(by, of);
    const logged = new Set(events.map(({ eventId }) => eventId));
    return eventIds.every((id) => id !== undefined && logged.has(id)) ? events : undefined;
  });

/** Waits until the audit log has all transitions of an Action. @returns them by version */
export const transitionsOf = ({ id, version }: { id: string; version: number }): Promise<LoggedEvent[]> =>
  until('copying all transitions of the Action into the audit log', async () => {
    const { events } = await auditLog({ action: id });
    const transitions = events.filter(
      ({ kind, from, to }) => kind !== 'dispatch' && from !== undefined && to !== undefined,
    );
    return transitions.length >= version - 1 ? transitions : undefined;
  });
