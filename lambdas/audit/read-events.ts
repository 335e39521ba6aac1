import { auditCursorOf } from '../../adapters/tables/audit-cursor.ts';
import type { AuditQuery, AuditTable } from '../../adapters/tables/audit-table.ts';
import { Failure } from '../../contract/failures.ts';
import type { Head, Ledger } from '../../contract/system.ts';
import { reads } from '../../contract/authority/reads.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';

export interface AuditDependencies {
  readonly audit: Pick<AuditTable, 'query' | 'progress'>;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly head: Head;
}

const selectors = ['run', 'action', 'tool', 'caller', 'day'] as const;

/**
 * Handles `GET /v1/audit/events`: events by run, action, tool, caller or day, in pages. The audit table follows the
 * ledger within seconds. `indexedUntil` says before which instant the answer is complete, and `sealedUntil` before which
 * instant the events have a signed checkpoint. A cursor skips no event that arrives late.
 */
export const readEvents =
  ({ audit, ledger, head }: AuditDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    if (!reads.Audit(request.caller)) throw new Failure('function.unknown', 'there is nothing at this path');
    const query = queryOf(request.event.queryStringParameters ?? {});
    // The progress is read before the page, so the page is complete at least up to `indexedUntil`.
    const { indexedUntil, sealedUntil } = await audit.progress();
    const page = await audit.query({ ...query, ...(indexedUntil === undefined ? {} : { indexedUntil }) });
    const event = readEvent(request, {
      release: (await head.current()).release,
      subject: `audit by ${Object.keys(query.by).join()}`,
    });
    await ledger.note(event);
    const times = { indexedUntil: indexedUntil ?? null, sealedUntil: sealedUntil ?? null };
    return json(200, { ...page, ...times }, event.eventId);
  };

function queryOf(parameters: Readonly<Record<string, string | undefined>>): AuditQuery {
  const { from, to, cursor, limit, ...rest } = parameters;
  const unknown = Object.keys(rest).find((name) => !selectors.some((selector) => selector === name));
  if (unknown !== undefined) throw new Failure('request.invalid', `${unknown.slice(0, 32)} is not a known parameter`);
  const given = selectors.filter((selector) => rest[selector] !== undefined);
  const [selector, ...others] = given;
  if (selector === undefined || others.length > 0) {
    throw new Failure('request.invalid', `the query needs exactly one of these parameters: ${selectors.join(', ')}`);
  }
  if (cursor !== undefined) auditCursorOf(cursor);
  if (selector === 'day' && !isDay(rest.day ?? ''))
    throw new Failure('request.invalid', 'the parameter day must be a date such as 2026-11-27');
  if (from !== undefined && to !== undefined && instant('from', from) >= instant('to', to)) {
    throw new Failure('request.invalid', 'the time in the parameter from must be before the time in the parameter to');
  }
  return {
    by: { [selector]: rest[selector] } as AuditQuery['by'],
    ...(from === undefined ? {} : { from: instant('from', from) }),
    ...(to === undefined ? {} : { to: instant('to', to) }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}

/** Returns true for a day that exists. Without this check, a thirteenth month would look like a day without events. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

function instant(name: string, text: string): string {
  const millis = Date.parse(text);
  if (Number.isNaN(millis))
    throw new Failure('request.invalid', `the parameter ${name} must be an instant such as 2026-11-27T09:00:00Z`);
  return new Date(millis).toISOString();
}
