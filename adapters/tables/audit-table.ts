import type { AuditEvent } from '../../contract/audit.ts';
import { eventName } from '../../contract/values/event-name.ts';
import { canonicalJson, sha256 } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { auditCursorOf, cursorAfter, pageAfter } from './audit-cursor.ts';
import { auditLogRows } from './audit-log-rows.ts';
import { auditProgress, type AuditProgress } from './audit-progress.ts';
import type { Database, Item, Query } from './database.ts';
import { reading } from './faults.ts';
import { itemOf, itemText } from './item.ts';
import { persist } from './persist.ts';

export interface AuditQuery {
  /** The value to query by. Exactly one member is present. `day` is an ISO 8601 date, for queries by time alone. */
  readonly by: { run: string } | { action: string } | { tool: string } | { caller: string } | { day: string };
  /**
   * The range of time as ISO 8601 instants: `from` is included, `to` is not. A query by Action has no range, because
   * its events are ordered by version.
   */
  readonly from?: string;
  readonly to?: string;
  /** The cursor that the previous page ended with. */
  readonly cursor?: string;
  /** The number of events in a page, at most 200. @default 50 */
  readonly limit?: number;
  /**
   * Every event with an earlier time than this instant is in the table already. @default unknown: an event of any time may
   * still be added
   */
  readonly indexedUntil?: string;
}

export interface AuditPage {
  readonly events: readonly AuditEvent[];
  /**
   * Present only if there are more events now. The next page skips no event, even if an event arrives late. If one
   * does, the next page may repeat events.
   */
  readonly cursor?: string;
}

export interface AuditTable {
  /**
   * Puts an event under its uuid. Repeating this changes nothing. If a call has two events, and one of them is a
   * refusal or failure, the other event is kept.
   */
  put(event: AuditEvent): Promise<void>;
  /** Puts an event as `put` does, but does not write an event that is stored already. */
  putMissing(event: AuditEvent): Promise<void>;
  /** Keeps the text of an event that the audit log cannot hold, so that somebody can repair it. No index shows it. */
  setAside(eventId: string, text: string): Promise<void>;
  /** Returns events in order: by version for an Action, otherwise by time. */
  query(query: AuditQuery): Promise<AuditPage>;
  /** Returns how far the table and the transparency log follow the ledger. */
  progress(): Promise<AuditProgress>;
}

export const auditTable = (database: Database): AuditTable => ({
  async put(event) {
    const item = auditItem(event);
    const value = Number(item['rank']);
    await persist(database, [{ put: item, in: 'audit', if: atMost('rank', value) }]);
  },

  async putMissing(event) {
    const item = auditItem(event);
    const value = Number(item['rank']) - 1;
    await persist(database, [{ put: item, in: 'audit', if: atMost('rank', value) }]);
  },

  async setAside(eventId, text) {
    await persist(database, [
      { put: itemOf(`aside#${sha256(eventId)}`, { eventId: eventName(eventId), text }), in: 'audit' },
    ]);
  },

  async query(query) {
    const limit = query.limit ?? 50;
    if (!Number.isInteger(limit) || limit < 1 || limit > 200)
      throw new Failure('request.invalid', 'the parameter limit must be a whole number from 1 to 200');
    const place = query.cursor === undefined ? start : auditCursorOf(query.cursor);
    const after = place.settled === '' ? {} : { after: place.settled };
    // One more event is read than asked for, to know if there is another page.
    const most = place.returned + limit + 1;
    const asked = { in: 'audit' as const, ...partitionOf(query), ...spanOf(query), ...after, limit: most };
    const items = await reading('dependency.unavailable', database.query(asked));
    const sort = 'action' in query.by ? 'actionSk' : 'sk';
    const { begin, page } = pageAfter(place, { items, sort, limit });
    const end = begin + page.length;
    const of = { sort, settled: place.settled, ...(query.indexedUntil && { indexedUntil: query.indexedUntil }) };
    const cursor = items.length > end ? cursorAfter(items.slice(0, end), of) : undefined;
    return {
      events: page.map((item) => JSON.parse(itemText(item, 'event')) as AuditEvent),
      ...(cursor === undefined ? {} : { cursor }),
    };
  },

  progress: () => auditProgress(auditLogRows(database)),
});

const start = { last: '', settled: '', returned: 0 };

const atMost = (attribute: string, value: number) => ({ is: 'at most', attribute, value, stands: false }) as const;

/**
 * Writes a version with six digits, so that versions sort as text. That is enough, because an Action's attempts and
 * rounds are limited.
 */
const padded = (version: number): string => String(version).padStart(6, '0');

function auditItem(event: AuditEvent): Item {
  const uuid = event.eventId.slice(event.eventId.lastIndexOf('.') + 1);
  const sk = `${event.at}#${uuid}`;
  const { actionId } = event;
  const version = event.kind === 'transition' || event.kind === 'decision' ? (event.actionVersion ?? 0) : 0;
  return itemOf(uuid, {
    kind: event.kind,
    event: canonicalJson(event),
    rank: 'outcome' in event && (event.outcome === 'refused' || event.outcome === 'failed') ? 0 : 1,
    sk,
    runId: event.runId,
    actionId,
    actionSk: actionId === undefined ? undefined : `${padded(version)}#${sk}`,
    tool: event.kind === 'dispatch' ? event.tool : undefined,
    caller: event.actor.id,
    day: event.at.slice(0, 10),
  });
}

function partitionOf({ by }: AuditQuery): Pick<Query, 'index' | 'partition'> {
  if ('run' in by) return { index: 'byRun', partition: by.run };
  if ('action' in by) return { index: 'byAction', partition: by.action };
  if ('tool' in by) return { index: 'byTool', partition: by.tool };
  if ('caller' in by) return { index: 'byCaller', partition: by.caller };
  return { index: 'byDay', partition: by.day };
}

function spanOf({ by, from, to }: AuditQuery): Pick<Query, 'from' | 'below'> {
  if ('action' in by && (from !== undefined || to !== undefined)) {
    throw new Failure(
      'request.invalid',
      'the parameters from and to cannot be combined with the parameter action. Leave out from and to',
    );
  }
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { below: to }),
  };
}
